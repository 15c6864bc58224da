import type { Model, Move } from '../support/explore.ts'
import { type Done, type FlowRules, flowMoves } from '../support/flow.ts'
import { afterRefusal, refundMoves } from '../support/refund.ts'
import { isPaid, pack, type ShippingSetting, type State, startOf } from './state.ts'
import { applyOutcome, begin, cancel, resolve, told } from './transactions.ts'

export function shippingFee(name: string, setting: ShippingSetting): Model<State> {
  const rules: FlowRules<State> = {
    outside: setting,
    requests: setting.requests.length,
    nameOf: (who) => nameOf(who, setting),
    ledgerOf: (operation) => operation,
    apply: (state, who, outcome) => applyOutcome(state, who, outcome, setting),
  }
  return {
    name,
    start: startOf(setting),
    pack: (state, into) => pack(state, setting, into),
    moves(state, to) {
      actorMoves(state, setting, to)
      orderMoves(state, setting, to)
      flowMoves(state, rules, to)
    },
    wrong: (state) => wrong(state),
    wrongAtEnd: (state) => wrongAtEnd(state, setting),
    describeEnd: (state) =>
      state.intents
        .map(({ end }) => end)
        .sort()
        .join(', '),
  }
}

function nameOf(who: number, { requests }: ShippingSetting): string {
  return who < requests.length ? `ship ${who + 1}` : 'the resolver'
}

function actorMoves(state: State, setting: ShippingSetting, to: Move<State>): void {
  state.actors.forEach(({ at, operation }, who) => {
    const tell = (done: Done<State> | null) => done && to(`${nameOf(who, setting)} ${done.sentence}`, done.state)
    const isDriven = at === 'waiting' && state.operations[operation]!.lease !== -1
    if (at === 'waiting' && !isDriven) tell(told(state, who, 'has waited, and is told how it stands'))
    if (at === 'away') tell(who < setting.requests.length ? begin(state, who, setting) : resolve(state, who))
  })
}

/** To cancel an order again does nothing, so it is no move. */
function orderMoves(state: State, setting: ShippingSetting, to: Move<State>): void {
  if (state.takeLeft) {
    const item = state.item === 'free' ? 'taken' : state.item
    to(item === 'taken' ? 'another flow takes the item' : 'another flow cannot have the item', {
      ...state,
      item,
      takeLeft: false,
    })
  }
  state.intents.forEach(({ end, refund }, place) => {
    if (state.cancelsLeft > 0 && end === 'ordered') {
      const done = cancel(state, place)
      to(done.sentence, done.state)
    }
    if (end === 'cancelled' && setting.mutants.has('cancel_refunds_again')) {
      to(`order ${place + 1} is cancelled again`, state, 'an order is refunded twice')
    }
    refundMoves(refund, state.faultsLeft > 0, (sentence, moved, faults) => {
      const kept = moved.at === 'refused' ? afterRefusal(moved, setting) : moved
      const intents = state.intents.with(place, { ...state.intents[place]!, refund: kept })
      to(`${sentence} of intent ${place + 1}`, { ...state, intents, faultsLeft: state.faultsLeft - faults })
    })
  })
}

function wrong(state: State): string | null {
  for (const [place, { end, refund }] of state.intents.entries()) {
    if (end === 'ordered' && !isPaid(state, place)) return 'an order without a fee'
    if (end === 'ordered' && refund.at !== 'none') return 'an order stands, and its fee goes back'
    if (end === 'ordered' && state.item !== place) return 'an order without its item'
    if (refund.credited && !isPaid(state, place)) return 'a refund without a fee: money is created'
  }
  return null
}

function wrongAtEnd(state: State, { promise }: ShippingSetting): string | null {
  for (const [place, { end, refund }] of state.intents.entries()) {
    if (end === 'undecided') return `intent ${place + 1} is stuck`
    const isSettled = end === 'ordered' || refund.credited || refund.at === 'parked'
    const isCounted = promise === 'everything' || state.operations[place]!.state === 'accepted'
    if (isPaid(state, place) && isCounted && !isSettled) return 'a fee without an order or a refund'
  }
  return state.actors.some(({ at }) => at === 'waiting' || at === 'driving') ? 'a process is stuck' : null
}
