import type { OpenBody } from '@coffer/contract/play'
import type { BoxDetail, OpenedRound } from '@coffer/contract/shapes'
import { type ApiFailure, isUndecided, uniqueId } from '@coffer/web'
import { postToHost } from '../host/host.ts'
import { repriced } from '../items/vault-lists.ts'
import { failureOf, untilAnswered } from '../kit/answers.ts'
import { land, route } from '../kit/route.ts'
import { isPlaying } from '../play/games.ts'
import { paceNow } from '../play/pace.tsx'
import { dropPending, keepPending, type Pending } from '../play/pending.ts'
import { api } from '../session/api.ts'
import { refreshBalance, takeBalance } from '../session/balance.ts'
import { current, updateSession } from '../session/session.ts'
import { refreshSessionFigures } from '../session/session-figures.ts'
import { boxDetail, boxes } from './boxes.ts'
import { countDown, freeOpensOf } from './free-opens.ts'
import { isOpening, opening } from './opening.ts'
import { type Result, readResult } from './wins.ts'

export type PendingOpen = Pending<'mystery_box'> & { readonly boxId: number; readonly body: OpenBody }

const GIVE_UP_MS = 120_000

/** Opens a box. A click is one `clientActionId`, whatever becomes of its first request. */
export function openBox(box: BoxDetail, reels: number): Promise<void> {
  if (isPlaying() || box.boxVersionId === null) return Promise.resolve()
  const boxVersionId = box.boxVersionId
  const body: OpenBody = {
    clientActionId: uniqueId(),
    reels: Array.from({ length: reels }, (_, reelIndex) => ({ reelIndex, boxVersionId })),
    funding: isFree(box, reels) ? 'operator' : 'player',
  }
  const betMinor = body.funding === 'operator' ? 0 : (box.priceMinor ?? 0) * reels
  postToHost('round.started', { boxId: box.boxId, reels, betMinor, currency: box.currency, funding: body.funding })
  return send(box, body)
}

/** A launch with `autoOpen` opens its box once, not again after a reload. */
export async function openOnArrival(): Promise<void> {
  const { bootstrap, autoOpened } = current()
  const { target } = bootstrap.game
  if (!target?.autoOpen || autoOpened || route.value.screen !== 'box') return
  updateSession({ autoOpened: true })
  const box = await readBox(target.boxId)
  if (box) await openBox(box, 1)
}

/** Repeats an open that was left without an answer before a reload. */
export async function resumeOpen({ boxId, body }: PendingOpen): Promise<void> {
  land({ screen: 'box', boxId })
  const box = await readBox(boxId)
  if (box && !isOpening()) await send(box, body)
}

async function readBox(boxId: number): Promise<BoxDetail | null> {
  const detail = boxDetail(boxId)
  if (!detail.state.value.data) await detail.load()
  return detail.state.value.data
}

export function checkAgain(): void {
  const parked = opening.value
  if (parked?.is === 'parked') void send(parked.box, parked.body)
}

export function showPrize(): void {
  if (opening.value?.is === 'spinning') {
    opening.value = { ...opening.value, is: 'shown' }
    postSettled(opening.value.result)
  }
}

export function isFree(box: BoxDetail, reels: number): boolean {
  return freeOpensOf(box.boxId) >= reels
}

async function send(box: BoxDetail, body: OpenBody): Promise<void> {
  const startedAtMs = performance.now()
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!
  keepPending<PendingOpen>({ game: 'mystery_box', boxId: box.boxId, body })
  opening.value = { is: 'asking', box, seed, body }
  try {
    const answer = await untilAnswered(
      () => api.call('openRound', { body }),
      GIVE_UP_MS,
      (is) => {
        opening.value = { is, box, seed, body }
      },
    )
    dropPending()
    await show(box, seed, answer, startedAtMs)
  } catch (thrown) {
    refuse(box, seed, body, failureOf(thrown))
  }
}

async function show(box: BoxDetail, seed: number, answer: OpenedRound, startedAtMs: number): Promise<void> {
  const items = await repriced(answer.items)
  const result = readResult({ ...answer, items: [...items] }, box)
  takeOutcome(box, answer, result)
  opening.value = { is: 'spinning', box, result, seed, pace: paceNow(), startedAtMs }
}

function takeOutcome(box: BoxDetail, answer: OpenedRound, result: Result): void {
  if (result.isFree) spendFreeOpens(box, answer.freeOpensLeft ?? freeOpensOf(box.boxId) - result.wins.length)
  else takeBalance(answer.balanceAfterMinor, answer.round.currency)
  refreshSessionFigures()
}

/** A campaign's free opens may be of several boxes, so those of the others are read anew. */
function spendFreeOpens({ boxId }: BoxDetail, left: number): void {
  countDown(boxId, left)
  void boxes.load()
}

function refuse(box: BoxDetail, seed: number, body: OpenBody, failure: ApiFailure): void {
  if (isUndecided(failure)) {
    opening.value = { is: 'parked', box, seed, body }
    return
  }
  dropPending()
  opening.value = { is: 'refused', box, failure }
  if (failure.code === 'FREE_OPENS_EXHAUSTED') {
    spendFreeOpens(box, 0)
    void boxDetail(box.boxId).load()
  }
  if (failure.code === 'INSUFFICIENT_FUNDS') {
    postToHost('funds.insufficient', { neededMinor: (box.priceMinor ?? 0) * body.reels.length, currency: box.currency })
    void refreshBalance()
  }
}

function postSettled(result: Result): void {
  postToHost('round.settled', {
    publicId: result.publicId,
    betMinor: result.paidMinor,
    payoutMinor: result.worthMinor,
    currency: result.currency,
    funding: result.isFree ? 'operator' : 'player',
  })
}
