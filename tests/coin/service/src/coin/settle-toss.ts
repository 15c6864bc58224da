import { draw, UPGRADER_TOTAL } from '@coffer/fairness'
import { itemsByIds } from '../catalog/index.ts'
import { nodeDigest, takeNonce } from '../fairness/index.ts'
import { grantItem, takeItemId } from '../inventory/index.ts'
import { assert, present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { closeRound, roundSettledEvent, type Settle, type Settling } from '../rounds/index.ts'
import { enqueueEvent } from '../webhooks/index.ts'
import { isHeads } from './coin.ts'
import { listTosses, type TossRecord, updateToss } from './store.ts'
import { coinOutcome, coinView } from './view.ts'

/** Tosses the coin of a paid round and grants the prize on heads, in the transaction that makes it final. */
export const settleToss: Settle = async (ctx, tx, settling) => {
  const { owner, playerExternalId } = settling
  const { operator_id: operatorId, round_id: roundId, currency } = settling.round
  const pinned = present((await listTosses(tx, operatorId, [roundId]))[0], 'a coin round has its toss')
  const pair = await takeNonce(ctx, tx, owner)
  const seeds = { serverSeed: pair.serverSeed.reveal(), clientSeed: pair.clientSeed, nonce: pair.nonce }
  const rolledBps = draw({ ...seeds, reelIndex: 0, total: UPGRADER_TOTAL, hmac: nodeDigest })
  const isWin = isHeads(rolledBps)
  const wonItemId = isWin ? await grantPrize(ctx, tx, settling, pinned) : null
  const landed = { rolled_bps: rolledBps, won_inventory_item_id: wonItemId }
  assert(await updateToss(tx, pinned, landed), 'a coin is tossed once')
  const toss = { ...pinned, ...landed }

  const facts = { currency, reels: [], deal: null }
  const round = closeRound(ctx, tx, settling, pair, {
    payoutMinor: isWin ? toss.value_minor : 0,
    operatorPayoutMinor: isWin ? toss.operator_value_minor : 0,
    facts,
  })
  const outcome = coinOutcome(round, toss, ctx.config.baseUrl)
  enqueueEvent(tx, operatorId, roundSettledEvent(round, { outcome, boxId: null, facts }, playerExternalId))
  const { balanceAfterMinor } = settling
  return { round: coinView(round, toss, ctx.config.baseUrl), wonItemId, balanceAfterMinor, facts }
}

/** Type and value as they were pinned: what is paid settles, whatever there is by now. */
async function grantPrize(ctx: Context, tx: Tx, { operator, owner, round }: Settling, toss: TossRecord) {
  const item = (await itemsByIds(tx, round.operator_id, [toss.item_id])).get(toss.item_id)
  const itemId = await takeItemId(tx)
  grantItem(ctx, tx, { operator, owner, roundPublicId: round.public_id }, itemId, {
    item: present(item, 'a catalogue item is never deleted'),
    type: toss.type,
    valueMinor: toss.operator_value_minor,
    currency: round.operator_currency,
    boxName: null,
  })
  return itemId
}
