import { Changes } from '../changes.ts'
import { maskPersonal } from '../personal.ts'
import { beginCall, type CallEnd, type CallStart, type SignedCall, withoutTokens } from './signed-call.ts'

const KEPT_CALLS = 200
const KEPT_CHARACTERS = 20_000
/** What staff writes of a player for the reviewer alone. */
const KYC_FIELDS = ['reason']

/** A call as it is shown, and the texts of it that are shown only to whoever asks. */
type Kept = { call: SignedCall; bare: Pick<SignedCall, 'body' | 'answer'> }

/**
 * The last signed calls of each casino, in both directions. Holds no secret: a signature proves a call and opens nothing later. What is
 * personal is masked unless it is asked for.
 */
export class SignedCalls extends Changes {
  readonly #calls = new Map<string, Kept[]>()
  readonly #now: () => number
  #lastId = 0

  constructor(now: () => number) {
    super()
    this.#now = now
  }

  /** Newest first. */
  list(operator: string): SignedCall[] {
    return (this.#calls.get(operator) ?? []).map(({ call }) => call).reverse()
  }

  find(operator: string, callId: number, showsPersonal = false): SignedCall | null {
    const kept = this.#calls.get(operator)?.find(({ call }) => call.callId === callId)
    if (!kept) return null
    const isShown = showsPersonal && kept.call.personal === 'masked'
    return isShown ? { ...kept.call, ...kept.bare, personal: 'shown' } : kept.call
  }

  /** Notes a call that begins. Returns what notes its end, once. */
  begin(operator: string, start: CallStart): (end: CallEnd) => void {
    const begunMs = performance.now()
    const call = beginCall(++this.#lastId, new Date(this.#now()).toISOString(), start)
    const kept: Kept = { call, bare: { body: '', answer: null } }
    const fields = start.path.startsWith('/api/s2s/kyc/') ? KYC_FIELDS : []
    note(kept, 'body', start.body, fields)
    this.#calls.set(operator, [...(this.#calls.get(operator) ?? []), kept].slice(-KEPT_CALLS))
    this.changed(operator)
    return ({ status, answer, end }) => {
      if (call.end !== null) return
      if (answer !== null) note(kept, 'answer', withoutTokens(answer), fields)
      Object.assign(call, { status, end, tookMs: Math.round(performance.now() - begunMs) })
      this.changed(operator)
    }
  }
}

/** The whole text is masked before it is cut: half a JSON object says no more what is in it. */
function note({ call, bare }: Kept, part: 'body' | 'answer', text: string, fields: readonly string[]): void {
  const masked = maskPersonal(text, fields)
  if (masked !== text) call.personal = 'masked'
  call[part] = masked.slice(0, KEPT_CHARACTERS)
  bare[part] = text.slice(0, KEPT_CHARACTERS)
}
