import { formatRate } from '@coffer/contract/rates'
import type { ClickAnswer } from '../actions/index.ts'
import { findVersion, type PlayableVersion } from '../catalog/index.ts'
import { invalidField, present, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { refuseExcluded } from '../players/index.ts'
import { type Begun, refuseTooManyUnknown } from '../wallet/index.ts'
import { fundingOf, settleFunded } from './funding.ts'
import type { OpenRequest } from './open-request.ts'
import { answerAtOnce, beginDebit } from './play-round.ts'
import { assertPayable, type PricedReel, priceReels } from './price.ts'
import { refuseBeyondCaps } from './refuse-beyond-caps.ts'
import { BOX_GAME } from './round.ts'
import { roundRate } from './round-rate.ts'
import { insertReels, insertRound, type RoundRecord } from './store.ts'

/** The first request of a click that opens boxes. An operator-funded open settles here, in this one transaction. */
export async function beginOpen(ctx: Context, tx: Tx, request: OpenRequest, id: string): Promise<Begun<ClickAnswer>> {
  const { operator, owner } = request
  if (operator.settings.wallet.url === '') throw new Refusal('WALLET_UNAVAILABLE')
  if (!operator.settings.enabledGames.includes(BOX_GAME)) throw new Refusal('GAME_DISABLED')
  const restrictions = await refuseExcluded(ctx, tx, owner)
  await refuseTooManyUnknown(ctx, tx, operator, owner)
  const reels = await findReels(tx, request)
  const rate = await roundRate(ctx, tx, request, reels)
  const priced = priceReels(reels, rate, request.currency)
  assertPayable(priced.reels, rate, request.currency)
  const now = ctx.clock.now()
  const boxIds = reels.map((reel) => reel.version.boxId)
  const { funding, uses } = await fundingOf(tx, request, boxIds, now)
  const bet = funding === 'player' ? { minor: priced.operatorBetMinor, currency: operator.currency } : null
  await refuseBeyondCaps(ctx, tx, restrictions, { owner, at: now, opensCount: reels.length, bet })
  const round = await insertRound(tx, {
    operator_id: owner.operatorId,
    public_id: id,
    player_id: owner.playerId,
    game_key: BOX_GAME,
    mode: request.mode,
    funding,
    launch_id: funding === 'operator' ? request.launchId : null,
    client_action_id: request.clientActionId,
    currency: request.currency,
    operator_currency: operator.currency,
    rate: formatRate(rate),
    bet_minor: priced.betMinor,
    operator_bet_minor: priced.operatorBetMinor,
    created_at: now,
  })
  await insertReels(
    tx,
    priced.reels.map((reel) => reelRow(round, reel)),
  )
  if (funding === 'player') return beginDebit(ctx, tx, request, round)
  return answerAtOnce(tx, round, await settleFunded(ctx, tx, request, round, uses))
}

function reelRow(round: RoundRecord, reel: PricedReel) {
  return {
    operator_id: round.operator_id,
    round_id: round.round_id,
    reel_index: reel.reelIndex,
    box_id: reel.version.boxId,
    box_version_id: reel.version.boxVersionId,
    snapshot_hash: reel.version.snapshotHash,
    price_minor: reel.priceMinor,
    paid_minor: reel.paidMinor,
  }
}

type FoundReel = { reelIndex: number; version: PlayableVersion }

async function findReels(tx: Tx, request: OpenRequest): Promise<FoundReel[]> {
  const { maxReels } = request.operator.settings.game
  if (request.reels.length > maxReels) throw invalidField('reels', `must have at most ${maxReels} reels`)
  const versions = new Map<number, PlayableVersion>()
  for (const boxVersionId of new Set(request.reels.map((reel) => reel.boxVersionId))) {
    const version = await findVersion(tx, request.owner.operatorId, boxVersionId)
    if (!version) throw new Refusal('UNKNOWN_BOX')
    // A conversion of the operator that came in since the request was read shows here: its boxes are priced in one currency.
    const isInCurrency = version.currency === request.operator.currency
    if (!version.isLive || !version.onSale || !isInCurrency) throw new Refusal('BOX_NOT_PLAYABLE')
    versions.set(boxVersionId, version)
  }
  return request.reels
    .map(({ reelIndex, boxVersionId }) => ({ reelIndex, version: present(versions.get(boxVersionId), 'just found') }))
    .sort((a, b) => a.reelIndex - b.reelIndex)
}
