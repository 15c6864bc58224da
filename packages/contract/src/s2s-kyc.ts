import { z } from 'zod'
import { KYC_STATUSES, type KycStatus } from './kyc-statuses.ts'
import { webOrigin } from './origin.ts'
import { defineSignedRoutes } from './route.ts'
import { cursorPair, emailAddress, id, listQuery, playerExternalId, timestamp } from './shapes.ts'
import { wireText } from './text.ts'

/** Verification of players as their operator sees it (interface §2.7, §3.4 and §4.5, decisions §11). */

export { KYC_STATUSES, type KycStatus }
export const KYC_VERDICTS = ['confirmed', 'rejected'] as const
export type KycVerdict = (typeof KYC_VERDICTS)[number]

/** Reasons of a rejection after which the player may try again. */
export const RETRYABLE_REASONS = [
  'DOCUMENT_UNREADABLE',
  'DOCUMENT_EXPIRED',
  'DOCUMENT_TYPE_UNSUPPORTED',
  'SELFIE_MISMATCH',
  'DATA_MISMATCH',
  'ADDRESS_PROOF_MISSING',
  'INCOMPLETE',
] as const
/** One of these makes the whole rejection final. */
export const FINAL_REASONS = [
  'UNDERAGE',
  'FORGERY',
  'SANCTIONED',
  'DUPLICATE_IDENTITY',
  'JURISDICTION_BLOCKED',
] as const
export const KYC_REASONS = [...RETRYABLE_REASONS, ...FINAL_REASONS] as const
export type KycReason = (typeof KYC_REASONS)[number]

/** The one place where personal data leaves for the operator. */
export const kycIdentity = z.object({
  legalName: z.string(),
  dateOfBirth: z.string().meta({ description: 'YYYY-MM-DD' }),
  taxId: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string().nullable(),
  addressCity: z.string(),
  addressState: z.string().nullable(),
  addressPostalCode: z.string().meta({ description: 'Empty where addresses of the country have none' }),
  addressCountry: z.string(),
})

/** What the request and its event say alike. */
export const kycRequestFields = {
  requestId: id,
  playerExternalId: z.string(),
  status: z.enum(KYC_STATUSES),
  verdict: z.enum(KYC_VERDICTS).nullable(),
  submittedAt: timestamp.nullable(),
  decidedAt: timestamp.nullable(),
  reasons: z.array(z.enum(KYC_REASONS)),
  retryable: z.boolean().nullable(),
  identity: kycIdentity
    .nullable()
    .meta({ description: 'Only of a confirmation that verified a complete identity; null never erases what you hold' }),
}

export const kycRequest = z.object(kycRequestFields)

/** BCP 47, as far as a page needs it: a language, and perhaps a script, a region and variants. */
const locale = wireText(2, 35).refine((text) => /^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/.test(text), {
  error: 'must be a language code such as en or pt-BR',
})

export const kycSessionBody = z.object({
  playerExternalId,
  email: emailAddress.meta({ description: 'Held privately: never in an address, an event or an answer' }),
  locale,
  returnOrigin: webOrigin
    .optional()
    .meta({ description: 'Gets the popup\u2019s completion message; without it the popup posts nothing' }),
})

export const kycRoutes = defineSignedRoutes({
  createKycSession: {
    method: 'POST',
    path: '/api/s2s/kyc/sessions',
    repeat: 'refused',
    summary: 'A link to the verification of a player: 30 minutes, single use, for a popup',
    body: kycSessionBody,
    success: { 201: z.object({ kycUrl: z.string(), expiresAt: timestamp }) },
    refusals: ['KYC_DISABLED', 'OPERATOR_SUSPENDED', 'KYC_ALREADY_SUBMITTED', 'RATE_LIMITED'],
  },
  changeKycEmail: {
    method: 'POST',
    path: '/api/s2s/kyc/email',
    player: 'known',
    repeat: 'refused',
    summary: 'Change the contact e-mail of a player\u2019s open verification',
    body: z.object({ playerExternalId, email: emailAddress }),
    success: { 200: z.object({ ok: z.literal(true) }) },
    refusals: ['KYC_DISABLED', 'KYC_NO_OPEN_REQUEST'],
  },
  reverifyKyc: {
    method: 'POST',
    path: '/api/s2s/kyc/reverify',
    player: 'known',
    repeat: 'refused',
    summary: 'Ask for a player who was confirmed to be verified again; it says nothing to the player',
    body: z.object({
      playerExternalId,
      reason: wireText(3, 500).meta({ description: 'Read only by the reviewer of the platform' }),
    }),
    success: {
      200: z.object({ status: z.literal('already_open'), requestId: id }),
      201: z.object({ status: z.literal('opened'), requestId: id }),
    },
    refusals: ['KYC_DISABLED', 'KYC_NOT_CONFIRMED'],
  },
  listKycRequests: {
    method: 'GET',
    path: '/api/s2s/kyc/requests',
    player: 'known',
    summary: 'Verifications, newest first, of one player when they are named',
    query: z.object({
      playerExternalId: playerExternalId.optional(),
      status: wireText(1, 100).optional().meta({ description: 'Separated by commas; none known means all' }),
      ...listQuery,
    }),
    success: { 200: z.object({ requests: z.array(kycRequest), cursor: cursorPair }) },
    refusals: [],
  },
})

export type KycIdentity = z.infer<typeof kycIdentity>
export type KycRequest = z.infer<typeof kycRequest>
export type KycSessionBody = z.infer<typeof kycSessionBody>
