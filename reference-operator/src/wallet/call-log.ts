import type { RawResponse } from '@coffer/operator-sdk'
import type { FaultName } from './faults.ts'
import type { SeenCall } from './rules.ts'

const KEPT_CALLS = 200
const KEPT_CHARACTERS = 300

/** An answer, or a decision that may never have become one. */
export type SaidReply = {
  /** ISO 8601, UTC. */
  at: string
  status: number
  /** Its first 300 characters. */
  body: string
}

/** One call of the wallet, as it came and as it went. Times in ISO 8601, UTC. */
export type WalletCallRecord = {
  callId: number
  arrivedAt: string
  /** Null for what is no wallet call. */
  type: SeenCall['type'] | null
  player: string | null
  idempotencyKey: string | null
  amountMinor: number | null
  currency: string | null
  /** Null for a call that no rule was for. */
  fault: FaultName | 'custom' | null
  /** Until when the wallet sleeps before it decides; null when it does not. */
  waitsUntil: string | null
  /** What the wallet itself decided, whatever was sent; null when it was not asked, or not yet. */
  decision: SaidReply | null
  /** What was sent; null when nothing was, or not yet. */
  answer: SaidReply | null
  /** `answered` whole, `cut` by the wallet, or `left` by the caller before the end; null while it is open. */
  end: 'answered' | 'cut' | 'left' | null
  endedAt: string | null
  /** Whether the caller followed the redirect of a fault, which no caller should. */
  followedRedirect: boolean
}

/** The last calls of each operator's wallet. Holds no header, so no signature. */
export class CallLog {
  readonly #calls = new Map<string, WalletCallRecord[]>()
  readonly #now: () => number
  #lastId = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Oldest first. */
  list(operator: string): WalletCallRecord[] {
    return [...(this.#calls.get(operator) ?? [])]
  }

  /** A call that has just come, and waits so long before it is decided when it is to. */
  add(
    operator: string,
    call: SeenCall | null,
    { waitsMs, ...known }: Partial<WalletCallRecord> & { waitsMs?: number | undefined },
  ): WalletCallRecord {
    const now = this.#now()
    const record: WalletCallRecord = {
      ...{ callId: ++this.#lastId, arrivedAt: isoOf(now), type: call?.type ?? null },
      ...{ player: short(call?.playerExternalId), idempotencyKey: short(call?.idempotencyKey) },
      ...{ amountMinor: call?.amountMinor ?? null, currency: short(call?.currency) },
      ...{
        fault: null,
        waitsUntil: waitsMs === undefined ? null : isoOf(now + waitsMs),
        decision: null,
        answer: null,
        end: null,
        endedAt: null,
      },
      ...{ followedRedirect: false, ...known },
    }
    const calls = this.#calls.get(operator) ?? []
    this.#calls.set(operator, [...calls, record].slice(-KEPT_CALLS))
    return record
  }

  reply({ status, body }: RawResponse): SaidReply {
    return { at: this.time(), status, body: body.slice(0, KEPT_CHARACTERS) }
  }

  time(): string {
    return isoOf(this.#now())
  }
}

const isoOf = (ms: number) => new Date(ms).toISOString()

function short(text: string | undefined): string | null {
  return text?.slice(0, KEPT_CHARACTERS) ?? null
}
