import type { OpenBody } from '@coffer/contract/play'
import type { BoxDetail, OpenedRound } from '@coffer/contract/shapes'
import { isUndecided, type PlayFailure } from '@coffer/web'
import { signal } from '@preact/signals'
import { tellHost } from '../host/host.ts'
import type { Pace } from '../reel/timing.ts'
import { api, failureOf } from './api.ts'
import { refreshBalance, takeBalance } from './balance.ts'
import { boxDetail, boxes } from './boxes.ts'
import { countDown, freeOpensOf } from './free-opens.ts'
import { paceNow } from './pace.ts'
import { dropPending, keepPending, type PendingOpen } from './pending.ts'
import { refreshStanding } from './standing.ts'
import { untilAnswered } from './until-answered.ts'
import { isUpgrading } from './upgrade.ts'
import { repriced } from './vault.ts'
import { type Result, readResult } from './wins.ts'

/** One open, from the click to the prize. `asking`, `confirming` and `slowed` have no outcome yet; what follows only shows it. */
export type Opening =
  | {
      readonly is: 'asking' | 'confirming' | 'slowed' | 'parked'
      readonly box: BoxDetail
      readonly seed: number
      readonly body: OpenBody
    }
  | {
      readonly is: 'spinning' | 'shown'
      readonly box: BoxDetail
      readonly result: Result
      readonly seed: number
      readonly pace: Pace
      /** Monotonic milliseconds of the click. */
      readonly startedAtMs: number
    }
  | { readonly is: 'refused'; readonly box: BoxDetail; readonly failure: PlayFailure }

export type OpeningInStage = Exclude<Opening, { is: 'refused' }>

const GIVE_UP_MS = 120_000

export const opening = signal<Opening | null>(null)

/** Opens a box. A click is one `clientActionId`, whatever becomes of its first request. */
export function openBox(box: BoxDetail, reels: number): Promise<void> {
  if (isOpening() || isUpgrading() || box.boxVersionId === null) return Promise.resolve()
  const boxVersionId = box.boxVersionId
  const body: OpenBody = {
    clientActionId: crypto.randomUUID(),
    reels: Array.from({ length: reels }, (_, reelIndex) => ({ reelIndex, boxVersionId })),
    funding: isFree(box, reels) ? 'operator' : 'player',
  }
  const betMinor = body.funding === 'operator' ? 0 : (box.priceMinor ?? 0) * reels
  tellHost('round.started', { boxId: box.boxId, reels, betMinor, currency: box.currency, funding: body.funding })
  return send(box, body)
}

/** Repeats an open that was left without an answer: after a reload, or when the wait for it was too long. */
export async function resumeOpen(pending: PendingOpen): Promise<void> {
  const detail = boxDetail(pending.boxId)
  if (!detail.state.value.data) await detail.load()
  const box = detail.state.value.data
  if (box && !isOpening()) await send(box, pending.body)
}

export function checkAgain(): void {
  const parked = opening.value
  if (parked?.is === 'parked') void send(parked.box, parked.body)
}

export function closeOpening(): void {
  if (!isOpening()) opening.value = null
}

export function showPrize(): void {
  if (opening.value?.is === 'spinning') {
    opening.value = { ...opening.value, is: 'shown' }
    tellSettled(opening.value.result)
  }
}

export function isFree(box: BoxDetail, reels: number): boolean {
  return freeOpensOf(box.boxId) >= reels
}

/** True from the click until its prize has been shown. */
export function isOpening(): boolean {
  const is = opening.value?.is
  return is !== undefined && is !== 'shown' && is !== 'refused'
}

async function send(box: BoxDetail, body: OpenBody): Promise<void> {
  const startedAtMs = performance.now()
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]!
  keepPending({ game: 'mystery_box', boxId: box.boxId, body })
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
  refreshStanding()
}

/** A campaign's free opens may be of several boxes, so those of the others are read anew. */
function spendFreeOpens({ boxId }: BoxDetail, left: number): void {
  countDown(boxId, left)
  void boxes.load()
}

function refuse(box: BoxDetail, seed: number, body: OpenBody, failure: PlayFailure): void {
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
    tellHost('funds.insufficient', { neededMinor: (box.priceMinor ?? 0) * body.reels.length, currency: box.currency })
    void refreshBalance()
  }
}

function tellSettled(result: Result): void {
  tellHost('round.settled', {
    publicId: result.publicId,
    betMinor: result.paidMinor,
    payoutMinor: result.worthMinor,
    currency: result.currency,
    funding: result.isFree ? 'operator' : 'player',
  })
}
