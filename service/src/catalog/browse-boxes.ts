import type { Rate } from '@coffer/contract/rates'
import type { BackendBoxDetail, BackendBoxRow, CursorPair } from '@coffer/contract/shapes'
import { pageOf, Refusal, readPage } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { currentRate, rateFor } from '../rates/index.ts'
import { type Attribute, attributeValue } from './attributes.ts'
import { findListedBox, type ListedBox, listBoxes } from './box-list-store.ts'
import { type BoxListQuery, type BoxSort, readBoxQuery, SORT_TEXT_CHARACTERS, sortType } from './box-query.ts'
import { listAttributes } from './box-store.ts'
import { boxDetail, boxRow, type Showing } from './box-view.ts'
import { itemsByIds } from './item-store.ts'
import { prizesOfVersions } from './version-store.ts'

/**
 * A page of an operator's boxes with amounts in `money.currency`, at its pinned rate or, without one, at the current rate; with
 * `onSaleOnly`, of active boxes only, whatever the query asks for. Throws a 422 for a filter, sort or cursor that cannot be read, and
 * UNSUPPORTED_CURRENCY.
 */
export function browseBoxes(
  ctx: Context,
  operator: Operator,
  query: BoxListQuery,
  money: Money,
  { onSaleOnly = false }: { onSaleOnly?: boolean } = {},
): Promise<{ boxes: BackendBoxRow[]; cursor: CursorPair }> {
  return ctx.tx(operator.operatorId, async (tx) => {
    const declared = await listAttributes(tx, operator.operatorId)
    const wanted = readBoxQuery(query, declared, onSaleOnly)
    const request = readPage(query, wanted, ctx.limits.pageCount, sortType(wanted.sort))
    const found = await listBoxes(tx, operator.operatorId, wanted, request)
    const { rows, cursor } = pageOf(found, request, (box) => ({ sort: sortValue(box, wanted.sort), id: box.boxId }))
    const showing = await showingIn(ctx, tx, operator, money, { declared, boxes: rows })
    return { boxes: rows.map((box) => boxRow(box, showing)), cursor }
  })
}

/** What a box is put in order by, as the cursor carries it; the same that the query compares. */
function sortValue(box: ListedBox, sort: BoxSort | null): string | number | boolean | null {
  if (sort === null) return null
  if (sort.by === 'price') return box.version?.priceMinor ?? 0
  const value = sort.by === 'name' ? box.name : attributeValue(sort.by, box.attributes)
  return typeof value === 'string' ? [...value].slice(0, SORT_TEXT_CHARACTERS).join('') : value
}

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

/** The currency that boxes are shown in, and a session's pinned rate with the currency that it is from. */
export type Money = { currency: string } & ({ rate: Rate; rateFrom: string } | { rate?: never })

/**
 * How these boxes are shown in a currency: at the pinned rate while it is from the operator's currency, else at the current one.
 * A version from before the operator was converted is shown at the current rate too; without one it keeps its own currency.
 * Throws UNSUPPORTED_CURRENCY.
 */
async function showingIn(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  money: Money,
  { declared, boxes }: { declared: readonly Attribute[]; boxes: readonly ListedBox[] },
): Promise<Showing> {
  const { currency } = money
  const isPinned = money.rate !== undefined && money.rateFrom === operator.currency
  const own = isPinned ? money.rate : await rateFor(ctx, tx, operator, operator.currency, currency)
  const rates = new Map([[operator.currency, own]])
  for (const from of new Set(boxes.flatMap(({ version }) => version?.currency ?? []))) {
    const rate = rates.has(from) ? null : await currentRate(ctx, tx, from, currency)
    if (rate) rates.set(from, rate)
  }
  return { baseUrl: ctx.config.baseUrl, declared, settings: operator.settings, currency, rates }
}
