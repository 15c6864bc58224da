import { ERRORS } from '@coffer/contract/errors'
import type { FailureCode } from '@coffer/web'

type FailureText = { what: string; next: string }

const NO_ANSWER: FailureText = {
  what: 'The service did not answer.',
  next: 'Check your connection and try again. If your last change was saved, you will see it then.',
}
const UNREADABLE: FailureText = {
  what: 'The service sent an unexpected answer.',
  next: 'Try again in a minute. If your last change was saved, you will see it then.',
}

const errors: Readonly<Record<string, { message: string; next: string }>> = ERRORS

/** What happened, and what to do next. */
export function failureText(code: FailureCode): FailureText {
  if (code === 'OFFLINE') return NO_ANSWER
  const error = Object.hasOwn(errors, code) ? errors[code] : undefined
  return error === undefined ? UNREADABLE : { what: error.message, next: error.next }
}
