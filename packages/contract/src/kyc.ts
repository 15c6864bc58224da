import { z } from 'zod'
import { ANSWER_LENGTHS, DOCUMENT_TYPES, IMAGE_KINDS } from './kyc-answers.ts'
import { defineRoutes } from './route.ts'
import { KYC_REASONS, KYC_STATUSES, KYC_VERDICTS } from './s2s-kyc.ts'
import { id, timestamp } from './shapes.ts'
import { lineText, wireText } from './text.ts'

/**
 * The API of the verification page, `/kyc/api/*` (decisions §11). The page's first request takes its link and sets the cookie that all others
 * run on, and every change must come from a page of ours. Not for integrators.
 */

type TextOf = typeof wireText

/** The parts of a player's answers, each of which may be missing. `lines` reads answers of one line. */
function partsOf(lines: TextOf) {
  const line = (path: keyof typeof ANSWER_LENGTHS) => lines(0, ANSWER_LENGTHS[path])
  const text = (path: keyof typeof ANSWER_LENGTHS) => wireText(0, ANSWER_LENGTHS[path])
  return z.object({
    consent: z.boolean().optional(),
    details: z
      .object({
        legalName: line('details.legalName'),
        dateOfBirth: text('details.dateOfBirth'),
        taxId: line('details.taxId'),
        hasNoTaxId: z.boolean(),
      })
      .optional(),
    address: z
      .object({
        line1: line('address.line1'),
        line2: line('address.line2'),
        city: line('address.city'),
        state: line('address.state'),
        postalCode: line('address.postalCode'),
        country: line('address.country'),
      })
      .optional(),
    document: z
      .object({
        type: z.enum(['', ...DOCUMENT_TYPES]),
        number: line('document.number'),
        expiresOn: text('document.expiresOn'),
        mrz: text('document.mrz'),
      })
      .optional(),
  })
}

/** A draft: every part may be missing, and every text empty. What is sent replaces what was there, part by part. */
export const kycDraftBody = partsOf(lineText)

/** As it is shown: a draft of an earlier version is shown as it was kept. */
export const kycAnswers = partsOf(wireText).required()

const image = z.object({ width: z.int(), height: z.int(), uploadedAt: timestamp })

/** What the page needs to know of itself. `answers` and `images` are empty once it is submitted. */
export const kycPage = z.object({
  requestId: id,
  status: z.enum(KYC_STATUSES),
  verdict: z.enum(KYC_VERDICTS).nullable(),
  locale: z.string(),
  operator: z.object({ name: z.string(), logoUrl: z.string().nullable() }),
  theme: z.object({ tokens: z.record(z.string(), z.string()) }),
  returnOrigin: z.string().nullable(),
  /** Why the attempt before this one was turned down, when it may be tried again. */
  earlierReasons: z.array(z.enum(KYC_REASONS)),
  answers: kycAnswers,
  images: z.object({ front: image.nullable(), back: image.nullable(), selfie: image.nullable() }),
})

const kind = z.object({ kind: z.enum(IMAGE_KINDS) })
const page = { 200: z.object({ page: kycPage }) }

export const kycPageRoutes = defineRoutes({
  openKycLink: {
    method: 'POST',
    path: '/kyc/api/open',
    summary: 'Take the link of the page, once; the answer sets the cookie',
    body: z.object({ token: wireText(1, 200) }),
    success: { 204: null },
    refusals: [],
  },
  kycPage: { method: 'GET', path: '/kyc/api/page', summary: 'What was filled in so far', success: page, refusals: [] },
  saveKycDraft: {
    method: 'POST',
    path: '/kyc/api/draft',
    summary: 'Keep what was typed',
    body: kycDraftBody,
    success: page,
    refusals: ['KYC_NOT_OPEN'],
  },
  storeKycImage: {
    method: 'POST',
    path: '/kyc/api/images/:kind',
    summary: 'Keep a photo; the body is the image itself',
    params: kind,
    receives: 'image',
    upload: 'photo',
    success: page,
    refusals: ['KYC_NOT_OPEN', 'KYC_IMAGE_REFUSED', 'KYC_UNAVAILABLE'],
  },
  kycImage: {
    method: 'GET',
    path: '/kyc/api/images/:kind',
    summary: 'A photo that was kept, for its preview',
    params: kind,
    success: { 200: 'image' },
    refusals: ['NOT_FOUND', 'KYC_UNAVAILABLE'],
  },
  removeKycImage: {
    method: 'POST',
    path: '/kyc/api/images/:kind/remove',
    summary: 'Forget a photo',
    params: kind,
    success: page,
    refusals: ['KYC_NOT_OPEN'],
  },
  submitKyc: {
    method: 'POST',
    path: '/kyc/api/submit',
    summary: 'Hand it in for review',
    success: page,
    refusals: ['KYC_NOT_OPEN'],
  },
})

/** Why a photo cannot be taken: `error.reason` of KYC_IMAGE_REFUSED. */
export const PHOTO_FAULTS = ['NOT_AN_IMAGE', 'TOO_SMALL', 'TOO_LARGE', 'TOO_MANY_PIXELS'] as const
export type PhotoFault = (typeof PHOTO_FAULTS)[number]

export type KycPage = z.infer<typeof kycPage>
export type KycDraftBody = z.infer<typeof kycDraftBody>
