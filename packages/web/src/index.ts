export type { AnswerOf, Endpoints } from './api/client.ts'
export { createApi } from './api/client.ts'
export type { FailureCode } from './api/failure.ts'
export { ApiFailure, isRefusedInDoubt, isUndecided, readFailure, retryAfterMs } from './api/failure.ts'
export type { Play, PlayAnswer, PlayApi, PlayApiOptions, PlayRequest, PlayRoute } from './api/play-api.ts'
export { createPlayApi } from './api/play-api.ts'
export type { UntilDecided } from './api/until-decided.ts'
export { untilDecided } from './api/until-decided.ts'
export { randomSeed } from './random-seed.ts'
export { readUrl } from './read-url.ts'
export type { Catalogue, ErrorWords, MessageKey, PluralKey } from './text/catalogue.ts'
export type { Country } from './text/countries.ts'
export { countriesIn, countryName } from './text/countries.ts'
export { formatMoney } from './text/format-money.ts'
export {
  chanceDigits,
  formatAbout,
  formatBps,
  formatChance,
  formatChange,
  formatPercent,
  formatRoll,
  formatTimes,
  oneIn,
} from './text/format-odds.ts'
export { canonicalLocale, directionOf, languageOf } from './text/locale.ts'
export type { LocalCode } from './text/messages/en-errors.ts'
export { parseMoney, typedMoney } from './text/parse-money.ts'
export type { MessageParams } from './text/template.ts'
export { fillIn } from './text/template.ts'
export type { Translator } from './text/translator.ts'
export { createTranslator, knownLocales } from './text/translator.ts'
export { contrast, readColor } from './theme/contrast.ts'
export type { Correction, Theme } from './theme/theme.ts'
export { applyTheme, cssName, makeTheme } from './theme/theme.ts'
export type { ThemeBase, ThemeToken } from './theme/tokens.ts'
export { houseTokens } from './theme/tokens.ts'
export type { Tier } from './tier.ts'
export { tierOf } from './tier.ts'
export { uniqueId } from './unique-id.ts'
