import { CofferError } from './error.ts'

type Envelope = {
  error?: { code?: unknown; message?: unknown; requestId?: unknown; fields?: Record<string, string[]> }
  round?: { publicId: string; status: string }
  balanceAfterMinor?: number | null
}

/** The parsed body of a success. Throws CofferError for anything else. `now` in milliseconds. */
export function readAnswer(response: Response, text: string, now: number): unknown {
  if (response.status === 204) return undefined
  const body = parse(text)
  if (response.ok && body !== undefined) return body
  throw refusalOf(response, body, now)
}

function refusalOf(response: Response, body: unknown, now: number): CofferError {
  const { error, round, balanceAfterMinor } = (isObject(body) ? body : {}) as Envelope
  const requestId = response.headers.get('x-request-id') ?? undefined
  const shared = { status: response.status, retryAfterSeconds: retryAfter(response, now), requestId, body }
  if (!isObject(error) || typeof error.code !== 'string') {
    const message = `The answer with status ${response.status} is not one of Coffer\u2019s.`
    return new CofferError({ ...shared, code: 'UNREADABLE_ANSWER', message })
  }
  const message = typeof error.message === 'string' ? error.message : error.code
  return new CofferError({ ...shared, code: error.code, message, fields: error.fields, round, balanceAfterMinor })
}

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
