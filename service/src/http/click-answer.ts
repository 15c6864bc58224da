import type { ClickAnswer } from '../actions/index.ts'
import type { HttpAnswer } from './handlers.ts'

/** A click's answer over HTTP: the stored status and body, and headers that say whether it is a repeat and whether to repeat it. */
export function clickAnswer(answer: ClickAnswer): HttpAnswer {
  const headers: Record<string, string> = {}
  if (answer.replayed) headers['coffer-replayed'] = 'true'
  if (answer.retryAfterSeconds !== undefined) headers['retry-after'] = String(answer.retryAfterSeconds)
  return { status: answer.status, body: answer.body, headers }
}
