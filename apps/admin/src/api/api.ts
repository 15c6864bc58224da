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

const endpoints: Endpoints<Routes> = {
  signIn: ['POST', '/api/admin/sign-in'],
  signOut: ['POST', '/api/admin/sign-out'],
  me: ['GET', '/api/admin/me'],
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
  listOperators: ['GET', '/api/admin/operators'],
  listKycQueue: ['GET', '/api/admin/kyc/requests'],
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

/** The admin's API, in the session of the browser's cookie. */
export const api = createApi<Routes>(endpoints, {
  baseUrl: '',
  headers: (method): Record<string, string> => (method === 'POST' ? { [csrfHeader]: csrfToken } : {}),
})

/** The code of a call that failed. An error of any other kind is a bug and is thrown again. */
export function failureCode(error: unknown): FailureCode {
  if (error instanceof ApiFailure) return error.code
  throw error
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
  const sentence = /^[a-z]/.test(message) ? `${subject} ${message}` : message
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`
}

function faultsOf(error: unknown, field: string): readonly string[] | undefined {
  const fields = error instanceof ApiFailure ? error.answer?.error.fields : undefined
  return fields !== undefined && Object.hasOwn(fields, field) ? fields[field] : undefined
}
