import type { AttemptFact } from '../../../service/src/wallet/attempt-history.ts'
import type { Move } from './explore.ts'
import { loseSender, type Operation, packOperation, recordAttempt } from './operation.ts'
import type { Packing } from './packing.ts'
import { type Ledger, type Outside, outcomesOf, outsideMoves, packLedger } from './world.ts'

/** A money flow with several operations, and the processes that drive them: requests first, then one resolver. */
export type Flow = Readonly<{
  operations: readonly Operation[]
  /** What the wallet keeps, one ledger for each key. */
  ledgers: readonly Ledger[]
  actors: readonly Actor[]
  faultsLeft: number
}>

/** `driving`: recorded an attempt of an operation and will record its outcome. `waiting`: for who drives the operation. */
export type Actor = Readonly<{ at: (typeof PLACES)[number]; operation: number; attempt: number }>

const PLACES = ['away', 'waiting', 'driving', 'done'] as const

export const AWAY: Actor = { at: 'away', operation: 0, attempt: 0 }
export const DONE: Actor = { at: 'done', operation: 0, attempt: 0 }

/** What a process did, in words, and what came of it. */
export type Done<State> = { sentence: string; state: State; breach?: string | undefined }

export type Outcome = NonNullable<AttemptFact['outcome']>

export type FlowRules<State> = {
  outside: Outside
  requests: number
  nameOf(who: number): string
  /** The ledger of an operation's key. */
  ledgerOf(operation: number): number
  /** The transaction that records the outcome of an actor's attempt. */
  apply(state: State, who: number, outcome: Outcome): Done<State>
}

export function startFlow(requests: number, ledgers: readonly Ledger[], faultsLeft: number): Flow {
  return { operations: [], ledgers, actors: Array.from({ length: requests + 1 }, () => AWAY), faultsLeft }
}

/** Everything that does not depend on what the operations are for: calls, wallet, time, outcomes, deaths. */
export function flowMoves<State extends Flow>(state: State, rules: FlowRules<State>, to: Move<State>): void {
  for (const place of state.operations.keys()) moveOutside(state, place, rules, to)
  state.actors.forEach((actor, who) => {
    if (actor.at === 'driving') drive(state, actor, who, rules, to)
  })
  if (state.faultsLeft > 0) killEverything(state, rules, to)
}

function moveOutside<State extends Flow>(state: State, place: number, rules: FlowRules<State>, to: Move<State>): void {
  const operation = state.operations[place]!
  const key = rules.ledgerOf(place)
  const which = state.operations.length > 1 ? ` (operation ${place + 1})` : ''
  outsideMoves(operation, state.ledgers[key]!, rules.outside, state.faultsLeft > 0, (sentence, after, ledger, faults) =>
    to(sentence + which, {
      ...state,
      operations: state.operations.with(place, after),
      ledgers: state.ledgers.with(key, ledger),
      faultsLeft: state.faultsLeft - faults,
    }),
  )
}

function drive<State extends Flow>(
  state: State,
  actor: Actor,
  who: number,
  rules: FlowRules<State>,
  to: Move<State>,
): void {
  const name = rules.nameOf(who)
  const operation = state.operations[actor.operation]!
  outcomesOf(operation, actor.attempt, state.faultsLeft > 0, (heard, outcome, faults) => {
    const done = rules.apply({ ...state, faultsLeft: state.faultsLeft - faults }, who, outcome)
    to(`${name} ${heard}: ${done.sentence}`, done.state, done.breach)
  })
  if (state.faultsLeft > 0) to(`${name} dies`, kill(state, [who], rules))
}

/** Every process dies at once: one misfortune, not several. */
function killEverything<State extends Flow>(state: State, rules: FlowRules<State>, to: Move<State>): void {
  const working = [...state.actors.keys()].filter((who) => state.actors[who]!.at === 'driving')
  if (working.length > 1) to('every process dies', kill(state, working, rules))
}

function kill<State extends Flow>(state: State, killed: readonly number[], rules: FlowRules<State>): State {
  let { operations, actors } = state
  for (const who of killed) {
    const { operation, attempt } = actors[who]!
    operations = operations.with(operation, loseSender(operations[operation]!, attempt))
    actors = actors.with(who, restOf(who, rules.requests))
  }
  return { ...state, operations, actors, faultsLeft: state.faultsLeft - 1 }
}

/** A request ends; a resolver comes again. */
export function restOf(who: number, requests: number): Actor {
  return who < requests ? DONE : AWAY
}

export function withActor<State extends Flow>(state: State, who: number, actor: Actor): State {
  return { ...state, actors: state.actors.with(who, actor) }
}

/** Adds an operation whose first attempt the actor is about to send. */
export function driveNew<State extends Flow>(state: State, who: number, operation: Operation): State {
  const driving: Actor = { at: 'driving', operation: state.operations.length, attempt: 0 }
  return { ...withActor(state, who, driving), operations: [...state.operations, operation] }
}

/** Records the next attempt of an operation, which the actor is about to send. */
export function driveOn<State extends Flow>(state: State, who: number, place: number, amount = 1): Done<State> {
  const operation = recordAttempt(state.operations[place]!, amount)
  const attempt = operation.attempts.length - 1
  const clean = operation.attempts[attempt]!.clean ? 'clean' : 'not clean'
  const driving: Actor = { at: 'driving', operation: place, attempt }
  return {
    sentence: `records attempt ${attempt + 1}, ${clean}`,
    state: { ...withActor(state, who, driving), operations: state.operations.with(place, operation) },
  }
}

/** Actors with equal duties differ in nothing but their number: `groups` says how many are alike, in turn. */
export function packFlow(state: Flow, groups: readonly number[], into: Packing): void {
  into.push(state.faultsLeft)
  for (const ledger of state.ledgers) into.push(packLedger(ledger))
  let who = 0
  for (const count of groups) {
    for (const end = who + count; who < end; who++) into.push(packActor(state.actors[who]!))
    into.sortLast(count)
  }
  for (const operation of state.operations) packOperation(operation, into)
}

function packActor({ at, operation, attempt }: Actor): number {
  return (operation * 12 + attempt) * PLACES.length + PLACES.indexOf(at)
}
