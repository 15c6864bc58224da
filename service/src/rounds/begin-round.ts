import { walletKey } from '@coffer/contract/keys'
import { formatRate, type Rate } from '@coffer/contract/rates'
import type { Funding } from '@coffer/contract/shapes'
import { type Answer, beginAction, readStoredAnswer, storeAnswer } from '../actions/index.ts'
import { findVersion, type PlayableVersion } from '../catalog/index.ts'
import { assert, invalidField, type Owner, present, publicId, Refusal } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { isExcluded, refuseExcluded, sharePlayer } from '../players/index.ts'
import {
  type Attempt,
  beginOperation,
  findLatestOperation,
  isHeldBack,
  listAttempts,
  lockOperation,
  nothingWasSent,
  recordNextAttempt,
  refuseTooManyUnknown,
} from '../wallet/index.ts'
import { openedAnswer, undecidedAnswer } from './answers.ts'
import { fundingOf, settleFunded } from './funding.ts'
import { assertPayable, type PricedReel, priceReels } from './price.ts'
import { refuseBeyondCaps } from './refuse-beyond-caps.ts'
import { BOX_GAME, type RoundMode } from './round.ts'
import { roundRate } from './round-rate.ts'
import { insertReels, insertRound, lockRound, type RoundRecord } from './store.ts'

/** A click that opens boxes, from either surface. */
export type OpenRequest = {
  operator: Operator
  owner: Owner
  playerExternalId: string
  /** The session's launch, which may hold free opens; null on the backend, where `funding: 'operator'` is the operator's word. */
  launchId: number | null
  currency: string
  /** The session's rate, and the currency that it is from; null takes the current one. */
  pinned: { rate: Rate; from: string; at: Date } | null
  mode: RoundMode
  clientActionId: string
  funding: Funding | null
  reels: readonly { reelIndex: number; boxVersionId: number }[]
}

export type Begun =
  | { kind: 'answer'; answer: Answer; replayed: boolean }
  | { kind: 'busy'; operationId: number; publicId: string }
  | { kind: 'send'; attempt: Attempt; publicId: string }

export function clickOf(request: Pick<OpenRequest, 'owner' | 'clientActionId'>) {
  return { owner: request.owner, kind: 'box_round' as const, clientActionId: request.clientActionId }
}

/** The first transaction of an open: action, round, operation, attempt. A repeat finds the first one's. */
export async function beginRound(ctx: Context, tx: Tx, request: OpenRequest, waitedFor: number | null): Promise<Begun> {
  const id = publicId('rnd', ctx.random)
  const action = await beginAction(tx, clickOf(request), id, ctx.clock.now())
  if (action.isNew) return beginNew(ctx, tx, request, id)
  if (action.answer) return { kind: 'answer', answer: action.answer, replayed: true }
  return resume(ctx, tx, request, action.subjectId, waitedFor)
}

/** A round whose debit is undecided: drive it on with the same bytes, unless another request does, or the resolver gave it up. */
async function resume(
  ctx: Context,
  tx: Tx,
  request: OpenRequest,
  publicId: string,
  waitedFor: number | null,
): Promise<Begun> {
  const undecided: Begun = { kind: 'answer', answer: undecidedAnswer(publicId, ctx.limits), replayed: false }
  const { operator, owner } = request
  const debit = await findLatestOperation(tx, owner.operatorId, 'round_debit', publicId)
  const { operation_id: operationId } = present(debit, 'a round without an answer has a debit')
  if (waitedFor === operationId || (await isHeldBack(ctx, tx, operator, operationId))) return undecided
  await lockOperation(tx, owner.operatorId, operationId)
  const round = present(await lockRound(tx, owner, publicId), 'the round of an action exists')
  if (round.state !== 'pending') return (await answerNow(tx, request)) ?? undecided
  if (await wouldBeginToSpend(ctx, tx, owner, operationId)) return undecided
  const attempt = await recordNextAttempt(ctx, tx, operator, operationId)
  assert(attempt !== 'closed', 'the debit of a pending round is open')
  return attempt === 'busy' ? { kind: 'busy', operationId, publicId } : { kind: 'send', attempt, publicId }
}

/**
 * Whether this would be the first byte to leave for the debit of a player who may not spend any more: nothing is charged after an
 * exclusion that was not under way before it. The resolver voids such a round.
 */
async function wouldBeginToSpend(ctx: Context, tx: Tx, owner: Owner, operationId: number): Promise<boolean> {
  if (!nothingWasSent(await listAttempts(tx, owner.operatorId, operationId))) return false
  await sharePlayer(tx, owner)
  return isExcluded(ctx, tx, owner)
}

/** The debit came to its end while this request waited for its lock: there may be an answer by now. */
async function answerNow(tx: Tx, request: OpenRequest): Promise<Begun | null> {
  const answer = await readStoredAnswer(tx, clickOf(request))
  return answer && { kind: 'answer', answer, replayed: true }
}

async function beginNew(ctx: Context, tx: Tx, request: OpenRequest, id: string): Promise<Begun> {
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
  if (funding === 'operator') {
    const answer = openedAnswer(await settleFunded(ctx, tx, request, round, uses))
    await storeAnswer(tx, clickOf(request), answer)
    return { kind: 'answer', answer, replayed: false }
  }
  const attempt = await beginOperation(ctx, tx, operator, {
    owner,
    playerExternalId: request.playerExternalId,
    kind: 'round_debit',
    subjectId: id,
    idempotencyKey: walletKey.openRound(id),
    direction: 'debit',
    amountMinor: priced.betMinor,
    currency: request.currency,
    reference: { kind: 'round', publicId: id },
  })
  return { kind: 'send', attempt, publicId: id }
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
