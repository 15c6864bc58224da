import type { KycAnswers } from '@coffer/contract/kyc-answers'
import type { DataKey } from '../privacy/index.ts'
import { alphanumeric } from './hints.ts'
import { nameWords } from './names.ts'
import type { Mark } from './review-store.ts'
import type { MarkKind } from './tables.ts'

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
