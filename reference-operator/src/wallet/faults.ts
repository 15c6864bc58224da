/** A fault whose answer says nothing of what the wallet decided; `apply-then-…` moves the money behind it. */
export type LostAnswer =
  | 'hang'
  | 'reset'
  | 'server-error'
  | 'garbage'
  | 'empty'
  | 'accepted-as-text'
  | 'redirect'
  | 'trickle'
  | 'huge'
export type FaultName = PlainFault | LostAnswer | `apply-then-${LostAnswer}`
export type PlainFault = 'ok' | 'slow' | 'too-slow' | 'hang-then-apply' | 'refuse' | 'refuse-without-code'

/** What goes wrong between the wallet and the wire. */
export type Fault = {
  /** Left out by one that is put together by hand. */
  name?: FaultName
  /** Passes before anything else happens, whether or not the caller is still there. */
  waitMs?: number
  /** Whether the wallet gets the call, so that its ledger moves whatever the answer below says. */
  apply: boolean
  /** The wallet decides against the call, unless it accepted the key before. Null is a refusal without an `errorCode`. */
  refuse?: { errorCode: string | null }
  answer: FaultAnswer
}

/** `honest` is what the wallet decided; `trickle` and `padded` are too, but for how they arrive. */
export type FaultAnswer =
  | { kind: 'honest' }
  | { kind: 'raw'; status: number; body: string }
  | { kind: 'redirect' }
  | { kind: 'trickle'; everyMs: number }
  | { kind: 'padded'; bytes: number }
  | { kind: 'hang' }
  | { kind: 'reset' }

const TRICKLE_MS = 500
const HUGE_BYTES = 10 * 1024 * 1024

const raw = (status: number, body: string): FaultAnswer => ({ kind: 'raw', status, body })

/** Makes a fault whose answer does not say what the wallet decided. `apply: true` moves the money before the answer is lost. */
const lost =
  (name: LostAnswer, answer: FaultAnswer) =>
  ({ apply = false } = {}): Fault => ({ name: apply ? `apply-then-${name}` : name, apply, answer })

const late = (name: 'slow' | 'too-slow' | 'hang-then-apply', answer: FaultAnswer) => (waitMs: number) => {
  return { name, waitMs, apply: true, answer } satisfies Fault
}

const refusal = (name: 'refuse' | 'refuse-without-code', errorCode: string | null): Fault => {
  return { name, apply: true, refuse: { errorCode }, answer: { kind: 'honest' } }
}

/** Every fault, made by a call. */
export const faults = {
  ok: (): Fault => ({ name: 'ok', apply: true, answer: { kind: 'honest' } }),
  slow: late('slow', { kind: 'honest' }),
  tooSlow: late('too-slow', { kind: 'honest' }),
  hangThenApply: late('hang-then-apply', { kind: 'hang' }),
  hang: lost('hang', { kind: 'hang' }),
  serverError: lost('server-error', raw(500, '{"accepted":true,"balanceAfterMinor":1}')),
  reset: lost('reset', { kind: 'reset' }),
  garbage: lost('garbage', raw(200, '{"accepted": tr')),
  empty: lost('empty', raw(200, '')),
  acceptedAsText: lost('accepted-as-text', raw(200, '{"accepted":"true","balanceAfterMinor":1}')),
  redirect: lost('redirect', { kind: 'redirect' }),
  trickle: lost('trickle', { kind: 'trickle', everyMs: TRICKLE_MS }),
  huge: lost('huge', { kind: 'padded', bytes: HUGE_BYTES }),
  refuse: (errorCode: string) => refusal('refuse', errorCode),
  refuseWithoutCode: () => refusal('refuse-without-code', null),
} as const
