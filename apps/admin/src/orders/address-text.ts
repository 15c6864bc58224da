import type { AdminOrder } from '@coffer/contract/admin'
import { countryName } from '@coffer/web'

/** An address as lines of a label. The country is written in English. */
export function addressLines(address: AdminOrder['address']): string[] {
  const { name, line1, line2, postalCode, city, region, country } = address
  // Cities that are regions of their own are written once.
  const area = region === city ? '' : region
  const lines = [name, line1, line2 ?? '', `${postalCode} ${city}`.trim(), area, countryName(country, 'en')]
  return lines.filter((line) => line !== '')
}

/** The link that writes an e-mail. */
export function mailPath(email: string): string {
  return `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`
}
