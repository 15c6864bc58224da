/** Locales that the hosted pages can speak. */
export const LOCALES = ['en', 'de', 'es', 'fr', 'pt', 'tr', 'ar'] as const

/** A language range of RFC 4647, which may be written with underscores. */
const RANGE = /^[a-z]{1,8}([-_][a-z0-9]{1,8})*$/i

/**
 * The locale among `known` that serves the one asked for, by the lookup of RFC 4647: its subtags are dropped from the end until one
 * matches, in any case. `de` serves `de-AT` and `DE_de`. Null when none does, or when what is asked for is no language range.
 */
export function lookUpLocale<Known extends string>(asked: string, known: readonly Known[]): Known | null {
  if (!RANGE.test(asked)) return null
  const wanted = `${asked.replaceAll('_', '-').toLowerCase()}-`
  const serving = known.filter((locale) => wanted.startsWith(`${locale.toLowerCase()}-`))
  return serving.sort((one, other) => other.length - one.length)[0] ?? null
}
