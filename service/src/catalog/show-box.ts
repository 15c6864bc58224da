import type { BackendBoxDetail } from '@coffer/contract/shapes'
import { Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { findListedBox } from './box-list-store.ts'
import { listAttributes } from './box-store.ts'
import { boxDetail } from './box-view.ts'
import { itemsByIds } from './item-store.ts'
import { type Money, showingIn } from './showing.ts'
import { prizesOfVersions } from './version-store.ts'

/**
 * A box with the odds of its live version, archived or not, with amounts in `money.currency`, at its pinned rate or, without one,
 * at the current rate. Throws UNKNOWN_BOX and UNSUPPORTED_CURRENCY.
 */
export function showBox(ctx: Context, operator: Operator, boxId: number, money: Money): Promise<BackendBoxDetail> {
  const { operatorId } = operator
  return ctx.tx(operatorId, async (tx) => {
    const box = await findListedBox(tx, operatorId, boxId)
    if (!box) throw new Refusal('UNKNOWN_BOX')
    const declared = await listAttributes(tx, operatorId)
    const showing = await showingIn(ctx, tx, operator, money, { declared, boxes: [box] })
    const versionId = box.version?.boxVersionId
    const prizes = versionId === undefined ? [] : (await prizesOfVersions(tx, operatorId, [versionId])).get(versionId)!
    const items = await itemsByIds(
      tx,
      operatorId,
      prizes.map(({ itemId }) => itemId),
    )
    return boxDetail(box, prizes, items, showing)
  })
}
