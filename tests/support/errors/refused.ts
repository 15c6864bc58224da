import type { ErrorCode } from '@coffer/contract/errors'
import type { DoorAnswer } from '../door.ts'
import type { ErrorStage } from './stage.ts'

/** An answer that a request was refused with, and everything in it beyond the words that every error has. */
export type Refused = {
  answer: DoorAnswer
  /** Further fields of `error`, whole. */
  error: Record<string, unknown>
  /** What stands beside `error`. */
  beside: Record<string, unknown>
  /** Whether `Retry-After` says when to come again. */
  waits: boolean
}

export type Surface = 'play' | 's2s' | 'public' | 'kyc' | 'admin'

/** Makes a request that is refused with one code, on each surface that can refuse with it. */
export type Provokers = { readonly [surface in Surface]?: (stage: ErrorStage) => Promise<Refused> }
export type ProvokersOf = Partial<Record<ErrorCode, Provokers>>

export function refused(answer: DoorAnswer, more: Partial<Omit<Refused, 'answer'>> = {}): Refused {
  return { answer, error: {}, beside: {}, waits: false, ...more }
}

/** The answer to a page of ours, as every other answer is looked at. */
export function ofPage(
  answer: { status: number; headers: Headers; body: object },
  more: Partial<Omit<Refused, 'answer'>> = {},
): Refused {
  return refused({ ...answer, text: JSON.stringify(answer.body) } as DoorAnswer, more)
}

/** What stands beside the error of an open or a purchase that the wallet did not pay. */
export function voidedRound({ body }: DoorAnswer, undecided = false): Record<string, unknown> {
  const { publicId } = (body.round ?? {}) as { publicId?: string }
  return { round: { publicId, status: 'voided', undecided }, balanceAfterMinor: undecided ? null : 0 }
}
