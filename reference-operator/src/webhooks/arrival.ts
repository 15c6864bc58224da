/** One delivery as it arrived at this casino, whether or not it was believed. Times in ISO 8601, UTC. */
export type Arrival = {
  arrivalId: number
  arrivedAt: string
  /** The header `webhook-id`: the same in every attempt of one delivery. */
  deliveryId: string | null
  /** What the body says of itself; null where it says nothing usable. */
  type: string | null
  player: string | null
  idempotencyKey: string | null
  /** What each signature is worth: `ok`, or why it is not. */
  standard: CheckResult
  envelope: CheckResult
  verdict: Verdict
  /** The fault that stood in the way; null when none did. */
  fault: string | null
  /** What was answered; null when nothing was, or not yet. */
  status: number | null
  /** Null while the sender still waits. */
  endedAt: string | null
}

/** With everything that came: the path that was signed, headers with names in lower case, and the raw body. */
export type ArrivalDetail = Arrival & {
  path: string
  headers: Record<string, string>
  body: string
  canonical: string | null
}

/** `ok`, or the SDK's reason; `NO_SECRET` when this casino was given none, `NOT_READ` for a body that is too large. */
export type CheckResult = string

/**
 * `first`: believed, and its key was new. `duplicate`: believed, and its key was taken before, so nothing is done again.
 * `refused`: not believed. `dropped`: a fault came before anything was done.
 */
export type Verdict = 'first' | 'duplicate' | 'refused' | 'dropped'

export type Said = Pick<Arrival, 'type' | 'player' | 'idempotencyKey'>

const LONGEST = 400

/** What a body says of itself, before anyone checked it. */
export function lookAtDelivery(body: Uint8Array): Said {
  const { type, playerExternalId, idempotencyKey } = parse(body)
  return { type: textOf(type), player: textOf(playerExternalId), idempotencyKey: textOf(idempotencyKey) }
}

function parse(body: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value.slice(0, LONGEST) : null
}
