import type { ItemState } from '../../service/src/inventory/item.ts'
import type { Model, Move } from './support/explore.ts'
import {
  DONE,
  type Done,
  driveNew,
  driveOn,
  type Flow,
  type FlowRules,
  flowMoves,
  type Outcome,
  packFlow,
  restOf,
  startFlow,
  withActor,
} from './support/flow.ts'
import { beginOperation, closeAttempt, closeUnsent, isIdle, isQuiet, wasNeverSent } from './support/operation.ts'
import { NOTHING_MOVED, type Outside } from './support/world.ts'

/** An item that is cashed back, by several requests, while it may also be shipped, and its price moves from 1 to 2. */
export type CashbackSetting = Outside & {
  requests: number
  faults: number
  mutants: ReadonlySet<CashbackMutant>
  /** What the end is held to. `what_we_heard`: only credits that a wallet told us of; for worlds that break our assumptions. */
  promise: 'everything' | 'what_we_heard'
}

export type CashbackMutant =
  | 'no_lock'
  | 'amount_not_frozen'
  | 'freed_on_unknown'
  | 'unsent_judged_by_last_attempt'
  | 'any_refusal_is_final'
  | 'clean_judged_at_commit'
  | 'later_attempts_forgotten'
  | 'quarantine_too_short'
  | 'conflict_applied'
  | 'conflict_ignored'

type State = Flow &
  Readonly<{
    item: Extract<ItemState, 'unresolved' | 'crediting' | 'cashed_back' | 'ship_requested' | 'disputed'>
    price: number
    /** What the item's row says of its credit; 0 when nothing. */
    recorded: number
    shipLeft: boolean
  }>

const ITEMS = ['unresolved', 'crediting', 'cashed_back', 'ship_requested', 'disputed'] as const

export function cashback(name: string, setting: CashbackSetting): Model<State> {
  const rules: FlowRules<State> = {
    outside: setting,
    requests: setting.requests,
    nameOf: (who) => nameOf(who, setting),
    ledgerOf: () => 0,
    apply: (state, who, outcome) => applyOutcome(state, who, outcome, setting),
  }
  const flow = startFlow(setting.requests, [NOTHING_MOVED], setting.faults)
  return {
    name,
    start: { ...flow, item: 'unresolved', price: 1, recorded: 0, shipLeft: true },
    pack(state, into) {
      into.push((ITEMS.indexOf(state.item) * 3 + state.recorded) * 4 + state.price * 2 - 2 + (state.shipLeft ? 1 : 0))
      packFlow(state, [setting.requests, 1], into)
    },
    moves(state, to) {
      actorMoves(state, setting, to)
      otherMoves(state, to)
      flowMoves(state, rules, to)
    },
    wrong: (state) => wrong(state, setting),
    wrongAtEnd: (state) => wrongAtEnd(state, setting),
    describeEnd: (state) =>
      `${state.item}${isPaid(state) ? ', credited' : ''}${hasConflict(state) ? ', conflict' : ''}`,
  }
}

function nameOf(who: number, { requests }: CashbackSetting): string {
  return who < requests ? `cashback ${who + 1}` : 'the resolver'
}

function actorMoves(state: State, setting: CashbackSetting, to: Move<State>): void {
  state.actors.forEach(({ at, operation }, who) => {
    const tell = (done: Done<State> | null) => done && to(`${nameOf(who, setting)} ${done.sentence}`, done.state)
    const isDriven = at === 'waiting' && state.operations[operation]!.lease !== -1
    if (at === 'waiting' && !isDriven) tell(told(state, who, 'has waited, and is told how it stands'))
    if (at !== 'away') return
    tell(who < setting.requests ? begin(state, who, setting) : resolve(state, who, setting))
    const isRepeat = who < setting.requests && state.item === 'crediting' && isIdle(state.operations.at(-1)!)
    if (isRepeat) tell(told(state, who, 'comes again while calls are held back'))
  })
}

/** The same item is put on an order; its price moves. */
function otherMoves(state: State, to: Move<State>): void {
  if (state.shipLeft) {
    const isFree = state.item === 'unresolved'
    const sentence = isFree ? 'the item is put on an order' : 'an order of the item is refused'
    const breach = isFree && hasConflict(state) ? 'an item that was paid for is put on an order' : undefined
    to(sentence, { ...state, item: isFree ? 'ship_requested' : state.item, shipLeft: false }, breach)
  }
  if (state.price === 1) to('the price moves', { ...state, price: 2 })
}

function told(state: State, who: number, sentence: string): Done<State> {
  return { sentence, state: withActor(state, who, DONE) }
}

function begin(state: State, who: number, setting: CashbackSetting): Done<State> {
  const place = state.operations.length - 1
  const last = state.operations[place]
  if (state.item === 'crediting' || (state.item === 'unresolved' && last?.state === 'open')) {
    if (isIdle(last!)) return again(state, who, place, setting)
    return {
      sentence: 'comes and waits',
      state: withActor(state, who, { at: 'waiting', operation: place, attempt: 0 }),
    }
  }
  if (state.item !== 'unresolved') return told(state, who, `comes and finds the item ${state.item}`)
  const locked = setting.mutants.has('no_lock') ? 'unresolved' : 'crediting'
  const begun: State = { ...state, item: locked, recorded: state.price }
  return {
    sentence: `comes: the item is ${locked}, a credit of ${state.price} and attempt 1 are recorded`,
    state: driveNew(begun, who, beginOperation('credit', state.price)),
  }
}

/** The same bytes again, unless the amount is worked out anew. */
function again(state: State, who: number, place: number, setting: CashbackSetting): Done<State> {
  if (!setting.mutants.has('amount_not_frozen')) return driveOn(state, who, place, state.recorded)
  return driveOn({ ...state, recorded: state.price }, who, place, state.price)
}

/** The credit is sent again until it is decided; now and then too early to be clean, which counts as a misfortune. */
function resolve(state: State, who: number, setting: CashbackSetting): Done<State> | null {
  const place = state.operations.length - 1
  const last = state.operations[place]
  if (!last || !isIdle(last)) return null
  if (isQuiet(last)) return again(state, who, place, setting)
  return state.faultsLeft > 0 ? again({ ...state, faultsLeft: state.faultsLeft - 1 }, who, place, setting) : null
}

function applyOutcome(before: State, who: number, outcome: Outcome, setting: CashbackSetting): Done<State> {
  const { mutants } = setting
  const { operation: place, attempt } = before.actors[who]!
  const { operation, verdict } = closeAttempt(before.operations[place]!, attempt, outcome, mutants)
  const rested = withActor(before, who, restOf(who, setting.requests))
  const state: State = { ...rested, operations: before.operations.with(place, operation) }
  const locked = mutants.has('no_lock') ? 'unresolved' : 'crediting'
  const isOurs = state.item === locked && place === state.operations.length - 1
  if (verdict === 'accepted' && (isOurs || mutants.has('conflict_applied'))) {
    const breach = state.item === 'ship_requested' ? 'an item that is gone is cashed back' : undefined
    return { sentence: 'the item is cashed back', state: { ...state, item: 'cashed_back' }, breach }
  }
  if (state.item === 'unresolved' && operation.state === 'conflict' && !mutants.has('conflict_ignored')) {
    return { sentence: 'the item is paid for, and disputed', state: { ...state, item: 'disputed' } }
  }
  const isFree = verdict === 'refused' || (verdict === 'unknown' && mutants.has('freed_on_unknown'))
  if (isOurs && isFree) return { sentence: 'the item is free again', state: free(state, setting) }
  const isUnsent = mutants.has('unsent_judged_by_last_attempt') || wasNeverSent(operation)
  if (isOurs && verdict === 'never_sent' && operation.state === 'open' && isUnsent) {
    const operations = state.operations.with(place, closeUnsent(operation))
    return { sentence: 'nothing was sent; the item is free again', state: free({ ...state, operations }, setting) }
  }
  return { sentence: `the item stays ${state.item}`, state }
}

function free(state: State, { mutants }: CashbackSetting): State {
  const isPaidFor = hasConflict(state) && !mutants.has('conflict_ignored')
  return { ...state, item: isPaidFor ? 'disputed' : 'unresolved', recorded: 0 }
}

const isPaid = (state: State) => state.ledgers[0]!.moved > 0
const hasConflict = (state: State) => state.operations.some((operation) => operation.state === 'conflict')
const hasAccepted = (state: State) => state.operations.some((operation) => operation.state === 'accepted')

function wrong(state: State, { promise }: CashbackSetting): string | null {
  const paid = state.ledgers[0]!.moved
  if (state.item === 'cashed_back' && paid === 0) return 'cashed back without a credit'
  if (promise === 'what_we_heard') {
    return hasAccepted(state) && state.item !== 'cashed_back' ? `credited, and the item is ${state.item}` : null
  }
  if (state.item === 'cashed_back' && paid !== state.recorded) {
    return `the row says ${state.recorded}, the wallet credited ${paid}`
  }
  if (paid > 0 && state.item === 'ship_requested') return 'credited and shipped'
  if (paid > 0 && state.item === 'unresolved') return 'credited, and the item is free'
  return null
}

function wrongAtEnd(state: State, { promise }: CashbackSetting): string | null {
  if (state.item === 'crediting') return 'the item is stuck in crediting'
  if (state.actors.some(({ at }) => at === 'waiting' || at === 'driving')) return 'a process is stuck'
  if (promise === 'everything' && isPaid(state) && state.item !== 'cashed_back') return 'credited and not cashed back'
  return null
}
