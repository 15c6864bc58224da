const PERCENTAGE = /^0*(\d{0,6})(?:[.,](\d{0,6})0*)?%?$/

/**
 * A typed percentage, as a whole number of its last decimal: ("12.5", 2) is 1,250. Null for any other text and for more than the given decimals, 6 at
 * most. The decimal sign is a point or a comma. Spaces and a trailing % are ignored.
 */
export function readPercentage(text: string, decimals: number): number | null {
  const [, whole, typed = ''] = PERCENTAGE.exec(text.replace(/\s/g, '')) ?? []
  const fraction = typed.replace(/0+$/, '')
  if (whole === undefined || fraction.length > decimals) return null
  return Number(whole) * 10 ** decimals + Number(fraction.padEnd(decimals, '0'))
}
