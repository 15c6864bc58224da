import { ERRORS, type ErrorCode } from '@coffer/contract/errors'
import { AmountOutOfRange } from '@coffer/contract/money'
import { errorAnswer } from '@coffer/contract/shapes'
import { invalidField, Refusal } from '../kernel/index.ts'
import { type Context, isDatabaseGone } from '../platform/index.ts'

/** A body with an error that the server completes. */
export type ErrorBody = { error: { code: ErrorCode } & Record<string, unknown> } & Record<string, unknown>
export type ErrorAnswer = { status: number; body: ErrorBody; headers: Record<string, string> }

/** The answer to whatever was thrown. What is no refusal is a bug of ours: it is logged, and nothing of it is shown. */
export function answerOfError(ctx: Context, requestId: string, error: unknown): ErrorAnswer {
  if (error instanceof Refusal) return answerOfRefusal(error)
  const known = knownFailure(error)
  if (known) return answerOfRefusal(known)
  if (isDatabaseGone(error)) {
    // The outage is logged once, by who watches it. Whether the request took effect may not be known: its repeat finds out.
    return answerOfRefusal(new Refusal('SERVICE_UNAVAILABLE', { retryAfterSeconds: ctx.limits.undecidedRetrySeconds }))
  }
  ctx.log.error({ requestId, err: error }, 'a request met a bug')
  return answerOfRefusal(new Refusal('INTERNAL'))
}

function answerOfRefusal({ code, status, details }: Refusal): ErrorAnswer {
  const { retryAfterSeconds, ...shown } = details
  const headers: Record<string, string> =
    retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  return { status, body: { error: { code, ...shown } }, headers }
}

/** What is raised for a request that cannot be read, or for an amount that its currency cannot hold. */
function knownFailure(error: unknown): Refusal | null {
  if (!(error instanceof Error)) return null
  if (error instanceof AmountOutOfRange) return new Refusal('UNSUPPORTED_CURRENCY')
  const status = 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 403 || status === 404) return new Refusal('NOT_FOUND')
  if (status === 413) return new Refusal('BODY_TOO_LARGE')
  return status >= 400 && status < 500 ? invalidField('body', 'cannot be read') : null
}

export function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body
}

export function docUrl(ctx: Context, code: ErrorCode): string {
  return `${ctx.config.baseUrl}/docs/errors/${code}`
}

/** Adds the words, the request id and the page of the code. The order of the fields is always the same. */
export function completeError(ctx: Context, requestId: string, { error, ...rest }: ErrorBody): unknown {
  const words = { message: ERRORS[error.code].message, requestId, docUrl: docUrl(ctx, error.code) }
  return errorAnswer.parse({ error: { ...error, ...words }, ...rest })
}
