import type { RoundState } from '../../service/src/rounds/round.ts'
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

/** A box that is paid and held: somebody opens it, others cancel it, and a resolver rolls the cancel's credit forward. */
export type HeldSetting = Outside & {
  opens: number
  cancels: number
  faults: number
  mutants: ReadonlySet<HeldMutant>
  /** What the end is held to. `what_we_heard`: only credits that a wallet told us of; for worlds that break our assumptions. */
  promise: 'everything' | 'what_we_heard'
}

export type HeldMutant =
  | 'open_forgets_cancelling'
  | 'held_again_on_unknown'
  | 'unsent_judged_by_last_attempt'
  | 'any_refusal_is_final'
  | 'clean_judged_at_commit'
  | 'quarantine_too_short'
  | 'conflict_applied'
  | 'conflict_ignored'

type State = Flow & Readonly<{ round: Extract<RoundState, 'held' | 'cancelling' | 'disputed' | 'settled' | 'voided'> }>

const ROUNDS = ['held', 'cancelling', 'settled', 'voided', 'disputed'] as const

export function heldBox(name: string, setting: HeldSetting): Model<State> {
  const requests = setting.opens + setting.cancels
  const rules: FlowRules<State> = {
    outside: setting,
    requests,
    nameOf: (who) => nameOf(who, setting),
    ledgerOf: () => 0,
    apply: (state, who, outcome) => applyOutcome(state, who, outcome, setting),
  }
  return {
    name,
    start: { ...startFlow(requests, [NOTHING_MOVED], setting.faults), round: 'held' },
    pack(state, into) {
      into.push(ROUNDS.indexOf(state.round))
      packFlow(state, [setting.opens, setting.cancels, 1], into)
    },
    moves(state, to) {
      actorMoves(state, setting, to)
      flowMoves(state, rules, to)
    },
    wrong: (state) => wrong(state, setting),
    wrongAtEnd: (state) => wrongAtEnd(state, setting),
    describeEnd: (state) =>
      `${state.round}${isPaid(state) ? ', credited' : ''}${hasConflict(state) ? ', conflict' : ''}`,
  }
}

function nameOf(who: number, { opens, cancels }: HeldSetting): string {
  if (who < opens) return `open ${who + 1}`
  return who < opens + cancels ? `cancel ${who + 1 - opens}` : 'the resolver'
}

function actorMoves(state: State, setting: HeldSetting, to: Move<State>): void {
  state.actors.forEach(({ at, operation }, who) => {
    const tell = (done: Done<State> | null) =>
      done && to(`${nameOf(who, setting)} ${done.sentence}`, done.state, done.breach)
    if (at === 'waiting' && !isDriven(state, operation)) tell(told(state, who, 'has waited, and is told how it stands'))
    if (at !== 'away') return
    if (who < setting.opens) tell(open(state, who, setting))
    else if (who < setting.opens + setting.cancels) tell(cancel(state, who))
    else tell(resolve(state, who))
    const isRepeat = who >= setting.opens && who < setting.opens + setting.cancels && canDriveOn(state)
    if (isRepeat) tell(told(state, who, 'comes again while calls are held back'))
  })
}

function isDriven(state: State, place: number): boolean {
  const operation = state.operations[place]!
  return operation.state === 'open' && !isIdle(operation)
}

function told(state: State, who: number, sentence: string): Done<State> {
  return { sentence, state: withActor(state, who, DONE) }
}

function canDriveOn(state: State): boolean {
  return state.round === 'cancelling' && isIdle(state.operations.at(-1)!)
}

/** One transaction, under the round's lock, and no call. */
function open(state: State, who: number, { mutants }: HeldSetting): Done<State> {
  const mayOpen = state.round === 'held' || (state.round === 'cancelling' && mutants.has('open_forgets_cancelling'))
  if (!mayOpen) return told(state, who, `is told that the round is not held`)
  const breach = hasConflict(state) ? 'a box that was given back is opened' : undefined
  return { ...told({ ...state, round: 'settled' }, who, 'draws: the box is open'), breach }
}

function cancel(state: State, who: number): Done<State> {
  const place = state.operations.length - 1
  if (state.round === 'held') {
    const begun = driveNew<State>({ ...state, round: 'cancelling' }, who, beginOperation('credit'))
    return { sentence: 'comes: the round is cancelling, operation and attempt 1 are recorded', state: begun }
  }
  if (state.round !== 'cancelling') return told(state, who, `comes and finds the round ${state.round}`)
  if (isIdle(state.operations[place]!)) return driveOn(state, who, place)
  return { sentence: 'comes and waits', state: withActor(state, who, { at: 'waiting', operation: place, attempt: 0 }) }
}

/** The credit is sent again until it is decided; now and then too early to be clean, which counts as a misfortune. */
function resolve(state: State, who: number): Done<State> | null {
  const place = state.operations.length - 1
  if (state.round !== 'cancelling' || !isIdle(state.operations[place]!)) return null
  if (isQuiet(state.operations[place]!)) return driveOn(state, who, place)
  return state.faultsLeft > 0 ? driveOn({ ...state, faultsLeft: state.faultsLeft - 1 }, who, place) : null
}

function applyOutcome(before: State, who: number, outcome: Outcome, setting: HeldSetting): Done<State> {
  const { operation: place, attempt } = before.actors[who]!
  const { operation, verdict } = closeAttempt(before.operations[place]!, attempt, outcome, setting.mutants)
  const rested = withActor(before, who, restOf(who, setting.opens + setting.cancels))
  const state: State = { ...rested, operations: before.operations.with(place, operation) }
  const isOurs = state.round === 'cancelling' && place === state.operations.length - 1
  const { mutants } = setting
  if (verdict === 'accepted' && (isOurs || mutants.has('conflict_applied'))) {
    const breach = state.round === 'settled' ? 'an open box is voided' : undefined
    return { sentence: 'the round is voided and refunded', state: { ...state, round: 'voided' }, breach }
  }
  if (state.round === 'held' && operation.state === 'conflict' && !mutants.has('conflict_ignored')) {
    return { sentence: 'the box is given back, and disputed', state: { ...state, round: 'disputed' } }
  }
  const heldAgain = hasConflict(state) && !mutants.has('conflict_ignored') ? 'disputed' : 'held'
  const isFree = verdict === 'refused' || (verdict === 'unknown' && mutants.has('held_again_on_unknown'))
  if (isOurs && isFree) return { sentence: 'the box is held again', state: { ...state, round: heldAgain } }
  const isUnsent = mutants.has('unsent_judged_by_last_attempt') || wasNeverSent(operation)
  if (isOurs && verdict === 'never_sent' && operation.state === 'open' && isUnsent) {
    const operations = state.operations.with(place, closeUnsent(operation))
    return { sentence: 'nothing was sent; the box is held again', state: { ...state, operations, round: heldAgain } }
  }
  return { sentence: `the round stays ${state.round}`, state }
}

const isPaid = (state: State) => state.ledgers[0]!.moved > 0
const hasConflict = (state: State) => state.operations.some((operation) => operation.state === 'conflict')
const hasAccepted = (state: State) => state.operations.some((operation) => operation.state === 'accepted')

function wrong(state: State, { promise }: HeldSetting): string | null {
  if (state.round === 'voided' && !isPaid(state)) return 'voided without a refund'
  if (promise === 'what_we_heard') return hasAccepted(state) && state.round === 'settled' ? 'opened and refunded' : null
  if (isPaid(state) && state.round === 'settled') return 'opened and refunded'
  if (isPaid(state) && state.round === 'held') return 'refunded, and it can still be opened'
  return null
}

function wrongAtEnd(state: State, { promise }: HeldSetting): string | null {
  if (state.round === 'cancelling') return 'the round is stuck in cancelling'
  if (state.actors.some(({ at }) => at === 'waiting' || at === 'driving')) return 'a process is stuck'
  const isCredited = promise === 'everything' ? isPaid(state) : hasAccepted(state)
  return isCredited && state.round !== 'voided' ? 'refunded and not voided' : null
}
