import { lookUpLocale } from '@coffer/contract/locale'

const RIGHT_TO_LEFT = /^(ar|fa|he|ur)\b/

/** The language tag in its usual form; a malformed one is `en`. */
export function canonicalLocale(asked: string): string {
  try {
    return Intl.getCanonicalLocales(asked.replaceAll('_', '-'))[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** The language that has words for a locale: `de` for `de-AT`, `en` for one that nobody wrote words in. */
export function languageOf<Known extends string>(asked: string, known: readonly Known[]): Known | 'en' {
  return lookUpLocale(asked, known) ?? 'en'
}

export function directionOf(language: string): 'rtl' | 'ltr' {
  return RIGHT_TO_LEFT.test(language) ? 'rtl' : 'ltr'
}
