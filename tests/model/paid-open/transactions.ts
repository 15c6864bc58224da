import { type DebitVerdict, type RoundStep, stepAfterDebit } from '../../../service/src/rounds/round.ts'
import type { AttemptFact } from '../../../service/src/wallet/attempt-history.ts'
import {
  beginOperation,
  closeAttempt,
  closeUnsent,
  isIdle,
  isQuiet,
  type Operation,
  recordAttempt,
  wasNeverSent,
} from '../support/operation.ts'
import { afterRefusal, NO_REFUND, type Refund } from '../support/refund.ts'
import { type Actor, AWAY, DONE, type Setting, type State, WAITING } from './state.ts'

/** The transactions of an open, each as one step. Only a settling one takes two: it reads the seed pair, then it commits. */
export type Done = { sentence: string; state: State; breach?: string | undefined }

export function withActor(state: State, who: number, actor: Actor): State {
  return { ...state, actors: state.actors.with(who, actor) }
}

/** A request comes. The first one makes round, debit and attempt at once; a repeat finds them. */
export function begin(state: State, who: number): Done {
  if (state.debit === null) {
    const begun = { ...state, round: 'pending' as const, debit: beginOperation('debit') }
    return { sentence: 'comes: round, debit and attempt 1 are recorded', state: drive(begun, who, 0) }
  }
  if (state.answer !== 'none') return told(state, who, `comes and gets the stored answer "${state.answer}"`)
  if (state.round !== 'pending') return told(state, who, 'comes and is told to ask again')
  if (!isIdle(state.debit)) return { sentence: 'comes and waits', state: withActor(state, who, WAITING) }
  return recordNext(state, who, 'comes again')
}

/** A repeat whose call would be held back is told to ask again, and records nothing. */
export function beginHeldBack(state: State, who: number): Done | null {
  if (state.debit === null || state.round !== 'pending' || !isIdle(state.debit)) return null
  return told(state, who, 'comes again while calls are held back')
}

/** A waiter looks again when nobody drives the debit any more: it gets the stored answer, or is told to ask again. */
export function lookAgain(state: State, who: number): Done | null {
  if (state.debit?.state === 'open' && !isIdle(state.debit)) return null
  return told(state, who, `has waited and is told "${state.answer === 'none' ? 'ask again' : state.answer}"`)
}

function told(state: State, who: number, sentence: string): Done {
  return { sentence, state: withActor(state, who, DONE) }
}

function recordNext(state: State, who: number, why: string): Done {
  const debit = recordAttempt(state.debit!)
  const index = debit.attempts.length - 1
  const clean = debit.attempts[index]!.clean ? 'clean' : 'not clean'
  return {
    sentence: `${why}: attempt ${index + 1} is recorded, ${clean}`,
    state: drive({ ...state, debit }, who, index),
  }
}

function drive(state: State, who: number, attempt: number): State {
  return withActor(state, who, { at: 'driving', attempt, pair: 0 })
}

/** The resolver takes up a round that nobody drives. */
export function resolve(state: State, who: number, setting: Setting): Done | null {
  const { debit } = state
  if (debit === null || !isIdle(debit)) return null
  if (state.round === 'pending') {
    const early = setting.mutants.has('unknown_taken_for_never_sent') && allLookUnsent(debit)
    if (early || wasNeverSent(debit)) return dropUnsent(state, debit)
    if (setting.mutants.has('refund_without_probe')) {
      return { sentence: 'gives the round up and queues the refund', state: queueRefund(state) }
    }
    if (setting.policies[state.policy] === 'refund') {
      return { sentence: 'gives the round up: its debit is in doubt', state: { ...state, round: 'voiding' } }
    }
  } else if (state.round !== 'voiding') return null
  return isQuiet(debit) ? recordNext(state, who, 'sends the debit again') : null
}

function allLookUnsent(debit: Operation): boolean {
  return debit.attempts.every(({ outcome }) => outcome === 'never_sent' || outcome === 'unknown')
}

function dropUnsent(state: State, debit: Operation): Done {
  const dropped: State = { ...state, round: 'voided', debit: closeUnsent(debit) }
  return { sentence: 'voids the round, of which nothing was ever sent', ...store(dropped, 'gone') }
}

/** The outcome of an attempt is recorded, and the round moves by the service's own table. */
export function applyOutcome(
  before: State,
  who: number,
  outcome: NonNullable<AttemptFact['outcome']>,
  setting: Setting,
): Done {
  const isLive = who < setting.requests
  const { attempt } = before.actors[who]!
  const closed = closeAttempt(before.debit!, attempt, outcome, setting.mutants)
  const state = withActor({ ...before, debit: closed.operation }, who, isLive ? DONE : AWAY)
  switch (stepOf(state, closed.verdict, isLive, setting)) {
    case 'settle': {
      if (!state.isOffered && setting.mutants.has('offer_weighed_at_settle'))
        return { sentence: 'what is played for is gone, and the round is voided', ...voidRound(state, isLive) }
      const drawing: Actor = { at: 'drawing', attempt, pair: state.pair }
      return {
        sentence: `locks round and seed pair ${state.pair + 1}, and draws`,
        state: withActor(before, who, drawing),
      }
    }
    case 'void':
      return { sentence: 'the round is voided', ...voidRound(state, isLive) }
    case 'doubt':
      return { sentence: 'the round is voiding', ...store({ ...state, round: 'voiding' }, 'refused') }
    case 'refund': {
      const breach = state.refund.at !== 'none' ? 'a round is refunded a second time' : undefined
      return { sentence: 'the refund is queued', state: queueRefund(state), breach }
    }
    case 'stay':
      return { sentence: `the round stays ${state.round}`, state }
  }
}

function stepOf(state: State, verdict: DebitVerdict, isLive: boolean, setting: Setting): RoundStep {
  const { mutants } = setting
  const refunded = state.refunded && !mutants.has('refunded_twice')
  const asking = { live: isLive, unknownDebit: setting.policies[state.policy]!, refunded }
  if (mutants.has('void_on_time_out') && state.round === 'pending' && verdict === 'unknown') return 'void'
  if (mutants.has('no_state_check_at_settle') && isLive && verdict === 'accepted') return 'settle'
  if (state.round === 'none') throw new Error('a debit has a round')
  const step = stepAfterDebit(state.round, verdict, asking)
  if (step === 'refund' && isLive && mutants.has('late_accept_ignored')) return 'stay'
  if (step === 'refund' && state.round === 'voided' && mutants.has('accept_after_void_ignored')) return 'stay'
  return step
}

/** The request that hears the refusal passes it on; a round that the resolver ends answers with the final 503. */
function voidRound(state: State, isLive: boolean) {
  const debit = state.debit?.state === 'open' ? { ...state.debit, state: 'refused' as const } : state.debit
  return store({ ...state, debit, round: 'voided' }, isLive ? 'refused' : 'gone')
}

function queueRefund(state: State): State {
  return { ...state, round: 'refunding', refund: { ...state.refund, at: 'due' } }
}

/** A round that settles while another answer is stored, or a click that is answered for good twice, breaks a promise. */
function store(state: State, answer: 'opened' | 'refused' | 'gone'): { state: State; breach?: string | undefined } {
  if (state.answer === 'none') return { state: { ...state, answer } }
  if (answer === 'gone' || answer === state.answer) return { state }
  return { state, breach: `the final answer "${state.answer}" was given, and now it is "${answer}"` }
}

/** The settling transaction commits: nonce, draw, items, stored answer. */
export function commitDraw(before: State, who: number, setting: Setting): Done {
  const { attempt, pair } = before.actors[who]!
  const { operation: debit } = closeAttempt(before.debit!, attempt, 'accepted', setting.mutants)
  const state = withActor({ ...before, debit }, who, who < setting.requests ? DONE : AWAY)
  if (setting.mode === 'prepay')
    return { sentence: 'commits: the box is held', ...store({ ...state, round: 'held' }, 'opened') }
  const stored = store({ ...state, round: 'settled' }, 'opened')
  const twice = before.round === 'settled' ? 'a round is drawn a second time' : undefined
  const revealed = pair < before.pair ? 'a round settles on a revealed seed pair' : undefined
  return {
    sentence: 'commits: drawn, granted, answered',
    state: stored.state,
    breach: twice ?? revealed ?? stored.breach,
  }
}

/** The refund's credit moves on, of a debit or of a cancelled held box. */
export function applyRefund(state: State, refund: Refund, setting: Setting): Done {
  if (refund.at === 'done') {
    return {
      sentence: ': the round is voided',
      ...store({ ...state, refund, round: 'voided', refunded: true }, 'gone'),
    }
  }
  if (refund.at !== 'refused') return { sentence: '', state: { ...state, refund } }
  if (state.round === 'cancelling')
    return { sentence: ': the box is held again', state: { ...state, refund: NO_REFUND, round: 'held' } }
  const next = afterRefusal(refund, setting)
  return { sentence: next.at === 'parked' ? ': it is parked' : '', state: { ...state, refund: next } }
}
