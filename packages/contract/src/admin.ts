import { z } from 'zod'
import { auditRoutes } from './admin-audit.ts'
import { adminBoxVersionRoutes } from './admin-box-versions.ts'
import { adminBoxRoutes } from './admin-boxes.ts'
import { homeRoutes } from './admin-home.ts'
import { integrationRoutes } from './admin-integration.ts'
import { adminItemRoutes } from './admin-items.ts'
import { adminOrderRoutes } from './admin-orders.ts'
import { PASSKEY_TRANSPORTS, passkeyRoutes } from './admin-passkeys.ts'
import { adminPersonalDataRoutes } from './admin-personal-data.ts'
import { adminPlayerRoutes } from './admin-players.ts'
import { adminRoundRoutes } from './admin-rounds.ts'
import { staffRoutes } from './admin-staff.ts'
import { adminWebhookRoutes } from './admin-webhooks.ts'
import { kycAnswers } from './kyc.ts'
import { IMAGE_KINDS } from './kyc-answers.ts'
import { KYC_LIST } from './list.ts'
import { filtersOf, pageOfList } from './list-body.ts'
import { defineAdminRoutes } from './route.ts'
import { KYC_REASONS, KYC_STATUSES, KYC_VERDICTS } from './s2s-kyc.ts'
import { cursorPair, id, idText, timestamp } from './shapes.ts'
import { wireText } from './text.ts'

/**
 * The API of the desks of the platform's staff, `/api/admin/*` (decisions §11): a session in a cookie; every change comes from a page of ours
 * and carries the session's token in `X-Csrf-Token`. Not for integrators.
 */

export const CSRF_HEADER = 'x-csrf-token'

/** What an automatic check found. None decides by itself. `details` says nothing of a person. */
export const KYC_HINTS = [
  'UNDERAGE',
  'DOCUMENT_EXPIRED',
  'MRZ_UNREADABLE',
  'MRZ_CHECK_DIGIT_WRONG',
  'MRZ_NAME_DIFFERS',
  'MRZ_BIRTH_DATE_DIFFERS',
  'MRZ_NUMBER_DIFFERS',
  'MRZ_EXPIRY_DIFFERS',
  'MRZ_EXPIRED',
  'DUPLICATE_IDENTITY',
  'NAME_DIFFERS_FROM_CONFIRMED',
  'BIRTH_DATE_DIFFERS_FROM_CONFIRMED',
  'PROVIDER',
] as const
export type KycHintCode = (typeof KYC_HINTS)[number]
export const kycHint = z.object({ code: z.enum(KYC_HINTS), details: z.record(z.string(), z.unknown()) })
export type KycHint = z.infer<typeof kycHint>

const operatorName = z.object({ slug: z.string(), name: z.string() })

export const kycQueueRow = z.object({
  requestId: id,
  operator: operatorName,
  playerExternalId: z.string(),
  status: z.enum(KYC_STATUSES),
  isReverification: z.boolean(),
  createdAt: timestamp,
  submittedAt: timestamp.nullable(),
  decidedAt: timestamp.nullable(),
  reasons: z.array(z.enum(KYC_REASONS)),
  retryable: z.boolean().nullable(),
  hints: z.array(kycHint),
  claim: z.object({ staffId: id, email: z.string(), endsAt: timestamp }).nullable(),
  isErased: z.boolean(),
  awaits: z.enum(['provider', 'review', 'second_review']).nullable().meta({ description: 'Null unless submitted' }),
})

export const kycCase = kycQueueRow.extend({
  fourEyes: z.boolean(),
  minimumAge: z.int(),
  locale: z.string(),
  email: z.string().nullable(),
  reverifyReason: z.string().nullable(),
  answers: kycAnswers.nullable().meta({ description: 'Null until it is submitted, and after erasure' }),
  images: z.array(z.object({ kind: z.enum(IMAGE_KINDS), width: z.int(), height: z.int(), uploadedAt: timestamp })),
  opinions: z.array(
    z.object({
      by: z.string(),
      isYours: z.boolean(),
      verdict: z.enum(KYC_VERDICTS),
      reasons: z.array(z.enum(KYC_REASONS)),
      at: timestamp,
    }),
  ),
  notes: z.array(z.object({ noteId: id, by: z.string(), at: timestamp, text: z.string() })),
  earlier: z
    .array(
      kycQueueRow.pick({
        requestId: true,
        status: true,
        submittedAt: true,
        decidedAt: true,
        reasons: true,
        retryable: true,
        isErased: true,
      }),
    )
    .meta({ description: 'Other requests of the same player, newest first' }),
})

const params = z.object({ requestId: idText })
const one = { 200: z.object({ request: kycCase }) }
/** Nobody but its holder works on a request that is submitted. */
const held = ['KYC_REQUEST_NOT_FOUND', 'KYC_NOT_SUBMITTED', 'KYC_NOT_CLAIMED'] as const

export const adminRoutes = defineAdminRoutes({
  ...staffRoutes,
  ...passkeyRoutes,
  ...auditRoutes,
  ...homeRoutes,
  ...integrationRoutes,
  ...adminWebhookRoutes,
  ...adminBoxRoutes,
  ...adminBoxVersionRoutes,
  ...adminItemRoutes,
  ...adminRoundRoutes,
  ...adminOrderRoutes,
  ...adminPlayerRoutes,
  ...adminPersonalDataRoutes,
  listOperators: {
    method: 'GET',
    path: '/api/admin/operators',
    access: 'operators.read',
    summary: 'The operators by name, suspended ones too, to filter lists by',
    success: { 200: z.object({ operators: z.array(operatorName) }) },
    refusals: [],
  },
  listKycQueue: {
    method: 'POST',
    path: '/api/admin/kyc/requests/list',
    access: KYC_LIST.permission,
    reads: true,
    summary:
      'List verifications of all operators or one. With the status SUBMITTED oldest first, otherwise newest first',
    body: pageOfList(KYC_LIST),
    success: { 200: z.object({ requests: z.array(kycQueueRow), cursor: cursorPair }) },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  exportKycQueue: {
    method: 'POST',
    path: '/api/admin/kyc/requests/export',
    access: KYC_LIST.permission,
    summary: 'Every verification that the filters match, as CSV, in the order of the list; the export is recorded',
    body: filtersOf(KYC_LIST),
    success: { 200: 'csv' },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  getKycCase: {
    method: 'GET',
    path: '/api/admin/kyc/requests/:requestId',
    access: 'kyc.read',
    summary: 'One verification with everything in it; who looked is recorded',
    params,
    success: one,
    refusals: ['KYC_REQUEST_NOT_FOUND'],
  },
  getKycCaseImage: {
    method: 'GET',
    path: '/api/admin/kyc/requests/:requestId/images/:kind',
    access: 'kyc.read',
    summary: 'A photo of it; who looked is recorded',
    params: params.extend({ kind: z.enum(IMAGE_KINDS) }),
    success: { 200: 'image' },
    refusals: ['KYC_REQUEST_NOT_FOUND', 'NOT_FOUND', 'KYC_UNAVAILABLE'],
  },
  claimKycCase: {
    method: 'POST',
    path: '/api/admin/kyc/requests/:requestId/claim',
    access: 'kyc.review',
    summary: 'Keep others off it for a while; again prolongs it',
    params,
    success: one,
    refusals: ['KYC_REQUEST_NOT_FOUND', 'KYC_NOT_SUBMITTED', 'KYC_CLAIMED'],
  },
  releaseKycCase: {
    method: 'POST',
    path: '/api/admin/kyc/requests/:requestId/release',
    access: 'kyc.review',
    summary: 'Give it back to the queue',
    params,
    success: one,
    refusals: held,
  },
  noteKycCase: {
    method: 'POST',
    path: '/api/admin/kyc/requests/:requestId/notes',
    access: 'kyc.review',
    summary: 'Leave a note for reviewers; auditors can read it too',
    params,
    body: z.object({ text: wireText(1, 2000) }),
    success: { 201: z.object({ request: kycCase }) },
    refusals: ['KYC_REQUEST_NOT_FOUND', 'KYC_ERASED'],
  },
  decideKycCase: {
    method: 'POST',
    path: '/api/admin/kyc/requests/:requestId/decide',
    access: 'kyc.review',
    summary: 'Say a verdict: the decision, or with four eyes the first half of it',
    params,
    body: z
      .object({
        verdict: z.enum(KYC_VERDICTS),
        reasons: z.array(z.enum(KYC_REASONS)).max(KYC_REASONS.length).default([]),
      })
      .superRefine(({ verdict, reasons }, issues) => {
        const refuse = (message: string) => issues.addIssue({ code: 'custom', path: ['reasons'], message })
        if (new Set(reasons).size !== reasons.length) refuse('must be distinct')
        if (verdict === 'rejected' && reasons.length === 0) refuse('a rejection needs a reason')
        if (verdict === 'confirmed' && reasons.length > 0) refuse('a confirmation has no reasons')
      }),
    success: one,
    refusals: [...held, 'KYC_SECOND_REVIEWER_NEEDED', 'KYC_ERASED'],
  },
})

export type { AuditChange, AuditRow, AuditVerdict } from './admin-audit.ts'
export type { AdminCheckedVersion, GamePreview } from './admin-box-versions.ts'
export type {
  AdminBox,
  AdminBoxAttribute,
  AdminBoxChange,
  AdminBoxPrize,
  AdminBoxRow,
  AdminBoxSchedule,
  AdminBoxVersion,
  AdminLivePrize,
  AdminVersionHead,
} from './admin-boxes.ts'
export type { SignedIn, StaffMember } from './admin-fields.ts'
export type { Home, HomeDay, SetUpStep, WalletState } from './admin-home.ts'
export type { ApiKeyRow, Integration } from './admin-integration.ts'
export type {
  AdminHeldValue,
  AdminItem,
  AdminItemBox,
  AdminItemChange,
  AdminItemRow,
  ItemValuePreview,
  ValueFilePreview,
} from './admin-items.ts'
export type { AdminOrder, AdminOrderChange, AdminOrderRow, ListOrdersRequest } from './admin-orders.ts'
export type { CreationOptions, NewCredential, PasskeyList, RequestOptions, UsedCredential } from './admin-passkeys.ts'
export type { PersonalData, PersonalDataRecord, StoredData } from './admin-personal-data.ts'
export type {
  AdminPlayer,
  AdminPlayerItem,
  AdminPlayerOrder,
  AdminPlayerRow,
  PlayerSpend,
  RestrictionChange,
} from './admin-players.ts'
export type { AdminPrize, AdminRound, AdminRoundRow, AdminWalletOperation, ListRoundsRequest } from './admin-rounds.ts'
export type { StaffRow, StaffSessionRow } from './admin-staff.ts'
export type { AdminDelivery, EndpointRow, EndpointSecrets } from './admin-webhooks.ts'
export { PASSKEY_TRANSPORTS }
export type KycQueueRow = z.infer<typeof kycQueueRow>
export type KycCase = z.infer<typeof kycCase>
