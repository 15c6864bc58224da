import type { Catalogue, ErrorWords, MessageKey, MessageParams, PluralKey } from './catalogue.ts'
import { en } from './messages/en.ts'
import { enErrors } from './messages/en-errors.ts'

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
  const locale = canonical(asked)
  const words = [locale, locale.split('-')[0]!, 'en'].find((name) => name in catalogues)!
  const { messages, errors } = catalogues[words]!
  const plurals = new Intl.PluralRules(words)
  const numbers = new Intl.NumberFormat(locale)
  const text = (key: string) => messages[key] ?? en[key as keyof typeof en]
  return {
    locale,
    words,
    t: (key, params = {}) => fill(text(key), params),
    plural: (key, count, params = {}) =>
      fill(text(`${key}.${plurals.select(count)}`) ?? text(`${key}.other`), {
        ...params,
        count: numbers.format(count),
      }),
    error: (code) => {
      const known = (Object.hasOwn(enErrors, code) ? code : 'UNKNOWN') as keyof typeof enErrors
      return errors[known] ?? enErrors[known]
    },
  }
}

function fill(template: string, params: MessageParams): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
}

function canonical(asked: string): string {
  try {
    return Intl.getCanonicalLocales(asked)[0] ?? 'en'
  } catch {
    return 'en'
  }
}
