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

/** The next step for staff, where that of the contract is for a developer. */
const NEXT: Partial<Readonly<Record<FailureCode, string>>> = {
  SERVICE_UNAVAILABLE: 'Try again in a minute. If your last change was saved, you will see it then.',
  ENDPOINT_CHANGED: 'Cancel to see the current endpoint, then repeat your change.',
  SETTINGS_CHANGED: 'Cancel to see the current settings, then repeat your change.',
  WALLET_OPERATIONS_UNDECIDED: 'Wait until it has decided them, then try again.',
  API_KEY_LIMIT_REACHED: 'Revoke a key that is no longer needed, then try again.',
}

/** What happened, and what to do next. */
export function failureText(code: FailureCode): FailureText {
  if (code === 'OFFLINE') return NO_ANSWER
  const error = Object.hasOwn(errors, code) ? errors[code] : undefined
  return error === undefined ? UNREADABLE : { what: error.message, next: NEXT[code] ?? error.next }
}
