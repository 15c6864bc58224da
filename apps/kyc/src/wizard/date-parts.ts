export type DateUnit = 'day' | 'month' | 'year'
export type DateParts = Readonly<Record<DateUnit, string>>

export const DATE_DIGITS: Readonly<Record<DateUnit, number>> = { day: 2, month: 2, year: 4 }

/** The order in which a locale writes a day. */
export function dateOrder(locale: string): readonly DateUnit[] {
  const parts = new Intl.DateTimeFormat(locale, { calendar: 'gregory' }).formatToParts(new Date(0))
  const order = parts.map(({ type }) => type).filter((type): type is DateUnit => type in DATE_DIGITS)
  return order.length === 3 ? order : ['day', 'month', 'year']
}

/** The parts of what `joinDate` made, also of a day that is only half written. */
export function splitDate(text: string): DateParts {
  const [year = '', month = '', day = ''] = text.split('-')
  return { year, month, day }
}

/** YYYY-MM-DD; a day that is only half written keeps its parts, and none is the empty text. */
export function joinDate({ year, month, day }: DateParts): string {
  if (year + month + day === '') return ''
  const isWhole = year !== '' && month !== '' && day !== ''
  const two = (digits: string) => (isWhole ? digits.padStart(2, '0') : digits)
  return `${year}-${two(month)}-${two(day)}`
}

/** The digits of what was typed, by whatever hand: Arabic and Persian ones become those of the wire. */
export function digitsOf(text: string, unit: DateUnit): string {
  const plain = text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 15))
  return plain.replace(/\D/g, '').slice(0, DATE_DIGITS[unit])
}
