import type { KycHint, KycHintCode } from '@coffer/contract/admin'
import type { KycAnswers } from '@coffer/contract/kyc-answers'
import type { DataKey } from '../privacy/index.ts'
import type { Mrz } from './mrz.ts'
import { nameWords, sameName } from './names.ts'
import type { Mark, MarkKind } from './review-store.ts'

export type HintInput = {
  answers: KycAnswers
  /** YYYY-MM-DD. */
  today: string
  minimumAge: number
  /** Of the lines that the player copied; null when there are none, `unreadable` when they are no such lines. */
  mrz: Mrz | 'unreadable' | null
  /** What the player's last confirmation was of; null when there is none. */
  confirmed: KycAnswers | null
}

/** What automatic checks say to the reviewer. None decides, and none names what it compared. */
export function hintsOf(input: HintInput): KycHint[] {
  const { answers, today, minimumAge } = input
  const { dateOfBirth } = answers.details
  const { expiresOn } = answers.document
  return [
    ...when(ageOn(dateOfBirth, today) < minimumAge, 'UNDERAGE', { minimumAge }),
    ...when(expiresOn !== '' && expiresOn < today, 'DOCUMENT_EXPIRED'),
    ...mrzHints(input),
    ...confirmedHints(input),
  ]
}

/** Whole years between two days; a birthday on 29 February is kept on 1 March of other years. */
export function ageOn(dateOfBirth: string, today: string): number {
  const years = Number(today.slice(0, 4)) - Number(dateOfBirth.slice(0, 4))
  return today.slice(5) < dateOfBirth.slice(5) ? years - 1 : years
}

function mrzHints({ answers, today, mrz }: HintInput): KycHint[] {
  if (mrz === null) return []
  if (mrz === 'unreadable') return when(true, 'MRZ_UNREADABLE')
  const { details, document } = answers
  const { expiresOn } = document
  return [
    ...when(mrz.wrongCheckDigits.length > 0, 'MRZ_CHECK_DIGIT_WRONG', { of: mrz.wrongCheckDigits }),
    ...when(!sameName(details.legalName, `${mrz.givenNames} ${mrz.surname}`), 'MRZ_NAME_DIFFERS'),
    ...when(mrz.birthDate !== null && mrz.birthDate !== details.dateOfBirth, 'MRZ_BIRTH_DATE_DIFFERS'),
    ...when(alphanumeric(mrz.documentNumber) !== alphanumeric(document.number), 'MRZ_NUMBER_DIFFERS'),
    ...when(mrz.expiresOn !== null && expiresOn !== '' && mrz.expiresOn !== expiresOn, 'MRZ_EXPIRY_DIFFERS'),
    ...when(mrz.expiresOn !== null && mrz.expiresOn < today, 'MRZ_EXPIRED'),
  ]
}

function confirmedHints({ answers, confirmed }: HintInput): KycHint[] {
  if (confirmed === null) return []
  const [now, then] = [answers.details, confirmed.details]
  return [
    ...when(!sameName(now.legalName, then.legalName), 'NAME_DIFFERS_FROM_CONFIRMED'),
    ...when(now.dateOfBirth !== then.dateOfBirth, 'BIRTH_DATE_DIFFERS_FROM_CONFIRMED'),
  ]
}

function when(found: boolean, code: KycHintCode, details: Record<string, unknown> = {}): KycHint[] {
  return found ? [{ code, details }] : []
}

/** A number as it is compared: letters and digits, in capitals. */
function alphanumeric(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** Keyed hashes of what one person has: the name with the day of birth, the tax id, the document. What is empty has none. */
export function marksOf(dataKey: DataKey, { details, address, document }: KycAnswers): Mark[] {
  const words = nameWords(details.legalName)
  const taxId = details.hasNoTaxId ? '' : alphanumeric(details.taxId)
  const number = alphanumeric(document.number)
  const texts: [MarkKind, string[]][] = [
    ['person', words.length === 0 ? [] : [...words, details.dateOfBirth]],
    ['tax_id', taxId === '' ? [] : [address.country, taxId]],
    ['document', number === '' ? [] : [document.type, number]],
  ]
  return texts
    .filter(([, parts]) => parts.length > 0)
    .map(([kind, parts]) => ({ kind, mark: dataKey.mark(JSON.stringify(parts), `kyc_${kind}`) }))
}
