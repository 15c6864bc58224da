import type { WebhookDelivery } from '@coffer/operator-sdk'
import { Changes } from '../changes.ts'
import type { Shelf } from '../sqlite.ts'
import type { Arrival, ArrivalDetail } from './arrival.ts'
import { ReceiverFaults } from './faults.ts'
import { type Standing, standingOf } from './kyc-standing.ts'
import type { KnownIdentity, KycCopy } from './kyc-store.ts'
import type { OrderCopy } from './order-store.ts'
import { type NewArrival, openStore, type Store } from './store.ts'

/** Every delivery that arrived at the casinos of this process, and what the receiver is told to do to the next ones. */
export class Inbox extends Changes {
  readonly faults = new ReceiverFaults()
  readonly #store: Store
  readonly #now: () => number
  #isClosed = false

  constructor(shelf: Shelf, now: () => number) {
    super()
    this.#store = openStore(shelf)
    this.#now = now
    this.faults.onChange((operator) => this.changed(operator))
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.#now()
  }

  /** Uses the key of an event up, `first` for one that was never taken, and does what the event asks for in the same transaction. */
  take(operator: string, event: WebhookDelivery): 'first' | 'duplicate' {
    return this.#store.atOnce(() => {
      const verdict = this.#store.takeKey(operator, event.idempotencyKey, this.#time())
      if (verdict === 'first') this.#act(operator, event)
      return verdict
    })
  }

  /** The casino's own copies of a player's shipping orders, the newest order first. */
  orders(operator: string, player: string): OrderCopy[] {
    return this.#store.listOrders(operator, player)
  }

  /** The casino's own copies of a player's verifications, the newest first. */
  verifications(operator: string, player: string): KycCopy[] {
    return this.#store.listKyc(operator, player)
  }

  /** Who the player is, as far as a verification has said; null when none has. */
  identity(operator: string, player: string): KnownIdentity | null {
    return this.#store.findIdentity(operator, player)
  }

  standing(operator: string, player: string): Standing {
    return standingOf(this.verifications(operator, player), this.#store.findInvitation(operator, player))
  }

  /** Asks the player for a verification that is open: their page says so from now on. */
  invite(operator: string, player: string, requestId: number): void {
    this.#store.upsertInvitation(operator, player, requestId)
    this.changed(operator)
  }

  /** Notes a delivery. Returns what notes its end, with the status that was sent. */
  add(operator: string, arrival: Omit<NewArrival, 'arrivedAt' | 'status' | 'endedAt'>) {
    const arrivalId = this.#store.insertArrival(operator, {
      ...{ ...arrival, arrivedAt: this.#time(), status: null, endedAt: null },
    })
    this.changed(operator)
    return (status: number | null) => {
      if (this.#isClosed) return
      this.#store.markEnd(arrivalId, status, this.#time())
      this.changed(operator)
    }
  }

  /** Newest first. */
  list(operator: string): Arrival[] {
    return this.#store.listArrivals(operator)
  }

  find(operator: string, arrivalId: number): ArrivalDetail | null {
    return this.#store.findArrival(operator, arrivalId)
  }

  /** Deliveries that nobody answered yet end with their connections, and are noted no more. */
  close(): void {
    this.#isClosed = true
    this.#store.close()
  }

  #act(operator: string, event: WebhookDelivery): void {
    if (!event.known) return
    if (event.type === 'fulfillment_notice') this.#store.takeNotice(operator, event.payload)
    if (event.type === 'kyc_status_changed') this.#store.takeKycChange(operator, event.payload)
  }

  #time(): string {
    return new Date(this.#now()).toISOString()
  }
}
