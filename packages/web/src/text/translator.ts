import type { Catalogue, ErrorWords, MessageKey, PluralKey } from './catalogue.ts'
import { canonicalLocale, languageOf } from './locale.ts'
import { en } from './messages/en.ts'
import { enErrors } from './messages/en-errors.ts'
import { fillIn, type MessageParams } from './template.ts'

const catalogues: Readonly<Record<string, Catalogue>> = { en: { messages: en, errors: enErrors } }

export type Translator = {
  /** Locale of dates, numbers and plurals: the one asked for, even where its words are English. */
  readonly locale: string
  /** Locale of the words, for `lang`. */
  readonly words: string
  t(key: MessageKey, params?: MessageParams): string
  /** A counted message; `{count}` is filled in with digits of the locale. */
  plural(key: PluralKey, count: number, params?: MessageParams): string
  /** Words for an error code. A code this build does not know gets the general ones. */
  error(code: string): ErrorWords
}

/** Locales with words of their own. */
export const knownLocales: readonly string[] = Object.keys(catalogues)

/** Words for a locale, falling back from `de-AT` to `de` to `en`, key by key. A malformed locale is `en`. */
export function createTranslator(asked: string): Translator {
  const locale = canonicalLocale(asked)
  const words = languageOf(asked, knownLocales)
  const { messages, errors } = catalogues[words]!
  const plurals = new Intl.PluralRules(words)
  const numbers = new Intl.NumberFormat(locale)
  const text = (key: string) => messages[key] ?? en[key as keyof typeof en]
  return {
    locale,
    words,
    t: (key, params = {}) => fillIn(text(key), params),
    plural: (key, count, params = {}) =>
      fillIn(text(`${key}.${plurals.select(count)}`) ?? text(`${key}.other`), {
        ...params,
        count: numbers.format(count),
      }),
    error: (code) => {
      const known = (Object.hasOwn(enErrors, code) ? code : 'UNKNOWN') as keyof typeof enErrors
      return errors[known] ?? enErrors[known]
    },
  }
}
