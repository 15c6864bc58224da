import type { AnswerFault } from '@coffer/contract/kyc-answers'

/** What `fields` of a refused submission says. The page says it in the player's language, by the paths alone. */
export const FAULT_WORDS: Readonly<Record<AnswerFault, string>> = {
  REQUIRED: 'is required',
  NOT_A_DATE: 'must be a day of the calendar, as YYYY-MM-DD',
  IN_FUTURE: 'must not lie in the future',
  TOO_LONG_AGO: 'must not lie before 1900',
  NOT_A_COUNTRY: 'must be a country, in two capital letters',
  IMAGE_MISSING: 'must be photographed',
}
