import type { Model, Move } from '../support/explore.ts'
import { loseSender } from '../support/operation.ts'
import { REFUND_DUE, refundMoves } from '../support/refund.ts'
import { outcomesOf, outsideMoves } from '../support/world.ts'
import { wrong, wrongAtEnd } from './rules.ts'
import { AWAY, DONE, pack, type Setting, type State, startOf } from './state.ts'
import {
  applyOutcome,
  applyRefund,
  begin,
  beginHeldBack,
  commitDraw,
  type Done,
  lookAgain,
  resolve,
  withActor,
} from './transactions.ts'

export function paidOpen(name: string, setting: Setting): Model<State> {
  return {
    name,
    start: startOf(setting),
    pack: (state, into) => pack(state, setting, into),
    moves: (state, to) => moves(state, setting, to),
    wrong: (state) => wrong(state, setting),
    wrongAtEnd: (state) => wrongAtEnd(state, setting),
    describeEnd: ({ round, debitLedger, refund }) => {
      const credit = refund.credited ? ', refunded' : refund.at === 'parked' ? ', refund refused for ever' : ''
      return `${round}, ${debitLedger.moved > 0 ? 'paid' : 'not paid'}${credit}`
    },
  }
}

function moves(state: State, setting: Setting, to: Move<State>): void {
  const isLocked = state.actors.some(({ at }) => at === 'drawing')
  for (const who of state.actors.keys()) actorMoves(state, who, isLocked, setting, to)
  debitMoves(state, setting, to)
  refunds(state, isLocked, setting, to)
  if (state.faultsLeft > 0) wholeCrash(state, setting, to)
  const mayRotate = !isLocked || setting.mutants.has('rotation_without_lock')
  if (state.rotationsLeft > 0 && mayRotate) {
    const rotated = { ...state, pair: state.pair + 1, rotationsLeft: state.rotationsLeft - 1 }
    to(`the player rotates: seed pair ${state.pair + 1} is revealed`, rotated)
  }
  if (state.policy + 1 < setting.policies.length) {
    to(`the operator's policy becomes "${setting.policies[state.policy + 1]}"`, { ...state, policy: state.policy + 1 })
  }
  if (setting.mayWithdraw && state.isOffered && state.debit !== null) {
    to('the operator takes what is played for off the offer', { ...state, isOffered: false })
  }
  if (state.round === 'held') heldMoves(state, to)
}

function nameOf(who: number, { requests }: Setting): string {
  return who < requests ? `request ${who + 1}` : `resolver ${who + 1 - requests}`
}

/** While one transaction draws it holds the locks of debit and round: no other one can run. */
function actorMoves(state: State, who: number, isLocked: boolean, setting: Setting, to: Move<State>): void {
  const { at } = state.actors[who]!
  const isRequest = who < setting.requests
  const name = nameOf(who, setting)
  if ((at === 'drawing' || at === 'driving') && state.faultsLeft > 0) to(`${name} dies`, die(state, who, isRequest))
  transactionsOf(state, who, isLocked, setting, to)
}

/** The transactions that anybody may commit now. */
export function commits(state: State, setting: Setting, to: Move<State>): void {
  const isLocked = state.actors.some(({ at }) => at === 'drawing')
  for (const who of state.actors.keys()) transactionsOf(state, who, isLocked, setting, to)
}

function transactionsOf(state: State, who: number, isLocked: boolean, setting: Setting, to: Move<State>): void {
  const { at, attempt } = state.actors[who]!
  const isRequest = who < setting.requests
  const name = nameOf(who, setting)
  const tell = (done: Done | null) => done && to(`${name} ${done.sentence}`, done.state, done.breach)
  if (at === 'drawing') tell(commitDraw(state, who, setting))
  if (isLocked) return
  if (at === 'away') tell(isRequest ? begin(state, who) : resolve(state, who, setting))
  if (at === 'away' && isRequest) tell(beginHeldBack(state, who))
  if (at === 'waiting') tell(lookAgain(state, who))
  if (at !== 'driving') return
  outcomesOf(state.debit!, attempt, state.faultsLeft > 0, (sentence, outcome, faults) => {
    const done = applyOutcome({ ...state, faultsLeft: state.faultsLeft - faults }, who, outcome, setting)
    tell({ ...done, sentence: `${sentence}: ${done.sentence}` })
  })
}

function debitMoves(state: State, setting: Setting, to: Move<State>): void {
  if (state.debit === null) return
  const mayFail = state.faultsLeft > 0
  outsideMoves(state.debit, state.debitLedger, setting, mayFail, (sentence, debit, debitLedger, faults) =>
    to(sentence, { ...state, debit, debitLedger, faultsLeft: state.faultsLeft - faults }),
  )
}

function die(state: State, who: number, isRequest: boolean): State {
  const { attempt } = state.actors[who]!
  const dead = withActor(state, who, isRequest ? DONE : AWAY)
  return { ...dead, debit: loseSender(state.debit!, attempt), faultsLeft: state.faultsLeft - 1 }
}

/** Every process dies at once: one misfortune, not several. */
function wholeCrash(state: State, setting: Setting, to: Move<State>): void {
  const working = state.actors.filter(({ at }) => at === 'driving' || at === 'drawing')
  if (working.length < 2) return
  const debit = working.reduce((left, { attempt }) => loseSender(left, attempt), state.debit!)
  const actors = state.actors.map((actor, who) =>
    working.includes(actor) ? (who < setting.requests ? DONE : AWAY) : actor,
  )
  to('every process dies', { ...state, debit, actors, faultsLeft: state.faultsLeft - 1 })
}

function refunds(state: State, isLocked: boolean, setting: Setting, to: Move<State>): void {
  if (isLocked) return
  refundMoves(state.refund, state.faultsLeft > 0, (sentence, refund, faults) => {
    const done = applyRefund({ ...state, faultsLeft: state.faultsLeft - faults }, refund, setting)
    to(sentence + done.sentence, done.state, done.breach)
  })
}

function heldMoves(state: State, to: Move<State>): void {
  if (state.openLeft) to('the player opens the held box', { ...state, round: 'settled', openLeft: false })
  if (state.cancelLeft) {
    const cancelling: State = { ...state, round: 'cancelling', refund: REFUND_DUE, cancelLeft: false }
    to('the player cancels the held box', cancelling)
  }
}
