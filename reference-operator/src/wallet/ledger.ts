import { EventEmitter } from 'node:events'
import { exponentOf, type WalletReference } from '@coffer/operator-sdk'
import { inTransaction, type Shelf } from '../sqlite.ts'
import { openDatabase } from './database.ts'
import { type Balance, createStore, type EntryType, type LedgerEntry, type Player, type Store } from './store.ts'

/** What an unknown player starts with: 1,000.00 of a currency with minor digits, 100,000 of one without. */
const OPENING_MAJOR_UNITS = 1000
const OPENING_WITHOUT_MINOR_UNIT = 100_000

export type Owner = { operator: string; player: string }
type Movement = {
  type: EntryType
  currency: string
  /** Signed. */
  amountMinor: number
  idempotencyKey: string | null
  reference: WalletReference | null
  /** When the call came, ISO 8601; left out for what the casino itself did. */
  askedAt?: string
  /** How many movements the key had before; 0 when left out, and in every wallet that keeps its word. */
  copy?: number
}

/** The money of the players of every casino in this process: one balance per currency, one append-only ledger. */
export class Ledger {
  readonly #database
  readonly #store: Store
  readonly #now: () => number
  readonly #events = new EventEmitter().setMaxListeners(0)
  /** Entries of the transaction under way; told to listeners once it is committed. */
  #written: LedgerEntry[] = []

  constructor(shelf: Shelf, now: () => number) {
    this.#database = openDatabase(shelf)
    this.#store = createStore(this.#database)
    this.#now = now
  }

  /** Again is no change. */
  close(): void {
    if (this.#database.isOpen) this.#database.close()
  }

  /** Runs a piece of work as one transaction. Listeners hear of its entries after the commit, and of none otherwise. */
  transaction<T>(work: () => T): T {
    this.#written = []
    const result = inTransaction(this.#database, work)
    for (const entry of this.#written) this.#events.emit('entry', entry)
    return result
  }

  /** Calls back with every new entry. Returns the function that stops it. */
  onEntry(listener: (entry: LedgerEntry) => void): () => void {
    this.#events.on('entry', listener)
    return () => this.#events.off('entry', listener)
  }

  findPlayer({ operator, player }: Owner): Player | null {
    return this.#store.findPlayer(operator, player)
  }

  findBalance({ operator, player }: Owner, currency: string): number | null {
    return this.#store.findBalance(operator, player, currency)
  }

  listBalances({ operator, player }: Owner): Balance[] {
    return this.#store.listBalances(operator, player)
  }

  findByKey(operator: string, idempotencyKey: string): LedgerEntry | null {
    return this.#store.findByKey(operator, idempotencyKey)
  }

  countByKey(operator: string, idempotencyKey: string): number {
    return this.#store.countByKey(operator, idempotencyKey)
  }

  findRefusal(operator: string, idempotencyKey: string): { errorCode: string | null } | null {
    return this.#store.findRefusal(operator, idempotencyKey)
  }

  /** Remembers the first refusal of a key. */
  keepRefusal(operator: string, idempotencyKey: string, errorCode: string | null): void {
    this.#store.insertRefusal(operator, idempotencyKey, errorCode, this.#timestamp())
  }

  /** Oldest first; of one player at most the newest `limit` after an id. */
  listEntries(operator: string, player?: string, afterId?: number, limit?: number): LedgerEntry[] {
    return this.#store.listEntries(operator, player, afterId, limit)
  }

  markBlocked({ operator, player }: Owner, blocked: boolean): void {
    this.#store.markBlocked(operator, player, blocked)
  }

  /** The player's balance; a new player, or a new currency, is opened with a demo balance. Inside a transaction only. */
  openBalance(owner: Owner, currency: string): number {
    const known = this.findBalance(owner, currency)
    if (known !== null) return known
    if (!this.findPlayer(owner)) this.#store.insertPlayer(owner.operator, owner.player, this.#timestamp())
    const amountMinor = openingMinor(currency)
    this.#store.putBalance(owner.operator, owner.player, currency, 0)
    return this.move(owner, { type: 'opening', currency, amountMinor, idempotencyKey: null, reference: null })
      .balanceAfterMinor
  }

  /** Writes one movement and the balance after it. Inside a transaction only. Throws RangeError when that is no balance. */
  move(owner: Owner, movement: Movement): LedgerEntry {
    const balanceAfterMinor = (this.findBalance(owner, movement.currency) ?? 0) + movement.amountMinor
    if (!Number.isSafeInteger(balanceAfterMinor) || balanceAfterMinor < 0) throw new RangeError('not a balance')
    this.#store.putBalance(owner.operator, owner.player, movement.currency, balanceAfterMinor)
    const occurredAt = this.#timestamp()
    const providerTxnRef = `txn_${crypto.randomUUID()}`
    const { askedAt = null, copy = 0 } = movement
    const told = { balanceAfterMinor, providerTxnRef, askedAt, occurredAt, copy }
    const entry = this.#store.insertEntry({ ...owner, ...movement, ...told })
    this.#written.push(entry)
    return entry
  }

  #timestamp(): string {
    return new Date(this.#now()).toISOString()
  }
}

function openingMinor(currency: string): number {
  const exponent = exponentOf(currency)
  return exponent === 0 ? OPENING_WITHOUT_MINOR_UNIT : OPENING_MAJOR_UNITS * 10 ** exponent
}
