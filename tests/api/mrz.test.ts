import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import fc from 'fast-check'
import { type Mrz, readMrz } from '../../service/src/kyc/mrz.ts'
import { SEED_NUMBER } from '../support/seeds.ts'

const CHECKS = { seed: SEED_NUMBER, numRuns: 400 }
const NOW = new Date('2026-07-15T12:00:00.000Z')

const PASSPORT = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10']
const LARGE_CARD = ['I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<', 'D231458907UTO7408122F1204159<<<<<<<6']
const CARD = ['I<UTOD231458907<<<<<<<<<<<<<<<', '7408122F1204159UTO<<<<<<<<<<<6', 'ERIKSSON<<ANNA<MARIA<<<<<<<<<<']

function read(text: string, now = NOW): Mrz {
  const mrz = readMrz(text, now)
  assert.ok(!('fault' in mrz), text)
  return mrz
}

suite('the specimens of ICAO Doc 9303', () => {
  const SPECIMEN = {
    ...{ issuingState: 'UTO', nationality: 'UTO', surname: 'ERIKSSON', givenNames: 'ANNA MARIA', sex: 'F' },
    ...{ birthDate: '1974-08-12', expiresOn: '2012-04-15', wrongCheckDigits: [] },
  }

  test('a passport is read', () => {
    const passport = { format: 'TD3', documentCode: 'P', documentNumber: 'L898902C3', optionalData: 'ZE184226B' }
    assert.deepEqual(read(PASSPORT.join('\n')), { ...SPECIMEN, ...passport })
  })

  test('both sizes of cards are read', () => {
    const card = { ...SPECIMEN, documentCode: 'I', documentNumber: 'D23145890', optionalData: '' }
    assert.deepEqual(read(LARGE_CARD.join('\n')), { ...card, format: 'TD2' })
    assert.deepEqual(read(CARD.join('\n')), { ...card, format: 'TD1' })
  })

  test('blanks, missing line breaks, small letters and joined fillers do not matter', () => {
    const whole = read(PASSPORT.join('\n'))
    const [first = '', second = ''] = PASSPORT
    for (const text of [
      PASSPORT.join(''),
      PASSPORT.join('\r\n').toLowerCase(),
      `  ${[...first].join(' ')} \n\n\t ${second}\n`,
      PASSPORT.join('\n').replaceAll('<<', '«'),
      PASSPORT.join('\u00a0').replace('<', '‹'),
    ]) {
      assert.deepEqual(read(text), whole, text)
    }
  })

  test('a card with a number of more than nine characters is read, which ends with its check digit', () => {
    const long = ['IDUTO123456789<07<<<<<<<<<<<<<', '8601012M3001019UTO<<<<<<<<<<<6', 'SPECIMEN<<JANE<<<<<<<<<<<<<<<<']
    const { documentNumber, optionalData, wrongCheckDigits } = read(long.join(''))
    assert.deepEqual(
      { documentNumber, optionalData, wrongCheckDigits },
      { documentNumber: '1234567890', optionalData: '', wrongCheckDigits: [] },
    )
  })
})

suite('what cannot be read', () => {
  test('another length, another sign and a visa are told as unreadable', () => {
    const whole = PASSPORT.join('')
    const visa = `V${whole.slice(1)}`
    for (const text of ['', ' ', whole.slice(1), `${whole}<`, whole.replace('<', '-'), whole.replace('E', 'É'), visa]) {
      assert.deepEqual(readMrz(text, NOW), { fault: 'UNREADABLE' }, text)
    }
    assert.deepEqual(readMrz('x'.repeat(100_000), NOW), { fault: 'UNREADABLE' })
  })

  test('any text of any signs is read or told as unreadable, and never throws', () => {
    const signs = fc.string({ unit: fc.constantFrom(...'<<<0123456789AKVXZ'), minLength: 88, maxLength: 90 })
    fc.assert(
      fc.property(fc.oneof(fc.string(), signs), (text) => assert.ok(readMrz(text, NOW))),
      CHECKS,
    )
  })
})

suite('dates', () => {
  const at = (birth: string, expiry: string, now = NOW) => {
    const written = write({ ...PERSON, birth, expiry })
    const { birthDate, expiresOn, wrongCheckDigits } = read(written.text, now)
    assert.deepEqual(wrongCheckDigits, [])
    return [birthDate, expiresOn]
  }

  test('a birth is past: today is, tomorrow was a hundred years ago', () => {
    assert.equal(at('260715', '300101')[0], '2026-07-15')
    assert.equal(at('260716', '300101')[0], '1926-07-16')
    assert.equal(at('991231', '300101')[0], '1999-12-31')
    assert.equal(at('000229', '300101')[0], '2000-02-29')
    assert.equal(at('000101', '300101', new Date('2000-01-01T00:00:00.000Z'))[0], '2000-01-01')
  })

  test('a paper ends within fifty years, before or after', () => {
    assert.equal(at('740812', '760101')[1], '2076-01-01')
    assert.equal(at('740812', '770101')[1], '1977-01-01')
    assert.equal(at('740812', '200101')[1], '2020-01-01')
    assert.equal(at('740812', '050101', new Date('2095-01-01T00:00:00.000Z'))[1], '2105-01-01')
    assert.equal(at('740812', '950101', new Date('2005-01-01T00:00:00.000Z'))[1], '1995-01-01')
  })

  test('what is no date is null: parts that are unknown, a month of thirteen, a day that the year does not have', () => {
    assert.deepEqual(at('74<<<<', '<<<<<<'), [null, null])
    assert.deepEqual(at('741301', '300231'), [null, null])
    assert.deepEqual(at('750229', '280229'), [null, '2028-02-29'])
  })
})

type Person = {
  format: Mrz['format']
  code: string
  state: string
  nationality: string
  number: string
  surname: string
  given: string[]
  birth: string
  expiry: string
  sex: 'F' | 'M' | '<'
  optional: string
  /** In the second line of a card. */
  more: string
}

const PERSON: Person = {
  ...{ format: 'TD3', code: 'P', state: 'UTO', nationality: 'UTO', number: 'L898902C3', surname: 'ERIKSSON' },
  ...{ given: ['ANNA', 'MARIA'], birth: '740812', expiry: '300101', sex: 'F', optional: '', more: '' },
}

/** One of the parts that a check digit covers: where it stands in the whole text, and which check tells of it. */
type Covered = { part: string; from: number; to: number }

/** Writes a zone as a printer of papers would, from a list of columns. It shares nothing with the reader. */
function write(person: Person): { text: string; covered: Covered[] } {
  const { format } = person
  const names = `${person.surname}<<${person.given.join('<')}`
  const isLong = format !== 'TD3' && person.number.length > 9
  const numberField = isLong ? `${person.number.slice(0, 9)}<` : withDigit(person.number.padEnd(9, '<'))
  const overflow = isLong ? `${person.number.slice(9)}${digitOf(person.number)}<` : ''
  const head = `${person.code.padEnd(2, '<')}${person.state.padEnd(3, '<')}`
  const nationality = person.nationality.padEnd(3, '<')
  const [birth, expiry] = [withDigit(person.birth), withDigit(person.expiry)]
  if (format === 'TD1') {
    const first = `${numberField}${overflow}${person.optional}`.padEnd(25, '<')
    const rest = person.more.padEnd(11, '<')
    const composite = digitOf(first + birth + expiry + rest)
    const text = `${head}${first}${birth}${person.sex}${expiry}${nationality}${rest}${composite}${names.padEnd(30, '<')}`
    const covered = [
      { part: 'documentNumber', from: 5, to: isLong ? 15 + overflow.length - 1 : 15 },
      { part: 'birthDate', from: 30, to: 37 },
      { part: 'expiresOn', from: 38, to: 45 },
      { part: 'composite', from: 59, to: 60 },
    ]
    return { text, covered }
  }
  const width = format === 'TD2' ? 36 : 44
  const personal = person.optional.padEnd(14, '<')
  const rest = format === 'TD2' ? `${overflow}${person.optional}`.padEnd(7, '<') : withDigit(personal)
  const composite = digitOf(numberField + birth + expiry + rest)
  const second = `${numberField}${nationality}${birth}${person.sex}${expiry}${rest}${composite}`
  const covered = [
    { part: 'documentNumber', from: width, to: width + 10 },
    { part: 'birthDate', from: width + 13, to: width + 20 },
    { part: 'expiresOn', from: width + 21, to: width + 28 },
    { part: 'composite', from: 2 * width - 1, to: 2 * width },
  ]
  if (format === 'TD3') covered.push({ part: 'personalNumber', from: width + 28, to: width + 43 })
  if (isLong) covered.push({ part: 'documentNumber', from: width + 28, to: width + 28 + overflow.length - 1 })
  return { text: `${head}${names}`.padEnd(width, '<') + second, covered }
}

const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const worth = (sign: string) => Math.max(SIGNS.indexOf(sign), 0)
const withDigit = (field: string) => field + digitOf(field)

function digitOf(field: string): string {
  let sum = 0
  for (let at = 0; at < field.length; at += 3) {
    const [a, b, c] = [0, 1, 2].map((step) => worth(field.charAt(at + step)))
    sum += 7 * (a ?? 0) + 3 * (b ?? 0) + (c ?? 0)
  }
  return String(sum % 10)
}

const letters = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...SIGNS.slice(10)), minLength: min, maxLength: max })
const signs = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...SIGNS), minLength: min, maxLength: max })
const day = (from: string, to: string) =>
  fc
    .date({ min: new Date(from), max: new Date(to), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))

const person = fc
  .record({
    format: fc.constantFrom('TD1' as const, 'TD2' as const, 'TD3' as const),
    code: fc.constantFrom('P', 'I', 'ID', 'AC', 'PM'),
    state: letters(1, 3),
    nationality: letters(1, 3),
    surname: letters(1, 10),
    given: fc.array(letters(1, 4), { maxLength: 3 }),
    sex: fc.constantFrom('F' as const, 'M' as const, '<' as const),
    birthDate: day('1927-01-01', '2026-07-15'),
    expiresOn: day('1977-01-01', '2076-12-31'),
  })
  .chain((common) =>
    fc.record({
      common: fc.constant(common),
      number: signs(1, { TD1: 13, TD2: 13, TD3: 9 }[common.format]),
      optional: signs(0, { TD1: 8, TD2: 1, TD3: 14 }[common.format]),
      more: signs(0, common.format === 'TD1' ? 11 : 0),
    }),
  )
  .map(({ common, number, optional, more }): Person & typeof common => {
    const [birth = '', expiry = ''] = [common.birthDate, common.expiresOn].map((date) =>
      date.slice(2).replaceAll('-', ''),
    )
    // On a larger card the rest of a long number leaves no room for anything else.
    const isFull = common.format === 'TD2' && number.length > 9
    return { ...common, number, optional: isFull ? '' : optional, more, birth, expiry }
  })

suite('zones of random people, by a writer of their own', () => {
  test('each is read as it was written', () => {
    fc.assert(
      fc.property(person, (given) => {
        assert.deepEqual(read(write(given).text), {
          ...{ format: given.format, documentCode: given.code, issuingState: given.state },
          ...{ nationality: given.nationality, documentNumber: given.number, surname: given.surname },
          ...{ givenNames: given.given.join(' '), birthDate: given.birthDate, expiresOn: given.expiresOn },
          optionalData: [given.optional, given.more].filter(Boolean).join(' '),
          ...{ sex: given.sex === '<' ? 'X' : given.sex, wrongCheckDigits: [] },
        })
      }),
      CHECKS,
    )
  })

  test('any one wrong character of a checked part is found and its part named, but for those that weigh the same', () => {
    fc.assert(
      fc.property(person, fc.nat(), fc.nat(), fc.constantFrom(...SIGNS, '<'), (given, which, where, sign) => {
        const { text, covered } = write(given)
        const { part, from, to } = covered[which % covered.length]!
        const at = from + (where % (to - from))
        fc.pre((worth(sign) - worth(text.charAt(at))) % 10 !== 0)
        const { wrongCheckDigits } = read(text.slice(0, at) + sign + text.slice(at + 1))
        assert.ok((wrongCheckDigits as string[]).includes('composite'), 'every check digit covers what it covers')
        if (given.number.length <= 9 && sign !== '<') {
          assert.deepEqual(new Set(wrongCheckDigits), new Set([part, 'composite']))
        }
      }),
      CHECKS,
    )
  })

  test('characters that differ by 10 in worth weigh the same: that is what these check digits cannot find', () => {
    const { text } = write({ ...PERSON, number: 'A00000000' })
    for (const sign of 'KU0<') {
      assert.deepEqual(read(text.replace('A00000000', `${sign}00000000`)).wrongCheckDigits, [], sign)
    }
    assert.deepEqual(read(text.replace('A00000000', 'B00000000')).wrongCheckDigits, ['documentNumber', 'composite'])
  })

  test('a check digit is a digit: no letter or filler stands for it, but a filler for that of no personal number', () => {
    const { text } = write(PERSON)
    const replaced = (at: number, sign: string) => read(text.slice(0, at) + sign + text.slice(at + 1)).wrongCheckDigits
    assert.equal(text.charAt(86), '0')
    assert.deepEqual(replaced(86, '<'), [])
    assert.deepEqual(replaced(86, 'A'), ['personalNumber'])
    const { text: numbered } = write({ ...PERSON, number: '000000000' })
    assert.equal(numbered.charAt(53), '0')
    assert.deepEqual(read(`${numbered.slice(0, 53)}<${numbered.slice(54)}`).wrongCheckDigits, ['documentNumber'])
  })
})
