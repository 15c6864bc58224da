import { ERRORS } from '@coffer/contract/errors'
import type { FailureCode } from '@coffer/web'

export type FailureText = { what: string; next: string }

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
  RESTRICTIONS_CHANGED: 'Cancel to see the current restrictions, then repeat your change.',
  UNKNOWN_BOX: 'Choose a box in the list.',
  BOX_CHANGED: 'Cancel to see the current box, then repeat your change.',
  ORDER_CHANGED: 'Close this dialog to see the current order, then repeat your change.',
  ITEM_CHANGED: 'Cancel to see the current item, then repeat your change.',
  HELD_VALUE_NOT_WAITING: 'Cancel to see the current item.',
  SETTINGS_CHANGED: 'Cancel to see the current settings, then repeat your change.',
  WALLET_OPERATIONS_UNDECIDED: 'Wait until it has decided them, then try again.',
  API_KEY_LIMIT_REACHED: 'Revoke a key that is no longer needed, then try again.',
  PASSKEY_REQUIRED: 'Load the page again to add one.',
  CONFIRMATION_REQUIRED: 'Try again, and confirm with your passkey.',
  PASSKEY_NOT_FOUND: 'Load the page again to see your passkeys.',
}

/** What happened, and what to do next. */
export function failureText(code: FailureCode): FailureText {
  if (code === 'OFFLINE') return NO_ANSWER
  const error = Object.hasOwn(errors, code) ? errors[code] : undefined
  return error === undefined ? UNREADABLE : { what: error.message, next: NEXT[code] ?? error.next }
}

/** A failure in the browser, in words for staff. */
export class BrowserFailure extends Error {
  readonly text: FailureText

  constructor(text: FailureText) {
    super(text.what)
    this.text = text
  }
}

export const NOT_BY_HOST_NAME = 'Passkeys need the admin to be opened by its host name over https.'

/** Failures of the browser's passkey functions, by the name of their error. */
const PASSKEY_FAILURES: Readonly<Record<string, FailureText>> = {
  AbortError: { what: 'The request was cancelled or took too long.', next: 'Try again.' },
  NotAllowedError: { what: 'The request was cancelled or took too long.', next: 'Try again.' },
  InvalidStateError: {
    what: 'This device already has a passkey of this account.',
    next: 'Use that passkey, or add one on another device.',
  },
  SecurityError: { what: NOT_BY_HOST_NAME, next: 'Ask an administrator for the address.' },
  NotSupportedError: {
    what: 'This device cannot have a passkey.',
    next: 'Use a device with fingerprint, face or PIN, or a security key with a PIN.',
  },
}
const ANY_PASSKEY_FAILURE: FailureText = {
  what: 'The passkey could not be used.',
  next: 'Try again. If the error returns, load the page again or use another browser.',
}

/** The failure of a request to the device for a passkey. */
export function passkeyFailure(error: unknown): BrowserFailure {
  const name = error instanceof Error ? error.name : ''
  const known = Object.hasOwn(PASSKEY_FAILURES, name) ? PASSKEY_FAILURES[name] : undefined
  return new BrowserFailure(known ?? ANY_PASSKEY_FAILURE)
}
