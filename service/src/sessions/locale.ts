import type { Operator } from '../operators/index.ts'

/** Locales that an operator's players can choose from, its own first. */
export function operatorLocales(operator: Operator): string[] {
  return [...new Set([operator.locale, ...operator.settings.locales])]
}

/** The locale asked for, or the operator's when it is none of theirs. */
export function effectiveLocale(operator: Operator, asked: string | undefined): string {
  return asked !== undefined && operatorLocales(operator).includes(asked) ? asked : operator.locale
}
