const NUMBER = /^(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,2}))?$/

/** A positive number as a feed writes it, without its exponent and digit for digit: `3.8e-05` is `0.000038`. Null when it is none. */
export function plainDecimal(text: string): string | null {
  const [, whole, fraction = '', exponent] = NUMBER.exec(text) ?? []
  if (whole === undefined) return null
  if (exponent === undefined) return text
  const point = whole.length + Number(exponent)
  const digits = `${'0'.repeat(Math.max(0, -point))}${whole}${fraction}`.padEnd(Math.max(0, point), '0')
  const at = Math.max(0, point)
  const [before, after] = [digits.slice(0, at).replace(/^0+(?=\d)/, '') || '0', digits.slice(at)]
  return after === '' ? before : `${before}.${after}`
}
