import type { Failure } from './failure.ts'

/** What one try came to: the parsed body of a success, or how it failed. */
export type Outcome = { answer: unknown } | { failure: Failure }

type Ours = Record<string, unknown> & { code: string; message: string; requestId: string }

type Envelope = {
  error?: unknown
  round?: { publicId: string; status: string; undecided?: boolean }
  balanceAfterMinor?: number | null
}

/** Every route of the backend API answers with a body. `now` in milliseconds. */
export function readAnswer(response: Response, text: string, now: number): Outcome {
  const body = parse(text)
  return response.ok && body !== undefined ? { answer: body } : { failure: failureOf(response, body, now) }
}

function failureOf(response: Response, body: unknown, now: number): Failure {
  const { error, round, balanceAfterMinor } = (isObject(body) ? body : {}) as Envelope
  const { status } = response
  const shared = { status, retryAfterSeconds: retryAfter(response, now), requestId: requestIdOf(response), body }
  if (!isOurs(error)) {
    const message = `The answer with status ${status} is not one of Coffer\u2019s. Is baseUrl the address of the service?`
    return { ...shared, code: 'UNREADABLE_ANSWER', message }
  }
  const { code, message, docUrl, fields, requestId: _, ...details } = error
  return {
    ...shared,
    code: error.code,
    message,
    docUrl: typeof docUrl === 'string' ? docUrl : undefined,
    fields: fields as Record<string, string[]> | undefined,
    details,
    round,
    balanceAfterMinor,
  }
}

/** Gateways answer `{error: {code, message}}` too; Coffer's own errors name their request. */
function isOurs(error: unknown): error is Ours {
  const { code, message, requestId } = (isObject(error) ? error : {}) as Partial<Ours>
  return [code, message, requestId].every((text) => typeof text === 'string')
}

const requestIdOf = (response: Response) => response.headers.get('x-request-id') ?? undefined

function retryAfter(response: Response, now: number): number | null {
  const header = response.headers.get('retry-after')
  if (header === null) return null
  if (/^\d{1,6}$/.test(header)) return Number(header)
  const at = Date.parse(header)
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
