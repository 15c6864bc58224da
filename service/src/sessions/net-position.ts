import { sumMinor } from '@coffer/contract/money'
import type { NetPosition } from '@coffer/contract/play'
import { convertCeil, convertFloor } from '@coffer/contract/rates'
import type { Context } from '../platform/index.ts'
import { currentRate } from '../rates/index.ts'
import { sumHistoryAfter } from '../wallet/index.ts'
import type { Session } from './session.ts'

/**
 * What the wallet has moved since a session began, in the session's currency: what was spent in others is rounded up, what came back
 * down. Null when one of those has no rate that can be used.
 */
export async function readNetPosition(ctx: Context, session: Session): Promise<NetPosition | null> {
  const { owner, playerExternalId, currency, historyAfter } = session
  const player = { operatorId: owner.operatorId, playerExternalId }
  return ctx.tx(owner.operatorId, async (tx) => {
    const spent: number[] = []
    const returned: number[] = []
    for (const moved of await sumHistoryAfter(tx, player, historyAfter)) {
      const rate = await currentRate(ctx, tx, moved.currency, currency)
      if (rate === null) return null
      spent.push(convertCeil(moved.spentMinor, rate, moved.currency, currency))
      returned.push(convertFloor(moved.returnedMinor, rate, moved.currency, currency))
    }
    const [spentMinor, returnedMinor] = [sumMinor(spent), sumMinor(returned)]
    return { spentMinor, returnedMinor, netMinor: returnedMinor - spentMinor, currency }
  })
}
