import { lookUpLocale } from '@coffer/contract/locale'
import type { Operator } from '../operators/index.ts'

/** Locales that an operator's players can choose from, its own first. */
export function operatorLocales(operator: Operator): string[] {
  return [...new Set([operator.locale, ...operator.settings.locales])]
}

/** The one of the operator's locales that serves the one asked for, or the operator's own. */
export function effectiveLocale(operator: Operator, asked: string | undefined): string {
  return (asked === undefined ? null : lookUpLocale(asked, operatorLocales(operator))) ?? operator.locale
}
