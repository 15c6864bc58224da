import assert from 'node:assert/strict'
import { before, suite, type TestContext, test } from 'node:test'
import type { KycHint } from '@coffer/contract/admin'
import { EMPTY_ANSWERS, type KycAnswers } from '@coffer/contract/kyc-answers'
import fc from 'fast-check'
import { ageOn, type HintInput, hintsOf } from '../../service/src/kyc/hints.ts'
import { readMrz } from '../../service/src/kyc/mrz.ts'
import { nameWords, sameName } from '../../service/src/kyc/names.ts'
import { eraseAll, mintLink, openLink, photo, signInReviewer, type TestReviewer } from '../support/kyc.ts'
import { BRAM, PIP, secretsOf, ZOFIA } from '../support/kyc-people.ts'
import { openRows } from '../support/rows.ts'
import { SEED_NUMBER } from '../support/seeds.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

const CHECKS = { seed: SEED_NUMBER, numRuns: 400 }
const TODAY = '2026-07-15'
const PASSPORT = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F3204153ZE184226B<<<<<16']

/** The holder of the specimen of ICAO Doc 9303, whose passport ends later here. */
const HOLDER: KycAnswers = {
  ...EMPTY_ANSWERS,
  details: { legalName: 'Anna Maria Eriksson', dateOfBirth: '1974-08-12', taxId: '1', hasNoTaxId: false },
  document: { type: 'passport', number: 'L898902C3', expiresOn: '2032-04-15', mrz: PASSPORT.join('\n') },
}

type Change = {
  details?: Partial<KycAnswers['details']>
  document?: Partial<KycAnswers['document']>
}

const withChange = ({ details, document }: Change, answers = HOLDER): KycAnswers => ({
  ...answers,
  details: { ...answers.details, ...details },
  document: { ...answers.document, ...document },
})

/** What the checks say of the holder, with something changed. */
function hintsFor(change: Change, more: Partial<HintInput> = {}): KycHint[] {
  const answers = withChange(change)
  const { mrz } = answers.document
  const read = mrz === '' ? null : readMrz(mrz, new Date(`${TODAY}T12:00:00.000Z`))
  const isUnreadable = read !== null && 'fault' in read
  const input = { today: TODAY, minimumAge: 18, confirmed: null, mrz: isUnreadable ? ('unreadable' as const) : read }
  return hintsOf({ answers, ...input, ...more })
}

const codesFor = (change: Change, more: Partial<HintInput> = {}) => hintsFor(change, more).map(({ code }) => code)

suite('age and expiry', () => {
  test('somebody is old enough on the day of their birthday, and not the day before', () => {
    const CASES: [born: string, today: string, age: number][] = [
      ['2008-07-15', '2026-07-15', 18],
      ['2008-07-16', '2026-07-15', 17],
      ['2008-12-31', '2026-12-31', 18],
      ['2009-01-01', '2026-12-31', 17],
      ['2004-02-29', '2022-02-28', 17],
      ['2004-02-29', '2022-03-01', 18],
      ['2004-02-29', '2024-02-28', 19],
      ['2004-02-29', '2024-02-29', 20],
      ['2026-07-15', '2026-07-15', 0],
      ['1900-01-01', '2026-07-15', 126],
    ]
    for (const [born, today, age] of CASES) assert.equal(ageOn(born, today), age, `${born} on ${today}`)
  })

  test('an age is one more on each birthday, and on no other day', () => {
    const days = { min: new Date('1900-01-01'), max: new Date('2100-12-30'), noInvalidDate: true }
    const dayOf = (at: Date) => at.toISOString().slice(0, 10)
    fc.assert(
      fc.property(fc.date(days), fc.date(days), (born, at) => {
        const next = new Date(at.getTime() + 86_400_000)
        const risen = ageOn(dayOf(born), dayOf(next)) - ageOn(dayOf(born), dayOf(at))
        const isBirthday = dayOf(next).slice(5) === dayOf(born).slice(5)
        const isMissing = dayOf(born).endsWith('02-29') && dayOf(next).endsWith('03-01') && !dayOf(at).endsWith('02-29')
        assert.equal(risen, Number(isBirthday || isMissing))
      }),
      CHECKS,
    )
  })

  test('the minimum of the operator counts, and is what the hint says', () => {
    const mrz = { document: { mrz: '' } }
    const young = { ...mrz, details: { dateOfBirth: '2008-07-16' } }
    assert.deepEqual(hintsFor(young), [{ code: 'UNDERAGE', details: { minimumAge: 18 } }])
    assert.deepEqual(hintsFor({ ...mrz, details: { dateOfBirth: '2008-07-15' } }), [])
    assert.deepEqual(codesFor(young, { minimumAge: 17 }), [])
    assert.deepEqual(codesFor({ ...mrz, details: { dateOfBirth: '2006-01-01' } }, { minimumAge: 21 }), ['UNDERAGE'])
  })

  test('a document is good on its last day, expired on the next, and one without an end never expires', () => {
    const ends = (expiresOn: string) => codesFor({ document: { expiresOn, mrz: '' } })
    assert.deepEqual(ends(TODAY), [])
    assert.deepEqual(ends('2026-07-14'), ['DOCUMENT_EXPIRED'])
    assert.deepEqual(ends(''), [])
  })
})

suite('the lines for machines', () => {
  test('lines for machines that say the same as their holder give no hint', () => {
    assert.deepEqual(hintsFor({}), [])
    assert.deepEqual(hintsFor({ details: { legalName: 'ERIKSSON, Anna' }, document: { number: 'l 898-902 c3' } }), [])
    assert.deepEqual(hintsFor({ document: { expiresOn: '' } }), [], 'an end that was not typed is not wrong')
  })

  test('lines for machines give one hint for each thing in which they differ', () => {
    const mrz = (from: string, to: string) => ({ document: { mrz: PASSPORT.join('').replace(from, to) } })
    const CASES: [Change, ...KycHint['code'][]][] = [
      [{ document: { mrz: 'P<UTO' } }, 'MRZ_UNREADABLE'],
      [mrz('ZE184226B', 'ZE184226C'), 'MRZ_CHECK_DIGIT_WRONG'],
      [{ details: { legalName: 'Anna Maria Lindqvist' } }, 'MRZ_NAME_DIFFERS'],
      [{ details: { dateOfBirth: '1974-12-08' } }, 'MRZ_BIRTH_DATE_DIFFERS'],
      [{ document: { number: 'L898902C4' } }, 'MRZ_NUMBER_DIFFERS'],
      [{ document: { expiresOn: '2032-04-16' } }, 'MRZ_EXPIRY_DIFFERS'],
    ]
    for (const [change, ...codes] of CASES) assert.deepEqual(codesFor(change), codes)
    const [wrong] = hintsFor(mrz('ZE184226B', 'ZE184226C'))
    assert.deepEqual(wrong!.details, { of: ['personalNumber', 'composite'] }, 'which digits, and no text of the paper')
  })

  test('lines for machines of a paper that has expired say so, whatever was typed', () => {
    const later = { today: '2032-04-16' }
    assert.deepEqual(codesFor({}, later), ['DOCUMENT_EXPIRED', 'MRZ_EXPIRED'])
    assert.deepEqual(codesFor({ document: { expiresOn: '' } }, later), ['MRZ_EXPIRED'])
    assert.deepEqual(codesFor({ document: { expiresOn: '2040-01-01' } }, later), ['MRZ_EXPIRY_DIFFERS', 'MRZ_EXPIRED'])
    assert.deepEqual(codesFor({}, { today: '2032-04-15' }), [])
  })
})

suite('names', () => {
  const SAME: [string, string][] = [
    ['Anna Müller', 'ANNA MUELLER'],
    ['Anna Müller', 'Anna Muller'],
    ['Müller, Anna', 'Anna Müller'],
    ['Bjørn Åse', 'BJOERN AASE'],
    ['Bjørn Åse', 'Bjorn Ase'],
    ['Łukasz Żółć', 'LUKASZ ZOLC'],
    ['Karl Weiß', 'KARL WEISS'],
    ['José María García López', 'Jose Garcia'],
    ["Máire O'Neill", 'MAIRE ONEILL'],
    ['Jean-Luc Petit', 'JEAN LUC PETIT'],
    ['Sukarno', 'SUKARNO'],
    ['Ｊｏｈｎ Ｓｍｉｔｈ', 'John Smith'],
    ['Анна Петрова', 'ANNA PETROVA'],
    ['Анна Петрова', 'آنا بتروفا'],
    ['山田太郎', 'YAMADA TARO'],
    ['', 'Anna Petrova'],
  ]
  const DIFFERENT: [string, string][] = [
    ['Anna Müller', 'Anna Möller'],
    ['Anna Petrova', 'Anna Petrov'],
    ['Anna', 'Anna Petrova'],
    ['Anna Maria Petrova', 'Anna Sofia Petrova'],
    ['Анна Петрова', 'Анна Иванова'],
    ['山田太郎', '山田花子'],
  ]

  test('names are the same with and without accents, written out, in either order and without middle names', () => {
    for (const [one, other] of SAME) assert.ok(sameName(one, other) && sameName(other, one), `${one} = ${other}`)
  })

  test('names are different when a word of the shorter is not in the longer; in two scripts they are not called so', () => {
    for (const [one, other] of DIFFERENT) assert.ok(!sameName(one, other) && !sameName(other, one), `${one}, ${other}`)
  })

  const word = fc.string({ unit: fc.constantFrom(...'abcdeéèüößøåñłzж'), minLength: 2, maxLength: 8 })
  const name = fc.array(word, { minLength: 2, maxLength: 5 })

  test('any name is itself in any order, case and form of its accents, and the middle of it may be missing', () => {
    fc.assert(
      fc.property(name, fc.nat(), (words, at) => {
        const text = words.join(' ')
        const turned = [...words.slice(at % words.length), ...words.slice(0, at % words.length)].join('  ')
        for (const same of [turned, text.normalize('NFD'), text.toLocaleUpperCase('en')]) {
          assert.ok(sameName(text, same), `${text} and ${same}`)
          assert.deepEqual(nameWords(same), nameWords(text))
        }
        assert.ok(sameName(text, `${words[0]} ${words.at(-1)}`))
      }),
      CHECKS,
    )
  })

  test('any two names are compared alike from both sides', () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        const [left, right] = [one.join(' '), other.join(' ')]
        assert.equal(sameName(left, right), sameName(right, left))
      }),
      CHECKS,
    )
  })
})

test('what differs from the last confirmation is hinted at; a name that lacks its middle does not differ', () => {
  const against = (change: Change) => codesFor({ document: { mrz: '' }, ...change }, { confirmed: HOLDER })
  assert.deepEqual(against({}), [])
  assert.deepEqual(against({ details: { legalName: 'Anna ERIKSSON' } }), [])
  assert.deepEqual(against({ details: { legalName: 'Anna Maria Lindqvist' } }), ['NAME_DIFFERS_FROM_CONFIRMED'])
  assert.deepEqual(against({ details: { dateOfBirth: '1974-08-13' } }), ['BIRTH_DATE_DIFFERS_FROM_CONFIRMED'])
})

let world: World
let reviewer: TestReviewer

before(async (t) => {
  const settings = { kyc: { enabled: true } }
  const operators = { aurum: { settings }, borealis: { settings } }
  world = await startWorld(t as TestContext, { operators, wallet: false })
  reviewer = await signInReviewer(world)
})

suite('what a reviewer sees of the checks', () => {
  /** Hands these answers in, with a passport, which needs fewest photos. */
  async function submit(player: string, answers: KycAnswers, operator: TestOperator = world.operator): Promise<number> {
    const browser = await openLink(world, await mintLink(operator, player, ZOFIA))
    await browser!.draft({ ...answers, document: { ...answers.document, type: 'passport' } })
    for (const kind of ['front', 'selfie'] as const) await browser!.upload(kind, await photo())
    return (await browser!.submit()).requestId
  }

  const hintsSeen = async (requestId: number) => (await reviewer.read(requestId)).hints
  const alike = (requestIds: number[], ...kinds: string[]) => [
    { code: 'DUPLICATE_IDENTITY', details: { requestIds, kinds } },
  ]

  test('one person under several players is found by name and birth, by tax id or by document, on every case of them', async () => {
    const { taxId } = ZOFIA.answers.details
    const [given, surname] = ZOFIA.answers.details.legalName.split(' ') as [string, string]
    const first = await submit('p1', ZOFIA.answers)
    assert.deepEqual(await hintsSeen(first), [])
    const accents = `${surname.toUpperCase()}, ${given.replace('o', 'ó')}`
    const byName = await submit(
      'p2',
      withChange({ details: { legalName: accents, taxId: 'other' }, document: { number: 'N2' } }, ZOFIA.answers),
    )
    const byTaxId = await submit('p3', {
      ...withChange({ details: { taxId: ` ${taxId.toLowerCase().replaceAll('-', ' ')}` } }, BRAM.answers),
      address: ZOFIA.answers.address,
    })
    const byDocument = await submit('p4', {
      ...withChange({ details: { taxId: '', hasNoTaxId: true } }, { ...PIP.answers, document: ZOFIA.answers.document }),
    })
    assert.deepEqual(await hintsSeen(byName), alike([first], 'person'))
    assert.deepEqual(await hintsSeen(byTaxId), alike([first], 'tax_id'))
    const young = { code: 'UNDERAGE', details: { minimumAge: 18 } }
    assert.deepEqual(await hintsSeen(byDocument), [young, ...alike([first], 'document')])
    const all = alike([byName, byTaxId, byDocument], 'document', 'person', 'tax_id')
    assert.deepEqual(await hintsSeen(first), all, 'on the earlier case too')
    const row = (await reviewer.queue()).find(({ requestId }) => requestId === first)
    assert.deepEqual(row?.hints, all)
    const told = JSON.stringify(all)
    for (const word of secretsOf(ZOFIA)) assert.ok(!told.includes(word), 'a hint names nobody')

    await eraseAll(world, 'p2')
    assert.deepEqual(
      await hintsSeen(first),
      alike([byTaxId, byDocument], 'document', 'tax_id'),
      'what was erased is not',
    )
    assert.deepEqual(await hintsSeen(byName), [])
  })

  test('operators do not learn of each other, and a player is no duplicate of themselves', async () => {
    const other = world.operators.borealis!
    const alone = await submit('p1', ZOFIA.answers, other)
    assert.deepEqual(await hintsSeen(alone), [])
    await reviewer.decide(alone, 'rejected', ['DOCUMENT_UNREADABLE'])
    assert.deepEqual(await hintsSeen(await submit('p1', ZOFIA.answers, other)), [])
  })

  test('two players without a tax id are not alike for that', async () => {
    const none = { details: { taxId: '', hasNoTaxId: true } }
    const other = world.operators.borealis!
    await submit('p2', withChange(none, BRAM.answers), other)
    const { hints } = await reviewer.read(await submit('p3', withChange(none, PIP.answers), other))
    assert.deepEqual(
      hints.map(({ code }) => code),
      ['UNDERAGE'],
    )
  })

  test('the hints of a submission stay as they were that day, by the settings of that day', async () => {
    const other = world.operators.borealis!
    const today = world.clock.now().toISOString().slice(0, 10)
    const adult = `${Number(today.slice(0, 4)) - 18}${today.slice(4)}`.replace('-02-29', '-03-01')
    const born = withChange({ details: { dateOfBirth: adult }, document: { number: 'N5', mrz: 'P<' } }, BRAM.answers)
    await world.settings(other, { 'kyc.minimumAge': 21 })
    const young = await submit('p5', born, other)
    await world.settings(other, { 'kyc.minimumAge': 18 })
    const expected = [
      { code: 'UNDERAGE', details: { minimumAge: 21 } },
      { code: 'MRZ_UNREADABLE', details: {} },
    ]
    const shown = (await hintsSeen(young)).filter(({ code }) => code !== 'DUPLICATE_IDENTITY')
    assert.deepEqual(shown, expected)
  })

  test('of many who carry the same mark the reviewer is shown a handful, and not thousands', async () => {
    const rows = openRows(world.databaseUrl)
    const own = { details: { legalName: 'Many Players', taxId: 'M-1' }, document: { number: 'M-2' } }
    const requestId = await submit('many', withChange(own, ZOFIA.answers))
    const more = await rows.query<{ id: string }>(
      `with player as (
         insert into players (operator_id, external_id, created_at)
         select operator_id, 'many ' || n, created_at from kyc_requests, generate_series(1, 30) n where request_id = $1
         returning operator_id, player_id
       ), request as (
         insert into kyc_requests (operator_id, player_id, status, is_reverification, locale, created_at, active_at, told_at,
           submitted_at, reasons, hints)
         select operator_id, p.player_id, status, false, locale, created_at, active_at, told_at, submitted_at, reasons, hints
         from player p join kyc_requests r using (operator_id) where request_id = $1
         returning operator_id, request_id
       ), mark as (
         insert into kyc_marks select m.operator_id, r.request_id, kind, mark
         from request r join kyc_marks m using (operator_id) where m.request_id = $1
       ) select request_id as id from request`,
      [requestId],
    )
    const ids = more.map(({ id }) => Number(id))
    const [hint] = await hintsSeen(requestId)
    for (const table of ['marks', 'requests'])
      await rows.query(`delete from kyc_${table} where request_id = any ($1)`, [ids])
    const shown = hint!.details.requestIds as number[]
    assert.equal(shown.length, 20)
    assert.ok(shown.every((id) => ids.includes(id)))
  })
})
