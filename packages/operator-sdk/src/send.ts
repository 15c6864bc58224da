import type { Failure } from './failure.ts'
import { type Outcome, readAnswer } from './read-answer.ts'
import type { PlainRequest } from './request.ts'
import type { Settings } from './settings.ts'
import { sign } from './signing.ts'

const RANDOM_BYTES = 18

/** What `fetch` says when no connection came about. Anything else may have been received, and so may these on reading or writing. */
const NEVER_CONNECTED = [
  ...['ECONNREFUSED', 'EHOSTUNREACH', 'ENETUNREACH', 'EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN'],
  'UND_ERR_CONNECT_TIMEOUT',
]
const AFTER_CONNECTING: readonly unknown[] = ['read', 'write']

export type SendOptions = { timeoutMs: number; signal: AbortSignal | undefined }

/** Sends a request once, signed for this moment with a nonce of its own. */
export async function send(settings: Settings, request: PlainRequest, options: SendOptions): Promise<Outcome> {
  const { timeoutMs, signal } = options
  if (signal?.aborted) return { failure: { ...aborted(signal), neverSent: true } }
  const timeout = AbortSignal.timeout(timeoutMs)
  const { url, method, body } = request
  const headers = headersOf(settings, request)
  try {
    const response = await settings.fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body }),
    })
    return readAnswer(response, await response.text(), settings.now())
  } catch (cause) {
    if (signal?.aborted) return { failure: aborted(signal) }
    return { failure: timeout.aborted ? timedOut(timeoutMs, cause) : unanswered(cause) }
  }
}

function headersOf(settings: Settings, { method, path, body }: PlainRequest): Record<string, string> {
  const { headers } = sign({
    secret: settings.keySecret,
    keyId: settings.keyId,
    method,
    path,
    body: body ?? '',
    timestamp: Math.floor(settings.now() / 1000),
    nonce: randomText(settings),
  })
  return body === undefined ? headers : { ...headers, 'content-type': 'application/json' }
}

/** A text that comes only once: 24 characters that need no escape anywhere. */
export function randomText({ randomBytes }: Settings): string {
  return Buffer.from(randomBytes(RANDOM_BYTES)).toString('base64url')
}

/** The signal of the caller ended the call. */
export function aborted(signal: AbortSignal | undefined): Failure {
  const message = 'The call was ended by its signal.'
  return { status: 0, code: 'ABORTED', message, retryAfterSeconds: null, cause: signal?.reason }
}

function timedOut(timeoutMs: number, cause: unknown): Failure {
  const message = `Coffer did not answer within ${timeoutMs} ms.`
  return { status: 0, code: 'NO_ANSWER', message, retryAfterSeconds: null, cause }
}

function unanswered(cause: unknown): Failure {
  const { code, syscall } = systemError(cause)
  const neverSent = code !== null && NEVER_CONNECTED.includes(code) && !AFTER_CONNECTING.includes(syscall)
  const what = neverSent ? 'Coffer could not be reached' : 'The connection to Coffer broke before an answer came'
  const message = code === null ? `${what}.` : `${what} (${code}).`
  return { status: 0, code: 'NO_ANSWER', message, neverSent, retryAfterSeconds: null, cause }
}

type SystemError = { code?: unknown; syscall?: unknown }

/** What the system's error says, which `fetch` puts into the cause of its own. */
function systemError(error: unknown): { code: string | null; syscall: unknown } {
  const outer = (error ?? {}) as SystemError & { cause?: SystemError }
  const { code, syscall } = typeof outer.cause?.code === 'string' ? outer.cause : outer
  return { code: typeof code === 'string' ? code : null, syscall }
}
