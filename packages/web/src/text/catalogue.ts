import type { en } from './messages/en.ts'
import type { ErrorWords, enErrors } from './messages/en-errors.ts'

export type { ErrorWords } from './messages/en-errors.ts'

type Key = keyof typeof en
/** Messages that come as `name.one` and `name.other`. */
export type PluralKey = Key extends infer K ? (K extends `${infer Name}.other` ? Name : never) : never
/** Messages that stand alone. */
export type MessageKey = Exclude<Key, `${PluralKey}.${string}`>

/** Words of one locale. A locale may leave words out; English fills them in. Plural forms are those of `Intl.PluralRules`. */
export type Catalogue = {
  readonly messages: Readonly<Partial<Record<Key, string>> & Record<string, string>>
  readonly errors: Readonly<Partial<Record<keyof typeof enErrors, ErrorWords>>>
}
