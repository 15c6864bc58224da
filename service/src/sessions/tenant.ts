import type { Bootstrap } from '@coffer/contract/play'
import { absoluteUrl } from '../media/index.ts'
import type { Operator } from '../operators/index.ts'

/** An operator as its players see it, in one of its locales. */
export function viewTenant(
  { name, currency, settings: { logoUrl } }: Operator,
  { baseUrl, locale }: { baseUrl: string; locale: string },
): Bootstrap['tenant'] {
  return { name, locale, currency, logoUrl: logoUrl === null ? null : absoluteUrl(baseUrl, logoUrl) }
}
