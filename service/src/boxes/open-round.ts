import { formatRate, type Rate } from '@coffer/contract/rates'
import type { Funding } from '@coffer/contract/shapes'
import type { ActionAnswer } from '../actions/index.ts'
import { findVersions, type PlayableVersion } from '../catalog/index.ts'
import { takeItemId } from '../inventory/index.ts'
import { atOnce, invalidField, Refusal } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { refuseExcluded } from '../players/index.ts'
import { rateFor } from '../rates/index.ts'
import {
  answerAtOnce,
  type BegunPlay,
  beginDebit,
  insertReel,
  insertRound,
  playRound,
  type RoundMode,
  type RoundRecord,
  refuseBeyondCaps,
  takeReelId,
  takeRoundId,
} from '../rounds/index.ts'
import { type PreparedOperation, prepareOperation, refuseTooManyUnknown } from '../wallet/index.ts'
import { countOf, type FreeOpensUse, fundingOf, type Paying, seeFreeOpens, takeUnits } from './free-opens.ts'
import { BOXES } from './game.ts'
import { assertPayable, type PricedReel, type PricedRound, priceReels, rateMoved } from './price.ts'
import { foreseeDraw, type Known, settleBoxes, settleRound } from './settle-boxes.ts'

/** An action that opens boxes, from either surface. */
export type OpenRequest = Who & {
  /** The session's launch, which may hold free opens; null on the backend, where `funding: 'operator'` is the operator's word. */
  launchId: number | null
  currency: string
  /** The session's rate, and the currency that it is from; null takes the current one. */
  pinned: { rate: Rate; from: string; at: Date } | null
  mode: Exclude<RoundMode, 'items'>
  clientActionId: string
  funding: Funding | null
  reels: readonly { reelIndex: number; boxVersionId: number }[]
}

/**
 * Opens one or several boxes, as every game is played (`playRound`). Refuses, with no round: GAME_DISABLED, PLAYER_RESTRICTED,
 * UNKNOWN_BOX, BOX_NOT_PLAYABLE, UNSUPPORTED_CURRENCY, FX_RATE_MOVED, FREE_OPENS_EXHAUSTED, WALLET_UNAVAILABLE when no wallet is
 * configured or too many debits of the player are unknown, and a 422 for more reels than the operator lets.
 */
export function openRound(ctx: Context, request: OpenRequest): Promise<ActionAnswer> {
  // What no later commit changes of the round: who settles it in this request need not ask for it again.
  let known: Known | undefined
  return playRound(ctx, {
    ...request,
    game: BOXES,
    shares: true,
    decide: async (tx) => {
      // A try before this one may have been undone.
      known = undefined
      const decided = await decideOpen(ctx, tx, request)
      return async (publicId) => {
        const recorded = await recordOpen(ctx, tx, request, decided, publicId)
        known = recorded.known
        return recorded.begun
      }
    },
    foresee: async (tx) => {
      if (known === undefined || request.mode === 'prepay') return BOXES.settle
      const foreseen = await foreseeDraw(tx, request.owner, known.reels)
      return (ctx, tx, settling) => settleRound(ctx, tx, settling, known, foreseen)
    },
  })
}

/** Whether boxes may be opened, with which odds, for which price, and who pays. */
async function decideOpen(ctx: Context, tx: Tx, request: OpenRequest): Promise<Decided> {
  const { operator, owner } = request
  if (operator.settings.wallet.url === '') throw new Refusal('WALLET_UNAVAILABLE')
  if (!operator.settings.enabledGames.includes(BOXES.key)) throw new Refusal('GAME_DISABLED')
  const [restrictions, , reels, seen, roundId, reelIds, itemIds, prepared] = await atOnce(
    refuseExcluded(ctx, tx, owner),
    refuseTooManyUnknown(ctx, tx, operator, owner),
    findReels(tx, request),
    seeFreeOpens(ctx, tx, request, null),
    takeRoundId(tx),
    atOnce(...request.reels.map(() => takeReelId(tx))),
    atOnce(...request.reels.map(() => takeItemId(tx))),
    prepareOperation(tx, owner.operatorId),
  )
  const rate = await roundRate(ctx, tx, request, reels)
  const priced = priceReels(reels, rate, request.currency)
  assertPayable(priced.reels, rate, request.currency)
  const now = ctx.clock.now()
  const boxIds = reels.map((reel) => reel.version.boxId)
  const paying = await fundingOf(tx, request, boxIds, now, seen)
  const bet = paying.funding === 'player' ? { minor: priced.operatorBetMinor, currency: operator.currency } : null
  await refuseBeyondCaps(ctx, tx, restrictions, { owner, at: now, opensCount: reels.length, bet })
  const hasNoFreeOpens = boxIds.every((boxId) => countOf(seen, boxId) === 0)
  return { roundId, reelIds, itemIds, hasNoFreeOpens, prepared, now, rate, priced, paying }
}

/** That they may be, and how. */
type Decided = {
  roundId: number
  reelIds: readonly number[]
  itemIds: readonly number[]
  hasNoFreeOpens: boolean
  prepared: PreparedOperation
  now: Date
  rate: Rate
  priced: PricedRound
  paying: Paying
}

/** The round with its reels, and the debit that is to pay it. An operator-funded open settles here, in this one transaction. */
async function recordOpen(
  ctx: Context,
  tx: Tx,
  request: OpenRequest,
  { roundId, reelIds, itemIds, hasNoFreeOpens, prepared, now, rate, priced, paying }: Decided,
  publicId: string,
): Promise<{ known: Known; begun: BegunPlay }> {
  const { operator, owner } = request
  const { funding, uses } = paying
  const round = insertRound(tx, roundId, {
    operator_id: owner.operatorId,
    public_id: publicId,
    player_id: owner.playerId,
    game_key: BOXES.key,
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
  const reels = priced.reels.map((reel, place) => {
    return { reel: insertReel(tx, reelIds[place] as number, reelRow(round, reel)), version: reel.version }
  })
  const known = { reels, itemIds, hasNoFreeOpens }
  if (funding === 'player') return { known, begun: await beginDebit(ctx, tx, request, round, prepared) }
  return { known, begun: answerAtOnce(tx, BOXES, round, await settleFunded(ctx, tx, request, round, { uses, known })) }
}

type FoundReel = { reelIndex: number; version: PlayableVersion }

async function findReels(tx: Tx, request: OpenRequest): Promise<FoundReel[]> {
  const { maxReels } = request.operator.settings.game
  if (request.reels.length > maxReels) throw invalidField('reels', `must have at most ${maxReels} reels`)
  const ids = request.reels.map((reel) => reel.boxVersionId)
  const versions = await findVersions(tx, request.owner.operatorId, ids)
  const found = request.reels.map(({ reelIndex, boxVersionId }) => {
    const version = versions.get(boxVersionId)
    if (!version) throw new Refusal('UNKNOWN_BOX')
    // A conversion of the operator that came in since the request was read shows here: its boxes are priced in one currency.
    const isInCurrency = version.currency === request.operator.currency
    if (!version.isLive || !version.onSale || !isInCurrency) throw new Refusal('BOX_NOT_PLAYABLE')
    return { reelIndex, version }
  })
  return found.sort((a, b) => a.reelIndex - b.reelIndex)
}

/**
 * The rate that a new round is charged at, from the operator's currency to the charged one: the session's pinned rate, unless the
 * operator bounds how far it may be from the current one; without a session the current one. Throws UNSUPPORTED_CURRENCY, and
 * FX_RATE_MOVED with the price of now for a pinned rate that is too far off or is from a currency that the operator has left.
 */
async function roundRate(ctx: Context, tx: Tx, request: OpenRequest, reels: readonly FoundReel[]): Promise<Rate> {
  const { operator, currency, pinned } = request
  const { toleranceBps } = operator.settings.fx
  const isOfNow = pinned?.from === operator.currency
  if (pinned && isOfNow && toleranceBps === null) return pinned.rate
  const current = await rateFor(ctx, tx, operator, operator.currency, currency)
  if (!pinned) return current
  if (isOfNow && !rateMoved(pinned.rate, current, toleranceBps ?? 0)) return pinned.rate
  const { betMinor } = priceReels(reels, current, currency)
  throw new Refusal('FX_RATE_MOVED', {
    current: { ratePinnedAt: pinned.at.toISOString(), priceMinor: betMinor, currency },
  })
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

/** An operator-funded open needs no wallet: it takes its free opens and settles in this one transaction. */
async function settleFunded(
  ctx: Context,
  tx: Tx,
  request: OpenRequest,
  round: RoundRecord,
  { uses, known }: { uses: readonly FreeOpensUse[]; known: Known },
): Promise<Record<string, unknown>> {
  const { operator, owner, playerExternalId, launchId } = request
  for (const use of uses) await takeUnits(tx, request, round, use)
  const freeOpensOf = launchId === null && uses.length === 0 ? undefined : { owner, launchId }
  const settling = {
    operator,
    owner,
    playerExternalId,
    game: BOXES,
    round,
    debit: null,
    balanceAfterMinor: null,
    freeOpensOf,
  }
  return settleBoxes(ctx, tx, settling, known)
}
