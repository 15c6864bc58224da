import { Changes } from '../changes.ts'
import { beginCall, type CallEnd, type CallStart, type SignedCall, withoutTokens } from './signed-call.ts'

const KEPT_CALLS = 200
const KEPT_CHARACTERS = 20_000

/** The last signed calls of each casino, in both directions. Holds no secret: a signature proves a call and opens nothing later. */
export class SignedCalls extends Changes {
  readonly #calls = new Map<string, SignedCall[]>()
  readonly #now: () => number
  #lastId = 0

  constructor(now: () => number) {
    super()
    this.#now = now
  }

  /** Newest first. */
  list(operator: string): SignedCall[] {
    return (this.#calls.get(operator) ?? []).toReversed()
  }

  find(operator: string, callId: number): SignedCall | null {
    return this.#calls.get(operator)?.find((call) => call.callId === callId) ?? null
  }

  /** Notes a call that begins. Returns what notes its end, once. */
  begin(operator: string, start: CallStart): (end: CallEnd) => void {
    const begunMs = performance.now()
    const call = beginCall(++this.#lastId, new Date(this.#now()).toISOString(), start)
    call.body = call.body.slice(0, KEPT_CHARACTERS)
    this.#calls.set(operator, [...(this.#calls.get(operator) ?? []), call].slice(-KEPT_CALLS))
    this.changed(operator)
    return ({ status, answer, end }) => {
      if (call.end !== null) return
      const text = answer === null ? null : withoutTokens(answer).slice(0, KEPT_CHARACTERS)
      Object.assign(call, { status, end, answer: text, tookMs: Math.round(performance.now() - begunMs) })
      this.changed(operator)
    }
  }
}
