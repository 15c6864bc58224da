import type { adminRoutes, CSRF_HEADER } from '@coffer/contract/admin'
import { type AnswerOf, ApiFailure, createApi, type Endpoints, type FailureCode } from '@coffer/web'

type Routes = typeof adminRoutes
/** The body of a route's successful answer. */
export type Answer<R extends keyof Routes> = AnswerOf<Routes[R]>

const EXPORT_TIMEOUT_MS = 120_000
/** Verification reads the whole log. */
const VERIFY_TIMEOUT_MS = 120_000
/** One request replays up to 10,000 deliveries. */
const REPLAY_TIMEOUT_MS = 60_000
/** Reads a file of up to 2 MiB, and all items, boxes and vault rows that it names. */
const VALUE_FILE_TIMEOUT_MS = 120_000
/** A picture of up to 5 MiB over a slow line. */
const UPLOAD_TIMEOUT_MS = 120_000
/** Photos are removed from the document store. */
const ERASE_TIMEOUT_MS = 60_000
/** The answer waits for the first call that refunds the fee. */
const CANCEL_TIMEOUT_MS = 60_000

const endpoints: Endpoints<Routes> = {
  signIn: ['POST', '/api/admin/sign-in'],
  signOut: ['POST', '/api/admin/sign-out'],
  startPasskeySignIn: ['POST', '/api/admin/sign-in/passkey/options'],
  signInWithPasskey: ['POST', '/api/admin/sign-in/passkey'],
  signInWithRecoveryCode: ['POST', '/api/admin/sign-in/recovery-code'],
  me: ['GET', '/api/admin/me'],
  startConfirmation: ['POST', '/api/admin/me/confirmation/options'],
  confirmSession: ['POST', '/api/admin/me/confirmation'],
  listPasskeys: ['GET', '/api/admin/me/passkeys'],
  startPasskey: ['POST', '/api/admin/me/passkeys/options'],
  addPasskey: ['POST', '/api/admin/me/passkeys'],
  removePasskey: ['POST', '/api/admin/me/passkeys/:passkeyId/remove'],
  replaceRecoveryCodes: ['POST', '/api/admin/me/recovery-codes'],
  listOwnSessions: ['GET', '/api/admin/me/sessions'],
  endOwnSession: ['POST', '/api/admin/me/sessions/:sessionId/end'],
  endOtherSessions: ['POST', '/api/admin/me/sessions/end-others'],
  listStaff: ['POST', '/api/admin/staff/list'],
  exportStaff: ['POST', '/api/admin/staff/export', EXPORT_TIMEOUT_MS],
  inviteStaff: ['POST', '/api/admin/staff'],
  getStaff: ['GET', '/api/admin/staff/:staffId'],
  grantStaffRoles: ['POST', '/api/admin/staff/:staffId/roles'],
  createStaffLink: ['POST', '/api/admin/staff/:staffId/link'],
  disableStaff: ['POST', '/api/admin/staff/:staffId/disable'],
  enableStaff: ['POST', '/api/admin/staff/:staffId/enable'],
  endStaffSession: ['POST', '/api/admin/staff/:staffId/sessions/:sessionId/end'],
  endStaffSessions: ['POST', '/api/admin/staff/:staffId/sessions/end'],
  listAudit: ['POST', '/api/admin/audit/list'],
  exportAudit: ['POST', '/api/admin/audit/export', EXPORT_TIMEOUT_MS],
  verifyAudit: ['POST', '/api/admin/audit/verify', VERIFY_TIMEOUT_MS],
  getAuditEntry: ['GET', '/api/admin/audit/:entryNumber'],
  getHome: ['GET', '/api/admin/home'],
  getIntegration: ['GET', '/api/admin/integration'],
  changeIntegration: ['POST', '/api/admin/integration'],
  rotateOutboundSecret: ['POST', '/api/admin/integration/rotate-secret'],
  listApiKeys: ['POST', '/api/admin/keys/list'],
  exportApiKeys: ['POST', '/api/admin/keys/export', EXPORT_TIMEOUT_MS],
  createApiKey: ['POST', '/api/admin/keys'],
  rotateApiKey: ['POST', '/api/admin/keys/:keyId/rotate'],
  revokeApiKey: ['POST', '/api/admin/keys/:keyId/revoke'],
  listEndpoints: ['GET', '/api/admin/webhooks/endpoints'],
  createEndpoint: ['POST', '/api/admin/webhooks/endpoints'],
  changeEndpoint: ['POST', '/api/admin/webhooks/endpoints/:endpointId'],
  enableEndpoint: ['POST', '/api/admin/webhooks/endpoints/:endpointId/enable'],
  disableEndpoint: ['POST', '/api/admin/webhooks/endpoints/:endpointId/disable'],
  revealEndpointSecret: ['POST', '/api/admin/webhooks/endpoints/:endpointId/secret'],
  rotateEndpointSecret: ['POST', '/api/admin/webhooks/endpoints/:endpointId/rotate'],
  testEndpoint: ['POST', '/api/admin/webhooks/endpoints/:endpointId/test'],
  listDeliveries: ['POST', '/api/admin/webhooks/deliveries/list'],
  exportDeliveries: ['POST', '/api/admin/webhooks/deliveries/export', EXPORT_TIMEOUT_MS],
  getDelivery: ['GET', '/api/admin/webhooks/deliveries/:deliveryId'],
  replayDelivery: ['POST', '/api/admin/webhooks/deliveries/:deliveryId/replay'],
  replayDeliveries: ['POST', '/api/admin/webhooks/deliveries/replay', REPLAY_TIMEOUT_MS],
  listRounds: ['POST', '/api/admin/rounds/list'],
  exportRounds: ['POST', '/api/admin/rounds/export', EXPORT_TIMEOUT_MS],
  getRound: ['GET', '/api/admin/rounds/:publicId'],
  listOrders: ['POST', '/api/admin/orders/list'],
  exportOrders: ['POST', '/api/admin/orders/export', EXPORT_TIMEOUT_MS],
  getOrder: ['GET', '/api/admin/orders/:publicId'],
  changeOrder: ['POST', '/api/admin/orders/:publicId'],
  cancelOrder: ['POST', '/api/admin/orders/:publicId/cancel', CANCEL_TIMEOUT_MS],
  listPlayers: ['POST', '/api/admin/players/list'],
  exportPlayers: ['POST', '/api/admin/players/export', EXPORT_TIMEOUT_MS],
  getPlayer: ['GET', '/api/admin/players/:playerId'],
  getPlayerSpend: ['GET', '/api/admin/players/:playerId/spend'],
  getPlayerBalance: ['GET', '/api/admin/players/:playerId/balance'],
  listPlayerRounds: ['GET', '/api/admin/players/:playerId/rounds'],
  listPlayerItems: ['GET', '/api/admin/players/:playerId/items'],
  listPlayerOrders: ['GET', '/api/admin/players/:playerId/orders'],
  restrictPlayer: ['POST', '/api/admin/players/:playerId/restrictions'],
  getPersonalData: ['GET', '/api/admin/players/:playerId/personal-data'],
  exportPersonalData: ['POST', '/api/admin/players/:playerId/personal-data/export', EXPORT_TIMEOUT_MS],
  erasePersonalData: ['POST', '/api/admin/players/:playerId/personal-data/erase', ERASE_TIMEOUT_MS],
  listBoxes: ['POST', '/api/admin/boxes/list'],
  exportBoxes: ['POST', '/api/admin/boxes/export', EXPORT_TIMEOUT_MS],
  getBox: ['GET', '/api/admin/boxes/:boxId'],
  getBoxVersion: ['GET', '/api/admin/boxes/:boxId/versions/:boxVersionId'],
  changeBox: ['POST', '/api/admin/boxes/:boxId'],
  setBoxPicture: ['POST', '/api/admin/boxes/:boxId/picture', UPLOAD_TIMEOUT_MS],
  archiveBox: ['POST', '/api/admin/boxes/:boxId/archive'],
  restoreBox: ['POST', '/api/admin/boxes/:boxId/restore'],
  createBox: ['POST', '/api/admin/boxes'],
  previewVersion: ['POST', '/api/admin/boxes/:boxId/versions/preview'],
  checkVersion: ['POST', '/api/admin/boxes/:boxId/versions/check'],
  publishVersion: ['POST', '/api/admin/boxes/:boxId/versions'],
  scheduleVersion: ['POST', '/api/admin/boxes/:boxId/schedule'],
  cancelSchedule: ['POST', '/api/admin/boxes/:boxId/schedule/cancel'],
  listItems: ['POST', '/api/admin/items/list'],
  findItems: ['POST', '/api/admin/items/find'],
  exportItems: ['POST', '/api/admin/items/export', EXPORT_TIMEOUT_MS],
  getItem: ['GET', '/api/admin/items/:itemId'],
  setItemStock: ['POST', '/api/admin/items/:itemId/stock'],
  setItemShippingCost: ['POST', '/api/admin/items/:itemId/shipping-cost'],
  previewItemValue: ['POST', '/api/admin/items/:itemId/value/preview'],
  setItemValue: ['POST', '/api/admin/items/:itemId/value'],
  previewItemValues: ['POST', '/api/admin/items/values/preview', VALUE_FILE_TIMEOUT_MS],
  setItemValues: ['POST', '/api/admin/items/values', VALUE_FILE_TIMEOUT_MS],
  setItemPicture: ['POST', '/api/admin/items/:itemId/picture', UPLOAD_TIMEOUT_MS],
  approveItemValue: ['POST', '/api/admin/items/:itemId/held-values/:heldValueId/approve'],
  declineItemValue: ['POST', '/api/admin/items/:itemId/held-values/:heldValueId/decline'],
  listOperators: ['GET', '/api/admin/operators'],
  listKycQueue: ['POST', '/api/admin/kyc/requests/list'],
  exportKycQueue: ['POST', '/api/admin/kyc/requests/export', EXPORT_TIMEOUT_MS],
  getKycCase: ['GET', '/api/admin/kyc/requests/:requestId'],
  getKycCaseImage: ['GET', '/api/admin/kyc/requests/:requestId/images/:kind'],
  claimKycCase: ['POST', '/api/admin/kyc/requests/:requestId/claim'],
  releaseKycCase: ['POST', '/api/admin/kyc/requests/:requestId/release'],
  noteKycCase: ['POST', '/api/admin/kyc/requests/:requestId/notes'],
  decideKycCase: ['POST', '/api/admin/kyc/requests/:requestId/decide'],
}

/** A literal of the contract's type: importing the value would bundle the validation library. */
const csrfHeader: typeof CSRF_HEADER = 'x-csrf-token'
let csrfToken = ''

/** Stores the CSRF token of the session. Every change carries it. */
export function setCsrfToken(token: string): void {
  csrfToken = token
}

const client = createApi<Routes>(endpoints, {
  baseUrl: '',
  headers: (method): Record<string, string> => (method === 'POST' ? { [csrfHeader]: csrfToken } : {}),
})

/** Asks the user to confirm with a passkey. Resolves to false when the user cancels. */
export type Confirmation = () => Promise<boolean>

/** Calls that are part of a confirmation: they never start one. */
const CONFIRMATION_CALLS: readonly (keyof Routes)[] = ['startConfirmation', 'confirmSession']
let confirmation: Confirmation | null = null
let runningConfirmation: Promise<boolean> | null = null
let confirmationCount = 0

/** Sets how the user confirms when the service refuses a call with `CONFIRMATION_REQUIRED`; null while no page can ask. */
export function setConfirmation(ask: Confirmation | null): void {
  confirmation = ask
}

/** Asks the user. Calls that are refused concurrently share one answer. */
function confirmOnce(ask: Confirmation): Promise<boolean> {
  runningConfirmation ??= ask()
    .then((isConfirmed) => {
      if (isConfirmed) confirmationCount++
      return isConfirmed
    })
    .finally(() => {
      runningConfirmation = null
    })
  return runningConfirmation
}

/**
 * The admin's API, in the session of the browser's cookie. A call that is refused for lack of a confirmation is repeated once after the user has
 * confirmed.
 */
export const api: typeof client = {
  urlOf: client.urlOf,
  async call(route, request) {
    const countBefore = confirmationCount
    try {
      return await client.call(route, request)
    } catch (error) {
      if (!needsConfirmation(error) || confirmation === null || CONFIRMATION_CALLS.includes(route)) throw error
      // A confirmation that ended after the call was sent counts too.
      if (confirmationCount === countBefore && !(await confirmOnce(confirmation))) throw error
    }
    return client.call(route, request)
  },
}

/** The code of a call that failed. An error of any other kind is a bug and is thrown again. */
export function failureCode(error: unknown): FailureCode {
  if (error instanceof ApiFailure) return error.code
  throw error
}

/** The code of the wallet in the answer of a call that failed; null when the answer has none. */
export function walletErrorCode(error: unknown): string | null {
  return (error instanceof ApiFailure && error.answer?.error.walletErrorCode) || null
}

/** True when a call was refused because the user has not confirmed with a passkey recently. */
export function needsConfirmation(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === 'CONFIRMATION_REQUIRED'
}

/** True when no answer says whether a change was made. */
export function mayHaveTakenEffect(error: unknown): boolean {
  return error instanceof ApiFailure && (error.status < 400 || error.status >= 500)
}

/** True when a call was refused because of this field. */
export function isInvalid(error: unknown, field: string): boolean {
  return faultsOf(error, field) !== undefined
}

/** The reason why a field was refused, such as "must have at most 2048 characters"; null when the answer has none. */
export function fieldMessage(error: unknown, field: string): string | null {
  return faultsOf(error, field)?.[0] || null
}

/** A sentence with the reason why a field was refused. `subject`: the start of the sentence, such as "The URL". */
export function fieldSentence(error: unknown, field: string, subject: string): string | null {
  const message = fieldMessage(error, field)
  if (message === null) return null
  return faultSentence(message, subject)
}

/** A sentence with the reason why a value was refused. `subject`: the start of the sentence, such as "The URL". */
export function faultSentence(message: string, subject: string): string {
  const sentence = /^[a-z]/.test(message) ? `${subject} ${message}` : message
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

/** The reasons why fields were refused, by field; null when a call failed for another reason, or did not fail. */
export function fieldFaults(error: unknown): Readonly<Record<string, readonly string[]>> | null {
  return (error instanceof ApiFailure && error.status === 422 && error.answer?.error.fields) || null
}

function faultsOf(error: unknown, field: string): readonly string[] | undefined {
  const fields = error instanceof ApiFailure ? error.answer?.error.fields : undefined
  return fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined
}
