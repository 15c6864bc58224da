import { EMPTY_ANSWERS, type KycAnswers } from '@coffer/contract/kyc-answers'
import type { DataKey } from '../privacy/index.ts'
import type { RequestRecord } from './request-store.ts'

/** What of a request is sealed, each part bound to its request and its place. */
const PURPOSES = {
  answers: 'kyc_answers',
  email: 'kyc_email',
  reverifyReason: 'kyc_reverify_reason',
  note: 'kyc_note',
} as const

export function sealPart(key: DataKey, part: keyof typeof PURPOSES, requestId: number, text: string): Buffer {
  return key.sealText(text, `${PURPOSES[part]}:${requestId}`)
}

export function openPart(key: DataKey, part: keyof typeof PURPOSES, requestId: number, sealed: Buffer): string {
  return key.openText(sealed, `${PURPOSES[part]}:${requestId}`)
}

/** A photo is bound to the place where it lies: one that was put in the place of another does not open. */
export function imagePurpose(storageKey: string): string {
  return `kyc_image:${storageKey}`
}

export function sealAnswers(key: DataKey, requestId: number, answers: KycAnswers): Buffer {
  return sealPart(key, 'answers', requestId, JSON.stringify(answers))
}

/** What was typed so far; nothing of it after erasure. */
export function openAnswers(key: DataKey, request: Pick<RequestRecord, 'request_id' | 'answers_sealed'>): KycAnswers {
  if (request.answers_sealed === null) return EMPTY_ANSWERS
  return JSON.parse(openPart(key, 'answers', request.request_id, request.answers_sealed)) as KycAnswers
}
