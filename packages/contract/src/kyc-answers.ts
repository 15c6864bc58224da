import { addressHas } from './countries.ts'
import { isPlain, lineOf } from './written.ts'

/**
 * What a player tells in the verification wizard, and what is wrong with it (decisions §11). Pure, and without the reader of shapes, so that
 * the wizard says at once what the service would say.
 */

/**
 * Names the verification that a page fills in, by its `requestId`. A browser has one cookie for all its pages: without it, what is typed on
 * one would reach the verification whose link was opened last, which may be another casino's.
 */
export const KYC_REQUEST_HEADER = 'x-kyc-request'

export const DOCUMENT_TYPES = ['passport', 'id_card', 'driving_licence', 'residence_permit'] as const
export type DocumentType = (typeof DOCUMENT_TYPES)[number]

export const IMAGE_KINDS = ['front', 'back', 'selfie'] as const
export type ImageKind = (typeof IMAGE_KINDS)[number]

/** Largest photo that can be sent, bytes. */
export const LARGEST_PHOTO_BYTES = 10 * 1024 * 1024

/** Every text may be empty while it is a draft. */
export type KycAnswers = {
  consent: boolean
  details: {
    legalName: string
    /** YYYY-MM-DD. */
    dateOfBirth: string
    taxId: string
    /** Some countries give none. Without a tax id no identity is told. */
    hasNoTaxId: boolean
  }
  address: { line1: string; line2: string; city: string; state: string; postalCode: string; country: string }
  document: {
    type: DocumentType | ''
    number: string
    /** YYYY-MM-DD, or empty when the document does not end. */
    expiresOn: string
    /** The lines for machines at the foot of the document, if the player copied them. */
    mrz: string
  }
}

export const EMPTY_ANSWERS: KycAnswers = {
  consent: false,
  details: { legalName: '', dateOfBirth: '', taxId: '', hasNoTaxId: false },
  address: { line1: '', line2: '', city: '', state: '', postalCode: '', country: '' },
  document: { type: '', number: '', expiresOn: '', mrz: '' },
}

/** How long a text may be, in characters. */
export const ANSWER_LENGTHS = {
  'details.legalName': 200,
  'details.dateOfBirth': 10,
  'details.taxId': 50,
  'address.line1': 200,
  'address.line2': 200,
  'address.city': 100,
  'address.state': 100,
  'address.postalCode': 20,
  'address.country': 2,
  'document.number': 50,
  'document.expiresOn': 10,
  'document.mrz': 200,
} as const

export type AnswerPath = keyof typeof ANSWER_LENGTHS | 'consent' | 'document.type' | 'details.hasNoTaxId'
/** What can be wrong, by where it stands. */
export type FaultPath = AnswerPath | `images.${ImageKind}`
export type AnswerFault =
  | 'REQUIRED'
  | 'NOT_A_DATE'
  | 'IN_FUTURE'
  | 'TOO_LONG_AGO'
  | 'NOT_A_COUNTRY'
  | 'NOT_PLAIN'
  | 'IMAGE_MISSING'

/** The steps of the wizard, in order, and what each asks for. */
export const KYC_STEPS = ['consent', 'details', 'address', 'document', 'selfie', 'review'] as const
export type KycStep = (typeof KYC_STEPS)[number]

/** The images that a document of this type needs: a passport has one page that counts. */
export function imagesOf(type: DocumentType | ''): readonly ImageKind[] {
  return type === 'passport' ? ['front', 'selfie'] : ['front', 'back', 'selfie']
}

/** `today` is YYYY-MM-DD. Nothing is said here of age or of an expired document: those are the reviewer's to judge. */
export function faultsOf(
  answers: KycAnswers,
  images: readonly ImageKind[],
  today: string,
): Partial<Record<FaultPath, AnswerFault>> {
  const { details, address, document } = answers
  const found: [FaultPath, AnswerFault | null][] = [
    ['consent', answers.consent ? null : 'REQUIRED'],
    ['details.legalName', required(details.legalName)],
    ['details.dateOfBirth', birthFault(details.dateOfBirth, today)],
    ['details.taxId', details.hasNoTaxId ? plain(details.taxId) : required(details.taxId)],
    ['address.line1', required(address.line1)],
    ['address.line2', plain(address.line2)],
    ['address.city', required(address.city)],
    ['address.state', plain(address.state)],
    ['address.postalCode', (addressHas(address.country, 'postalCode') ? required : plain)(address.postalCode)],
    ['address.country', required(address.country) ?? (/^[A-Z]{2}$/.test(address.country) ? null : 'NOT_A_COUNTRY')],
    ['document.type', required(document.type)],
    ['document.number', required(document.number)],
    ['document.expiresOn', document.expiresOn === '' || isDate(document.expiresOn) ? null : 'NOT_A_DATE'],
    ...imagesOf(document.type).map((kind): [FaultPath, AnswerFault | null] => [
      `images.${kind}`,
      images.includes(kind) ? null : 'IMAGE_MISSING',
    ]),
  ]
  return Object.fromEntries(found.filter(([, fault]) => fault !== null))
}

/** The step at which a fault is mended. */
export function stepOf(path: FaultPath): KycStep {
  if (path === 'images.selfie') return 'selfie'
  if (path.startsWith('images.')) return 'document'
  return path.split('.')[0] as KycStep
}

/** A dash or a blank says nothing. */
function required(text: string): AnswerFault | null {
  return /[\p{L}\p{N}]/u.test(lineOf(text)) ? plain(text) : 'REQUIRED'
}

function plain(text: string): AnswerFault | null {
  return isPlain(lineOf(text)) ? null : 'NOT_PLAIN'
}

function birthFault(text: string, today: string): AnswerFault | null {
  if (text === '') return 'REQUIRED'
  if (!isDate(text)) return 'NOT_A_DATE'
  if (text > today) return 'IN_FUTURE'
  return text < '1900-01-01' ? 'TOO_LONG_AGO' : null
}

/** A day that is in the calendar, as YYYY-MM-DD. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
