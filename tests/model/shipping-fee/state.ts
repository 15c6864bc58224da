import { type Flow, packFlow, startFlow } from '../support/flow.ts'
import type { Packing } from '../support/packing.ts'
import { packRefund, type Refund } from '../support/refund.ts'
import type { Outside } from '../support/world.ts'

/**
 * One item that several requests want on an order, to one of two addresses, each for a fee; that another flow may take; and whose
 * orders are cancelled. Operation `n` is the debit of intent `n`.
 */
export type ShippingSetting = Outside & {
  /** The address of each request; equal ones stand together. */
  requests: readonly number[]
  /** How many orders are cancelled. */
  cancels: number
  faults: number
  mutants: ReadonlySet<ShippingMutant>
  /** What must hold at the end: of every fee that the wallet took, or of those that we heard of. */
  promise: 'everything' | 'what_we_heard'
}

export type ShippingMutant =
  | 'order_before_fee'
  | 'key_of_items_and_address'
  | 'live_accept_ignores_items'
  | 'resolver_accept_without_refund'
  | 'cancel_refunds_again'
  | 'no_state_check_at_order'
  | 'accept_after_refusal_ignored'
  | 'no_guard_before_sending'
  | 'any_refusal_is_final'
  | 'quarantine_too_short'

export type State = Flow &
  Readonly<{
    intents: readonly Intent[]
    /** `free`, taken by another flow, or on the order of an intent. */
    item: 'free' | 'taken' | number
    /** Another flow may still take the item. */
    takeLeft: boolean
    cancelsLeft: number
  }>

/**
 * A fee that is asked for, and the order it is for. `no_order`: the fee was taken, but the items could not be had, or nobody waited
 * any more.
 */
export type Intent = Readonly<{
  address: number
  end: (typeof ENDS)[number]
  refund: Refund
  /** A fee was moved under this intent's key before it was asked for. */
  paidBefore: boolean
}>

const ENDS = ['undecided', 'ordered', 'cancelled', 'no_order', 'refused'] as const

export function startOf({ requests, cancels, faults }: ShippingSetting): State {
  return { ...startFlow(requests.length, [], faults), intents: [], item: 'free', takeLeft: true, cancelsLeft: cancels }
}

export function pack(state: State, setting: ShippingSetting, into: Packing): void {
  const item = state.item === 'free' ? 0 : state.item === 'taken' ? 1 : state.item + 2
  into.push((item * 2 + (state.takeLeft ? 1 : 0)) * 4 + state.cancelsLeft)
  into.push(state.intents.length)
  for (const { address, end, refund, paidBefore } of state.intents) {
    into.push((ENDS.indexOf(end) * 2 + address) * 2 + (paidBefore ? 1 : 0))
    into.push(packRefund(refund))
  }
  const counts = new Map<number, number>()
  for (const address of setting.requests) counts.set(address, (counts.get(address) ?? 0) + 1)
  packFlow(state, [...counts.values(), 1], into)
}

/** The fee that this intent itself moved. */
export function isPaid(state: State, place: number): boolean {
  return state.ledgers[place]!.moved > 0 && !state.intents[place]!.paidBefore
}
