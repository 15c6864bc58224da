import { ERRORS, type ErrorCode } from '@coffer/contract/errors'

/** Fields that a refusal adds to `error`, such as `current` of PRICE_CHANGED. */
export type RefusalDetails = {
  fields?: Record<string, string[]>
  current?: unknown
  state?: string
  reason?: string
  /** When it will no longer be refused, ISO 8601; null when nobody can say. */
  until?: string | null
  walletErrorCode?: string
  /** Amounts of SHIPMENT_BELOW_MINIMUM. */
  minimumMinor?: number
  valueMinor?: number
  currency?: string
  /** Sent as `Retry-After`. */
  retryAfterSeconds?: number
}

/** An expected no. Its status, words and advice stand in the error table. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly details: RefusalDetails

  constructor(code: ErrorCode, details: RefusalDetails = {}) {
    super(ERRORS[code].message)
    this.name = 'Refusal'
    this.code = code
    this.details = details
  }

  get status(): number {
    return ERRORS[this.code].status
  }
}

/** Messages by the path of what they are about, as `fields` takes them. A path may be any word, `constructor` too. */
export function messagesByPath(faults: Iterable<readonly [path: string, message: string]>): Record<string, string[]> {
  const byPath = Map.groupBy(faults, ([path]) => path)
  return Object.fromEntries([...byPath].map(([path, ofPath]) => [path, ofPath.map(([, message]) => message)]))
}

/** 422 that names one field. */
export function invalidField(path: string, message: string): Refusal {
  return new Refusal('VALIDATION_FAILED', { fields: { [path]: [message] } })
}
