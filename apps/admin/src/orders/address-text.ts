import type { AdminOrder } from '@coffer/contract/admin'
import { countryName } from '../text/shipping.ts'

/** An address as lines of a label. The country is written in English. */
export function addressLines(address: AdminOrder['address']): string[] {
  const { name, line1, line2, postalCode, city, region, country } = address
  const lines = [name, line1, line2 ?? '', `${postalCode} ${city}`.trim(), region, countryName(country)]
  return lines.filter((line) => line !== '')
}

/** The link that writes an e-mail. */
export function mailPath(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}
