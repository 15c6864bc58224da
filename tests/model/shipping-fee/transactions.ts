import {
  type FeeStep,
  type FeeVerdict,
  INTENT_MOVES,
  type IntentState,
  stepAfterFee,
} from '../../../service/src/shipping/intent.ts'
import { DONE, type Done, driveNew, driveOn, type Outcome, restOf, withActor } from '../support/flow.ts'
import { beginOperation, closeAttempt, closeUnsent, isIdle, isQuiet, wasNeverSent } from '../support/operation.ts'
import { NO_REFUND, REFUND_DUE, type Refund } from '../support/refund.ts'
import { NOTHING_MOVED } from '../support/world.ts'
import type { Intent, ShippingSetting, State } from './state.ts'

/** A request comes: it resumes the undecided intent of the same items and address, or makes a new one. */
export function begin(state: State, who: number, setting: ShippingSetting): Done<State> {
  const address = setting.requests[who]!
  const place = state.intents.findIndex((intent) => intent.address === address && intent.end === 'undecided')
  if (place === -1) return beginIntent(state, who, address, setting)
  if (isIdle(state.operations[place]!)) return driveOn(state, who, place)
  return { sentence: 'comes and waits', state: withActor(state, who, { at: 'waiting', operation: place, attempt: 0 }) }
}

/** The order's id is made and the fee recorded; the item is not locked. */
function beginIntent(state: State, who: number, address: number, { mutants }: ShippingSetting): Done<State> {
  if (state.item !== 'free') return told(state, who, 'comes and is told that the item cannot be shipped')
  const place = state.intents.length
  const isKeyUsed = (other: Intent, at: number) => other.address === address && state.ledgers[at]!.moved > 0
  const paidBefore = mutants.has('key_of_items_and_address') && state.intents.some(isKeyUsed)
  const isEarly = mutants.has('order_before_fee')
  const intent: Intent = { address, end: isEarly ? 'ordered' : 'undecided', refund: NO_REFUND, paidBefore }
  const begun = driveNew<State>(state, who, beginOperation('debit'))
  return {
    sentence: `comes: intent ${place + 1} for address ${address + 1}, its fee and attempt 1 are recorded`,
    state: {
      ...begun,
      intents: [...state.intents, intent],
      ledgers: [...state.ledgers, paidBefore ? { moved: 1, refusalKept: false } : NOTHING_MOVED],
      item: isEarly ? place : state.item,
    },
  }
}

export function told(state: State, who: number, sentence: string): Done<State> {
  return { sentence, state: withActor(state, who, DONE) }
}

/** The resolver takes up an undecided fee that nobody drives. */
export function resolve(state: State, who: number): Done<State> | null {
  const isDue = (intent: Intent, at: number) => {
    const debit = state.operations[at]!
    return intent.end === 'undecided' && isIdle(debit) && (wasNeverSent(debit) || isQuiet(debit))
  }
  const place = state.intents.findIndex(isDue)
  if (place === -1) return null
  const debit = state.operations[place]!
  if (!wasNeverSent(debit)) {
    const sent = driveOn(state, who, place)
    return { ...sent, sentence: `takes up intent ${place + 1} and ${sent.sentence}` }
  }
  const dropped = { ...state, operations: state.operations.with(place, closeUnsent(debit)) }
  return {
    sentence: `drops intent ${place + 1}, of which nothing was ever sent`,
    state: end(dropped, place, 'refused', NO_REFUND),
  }
}

/** The outcome of an attempt is recorded, and the intent moves by the service's own rule. */
export function applyOutcome(before: State, who: number, outcome: Outcome, setting: ShippingSetting): Done<State> {
  const { operation: place, attempt } = before.actors[who]!
  const { operation, verdict } = closeAttempt(before.operations[place]!, attempt, outcome, setting.mutants)
  const live = who < setting.requests.length
  const rested = withActor(before, who, restOf(who, setting.requests.length))
  const state: State = { ...rested, operations: before.operations.with(place, operation) }
  const done = take(stepOf(state, place, verdict, live, setting), state, place, live, setting)
  const isWrong = setting.mutants.size === 0 && !isMove(before.intents[place]!, done.state.intents[place]!)
  return isWrong ? { ...done, breach: 'an intent moves as the service does not know' } : done
}

function stepOf(state: State, place: number, verdict: string, live: boolean, { mutants }: ShippingSetting): FeeStep {
  const kind: FeeVerdict = verdict === 'accepted' || verdict === 'refused' ? verdict : 'open'
  const isUnchecked = mutants.has('no_state_check_at_order') && kind === 'accepted'
  const isEarlyOrder = mutants.has('order_before_fee') && state.item === place && kind === 'refused'
  const isIgnored = mutants.has('accept_after_refusal_ignored') && state.intents[place]!.end === 'refused'
  if (isIgnored) return 'stay'
  return stepAfterFee(isUnchecked || isEarlyOrder ? 'undecided' : stateOf(state.intents[place]!), kind, { live })
}

/** To the service an order that was cancelled is one that was placed: its intent has come to its end. */
function stateOf({ end }: Intent): IntentState {
  return end === 'cancelled' ? 'ordered' : end
}

function isMove(from: Intent, to: Intent): boolean {
  return stateOf(from) === stateOf(to) || INTENT_MOVES[stateOf(from)].includes(stateOf(to))
}

function take(step: FeeStep, state: State, place: number, live: boolean, { mutants }: ShippingSetting): Done<State> {
  switch (step) {
    case 'order':
      if (state.item === 'free' || mutants.has('live_accept_ignores_items')) return order(state, place)
      return giveBack(state, place, REFUND_DUE)
    case 'give_back':
      return giveBack(state, place, !live && mutants.has('resolver_accept_without_refund') ? NO_REFUND : REFUND_DUE)
    case 'refuse':
      return { sentence: 'no order', state: end(released(state, place), place, 'refused', NO_REFUND) }
    case 'stay':
      return { sentence: `intent ${place + 1} stays ${state.intents[place]!.end}`, state }
  }
}

/** The fee was taken, but the item cannot be had, or nobody waits any more. */
function giveBack(state: State, place: number, refund: Refund): Done<State> {
  return { sentence: 'no order; the refund is queued', state: end(state, place, 'no_order', refund) }
}

function released(state: State, place: number): State {
  return state.item === place ? { ...state, item: 'free' } : state
}

function order(state: State, place: number): Done<State> {
  const breach = state.item === 'free' ? undefined : 'an order for an item that is gone'
  const placed = end({ ...state, item: place }, place, 'ordered', state.intents[place]!.refund)
  return { sentence: 'the item is locked and the order placed', state: placed, breach }
}

function end(state: State, place: number, how: Intent['end'], refund: Refund): State {
  return { ...state, intents: state.intents.with(place, { ...state.intents[place]!, end: how, refund }) }
}

/** The order is cancelled, the item free again and the refund queued, at once. */
export function cancel(state: State, place: number): Done<State> {
  const cancelled: State = { ...state, item: 'free', cancelsLeft: state.cancelsLeft - 1 }
  const sentence = `order ${place + 1} is cancelled, its refund is queued`
  return { sentence, state: end(cancelled, place, 'cancelled', REFUND_DUE) }
}
