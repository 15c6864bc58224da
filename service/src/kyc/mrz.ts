/**
 * The machine-readable zone of a paper of identity, as ICAO Doc 9303 describes it: cards (TD1, three lines of 30), larger cards
 * (TD2, two of 36) and passports (TD3, two of 44).
 */
export type Mrz = {
  format: 'TD1' | 'TD2' | 'TD3'
  /** The kind of paper in the issuer's letters: `P`, `I`, `ID`, `AC`. */
  documentCode: string
  /** Three letters as a rule, and not always a country: `UTO`, `D`, `XXA`. */
  issuingState: string
  nationality: string
  documentNumber: string
  /** In the letters of the zone: without accents, and cut when it is long. */
  surname: string
  givenNames: string
  /** `YYYY-MM-DD`; null when it is no date, as when a part of it is unknown. */
  birthDate: string | null
  expiresOn: string | null
  /** X: stated as neither. Null: no letter that means one. */
  sex: 'F' | 'M' | 'X' | null
  /** What the issuer adds, of both places of a card; in a passport the personal number. */
  optionalData: string
  /** Empty when every check digit fits what it stands for. */
  wrongCheckDigits: CheckedPart[]
}

export type CheckedPart = 'documentNumber' | 'birthDate' | 'expiresOn' | 'personalNumber' | 'composite'

/**
 * Reads what was typed, with any blanks and in any case. `now` decides centuries: births are past, and a paper ends within 50 years.
 * A visa is not read: it does not say who somebody is.
 */
export function readMrz(text: string, now: Date): Mrz | { fault: 'UNREADABLE' } {
  const characters = normalise(text)
  const zone = zoneOf(characters)
  if (zone === null || !/^[A-Z0-9<]+$/.test(characters) || characters.startsWith('V')) return { fault: 'UNREADABLE' }
  const number = readNumber(zone)
  const [surname = '', ...givenNames] = zone.names.replace(/^<+/, '').split('<<')
  return {
    format: zone.format,
    documentCode: trimmed(characters.slice(0, 2)),
    issuingState: trimmed(characters.slice(2, 5)),
    nationality: trimmed(zone.nationality),
    documentNumber: number.text.replaceAll('<', ''),
    surname: words(surname),
    givenNames: words(givenNames.join('<')),
    birthDate: dateOf(zone.birth, now, (year, day) => `${year}${day}` <= compact(now)),
    expiresOn: dateOf(zone.expiry, now, (year) => year <= now.getUTCFullYear() + YEARS_AHEAD),
    sex: SEXES[zone.sex] ?? null,
    optionalData: words(`${number.rest}<${zone.moreOptional}`),
    wrongCheckDigits: wrongCheckDigits(zone, number),
  }
}

/** Some keyboards make one sign of two fillers. */
function normalise(text: string): string {
  return text.replaceAll('«', '<<').replaceAll('‹', '<').replace(/\s+/g, '').toUpperCase()
}

const SEXES: Readonly<Record<string, Mrz['sex']>> = { F: 'F', M: 'M', X: 'X', '<': 'X' }

/** The fields, each with its check digit where it has one, and what the composite check digit covers. */
type Zone = {
  format: Mrz['format']
  names: string
  nationality: string
  number: string
  numberCheck: string
  optional: string
  /** Of a card, which has two places for it. */
  moreOptional: string
  /** Of a passport. Elsewhere optional data has no check digit of its own. */
  optionalCheck: string | null
  birth: string
  birthCheck: string
  expiry: string
  expiryCheck: string
  sex: string
  covered: string
  compositeCheck: string
}

function zoneOf(all: string): Zone | null {
  if (all.length === 90) return cardZone(all)
  if (all.length === 72) return twoLineZone(all, 36)
  return all.length === 88 ? twoLineZone(all, 44) : null
}

function cardZone(all: string): Zone {
  const [first, second] = [all.slice(0, 30), all.slice(30, 60)]
  return {
    ...{ format: 'TD1', names: all.slice(60), nationality: second.slice(15, 18), sex: second.charAt(7) },
    ...{ number: first.slice(5, 14), numberCheck: first.charAt(14), optional: first.slice(15), optionalCheck: null },
    ...{ birth: second.slice(0, 6), birthCheck: second.charAt(6), moreOptional: second.slice(18, 29) },
    ...{ expiry: second.slice(8, 14), expiryCheck: second.charAt(14) },
    covered: first.slice(5) + second.slice(0, 7) + second.slice(8, 15) + second.slice(18, 29),
    compositeCheck: second.charAt(29),
  }
}

function twoLineZone(all: string, width: 36 | 44): Zone {
  const [first, second] = [all.slice(0, width), all.slice(width)]
  const isPassport = width === 44
  return {
    ...{ format: isPassport ? 'TD3' : 'TD2', names: first.slice(5) },
    ...{ nationality: second.slice(10, 13), sex: second.charAt(20) },
    ...{ number: second.slice(0, 9), numberCheck: second.charAt(9) },
    ...{ optional: second.slice(28, isPassport ? 42 : 35), moreOptional: '' },
    optionalCheck: isPassport ? second.charAt(42) : null,
    ...{ birth: second.slice(13, 19), birthCheck: second.charAt(19) },
    ...{ expiry: second.slice(21, 27), expiryCheck: second.charAt(27) },
    covered: second.slice(0, 10) + second.slice(13, 20) + second.slice(21, width - 1),
    compositeCheck: second.charAt(width - 1),
  }
}

type DocumentNumber = { text: string; check: string; rest: string }

/** On cards a number of more than nine characters has a filler for its check digit, goes on in the optional data, and ends with the digit. */
function readNumber({ format, number, numberCheck, optional }: Zone): DocumentNumber {
  const [overflow = ''] = optional.split('<', 1)
  const isLong = format !== 'TD3' && numberCheck === '<' && overflow.length >= 2
  if (!isLong) return { text: number, check: numberCheck, rest: optional }
  return {
    text: number + overflow.slice(0, -1),
    check: overflow.slice(-1),
    rest: optional.slice(overflow.length),
  }
}

function wrongCheckDigits(zone: Zone, number: DocumentNumber): CheckedPart[] {
  const { optional, optionalCheck } = zone
  const hasPersonalNumber = optionalCheck !== null && !(optionalCheck === '<' && /^<+$/.test(optional))
  const checks: [CheckedPart, string, string][] = [
    ['documentNumber', number.text, number.check],
    ['birthDate', zone.birth, zone.birthCheck],
    ['expiresOn', zone.expiry, zone.expiryCheck],
    ...(hasPersonalNumber ? [['personalNumber', optional, optionalCheck] as [CheckedPart, string, string]] : []),
    ['composite', zone.covered, zone.compositeCheck],
  ]
  return checks.filter(([, field, digit]) => digit !== checkDigit(field)).map(([part]) => part)
}

const WEIGHTS = [7, 3, 1]

/** Characters whose values differ by 10, 20 or 30 weigh the same: no check digit tells `<`, 0, A, K and U from one another. */
function checkDigit(field: string): string {
  const sum = [...field].reduce((total, character, at) => total + worthOf(character) * (WEIGHTS[at % 3] ?? 0), 0)
  return String(sum % 10)
}

/** 0 to 9, and A to Z as 10 to 35. */
function worthOf(character: string): number {
  return character === '<' ? 0 : Number.parseInt(character, 36)
}

const trimmed = (field: string) => field.replace(/<+$/, '')
const words = (field: string) => field.replace(/<+/g, ' ').trim()

const YEARS_AHEAD = 50
const compact = (at: Date) => at.toISOString().slice(0, 10).replaceAll('-', '')

/** The date in the newest century that `fits`. */
function dateOf(field: string, now: Date, fits: (year: number, day: string) => boolean): string | null {
  if (!/^\d{6}$/.test(field)) return null
  const [yearOfCentury, day] = [Number(field.slice(0, 2)), field.slice(2)]
  const century = now.getUTCFullYear() - (now.getUTCFullYear() % 100)
  const year = [century + 100, century].map((begin) => begin + yearOfCentury).find((one) => fits(one, day))
  const date = `${year ?? century - 100 + yearOfCentury}-${day.slice(0, 2)}-${day.slice(2)}`
  return isDate(date) ? date : null
}

function isDate(text: string): boolean {
  const at = new Date(`${text}T00:00:00.000Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
