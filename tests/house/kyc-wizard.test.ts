import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LOCALES } from '@coffer/contract/locale'
import { en, type KycKey } from '@coffer/kyc/src/text/en.ts'
import { LANGUAGE_NAMES, LANGUAGES } from '@coffer/kyc/src/text/languages.ts'
import { dateOrder, digitsOf, joinDate, splitDate } from '@coffer/kyc/src/wizard/date-parts.ts'
import { countriesIn, directionOf, languageOf } from '@coffer/web'

const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort()

test('every language of the wizard says everything, with the same values in it, and in words of its own', async () => {
  for (const language of LANGUAGE_NAMES.filter((name) => name !== 'en')) {
    const words: Record<KycKey, string> = (await import(`@coffer/kyc/src/text/${language}.ts`))[language]
    assert.deepEqual(Object.keys(words), Object.keys(en), language)
    for (const [key, text] of Object.entries(words)) {
      assert.deepEqual(namesIn(text), namesIn(en[key as KycKey]), `${language} ${key}`)
      assert.equal(text.trim(), text, `${language} ${key}`)
      if (text.split(' ').length > 2 && !key.startsWith('photo.of')) {
        assert.notEqual(text, en[key as KycKey], `${language} ${key}`)
      }
    }
  }
})

test('every language that an operator can set is one of the wizard', () => {
  assert.deepEqual(LANGUAGE_NAMES, LOCALES)
})

/** How people speak who know each other well, which is not how one asks a stranger for a passport. */
const FAMILIAR = {
  de: /(?<!\p{L})(du|dich|dir|dein\p{L}*)(?!\p{L})/iu,
  es: /(?<!\p{L})(tú|te|ti|tus?|tuy[oa]s?|elige|escribe|revisa|marca|haz|vuelve)(?!\p{L})/iu,
  fr: /(?<!\p{L})(tu|toi|te|ton|ta|tes)(?!\p{L})/iu,
  pt: /(?<!\p{L})(tu|te|ti|teus?|tuas?|escolhe|tira|verifica)(?!\p{L})/iu,
  tr: /(?<!\p{L})(sen|seni|sana|senin|kimliğin|belgen|fotoğrafın)(?!\p{L})/iu,
} as const

test('a language that has a formal address keeps to it', async () => {
  for (const language of ['de', 'es', 'fr', 'pt', 'tr'] as const) {
    const words = await LANGUAGES[language].load()
    for (const [key, text] of Object.entries(words)) {
      assert.doesNotMatch(text, FAMILIAR[language], `${language} ${key}`)
    }
  }
})

test('whole sentences end as sentences do, and shout at nobody', () => {
  for (const [key, text] of Object.entries(en)) {
    if (/^(fault|error|photoFault|earlier\.[A-Z])/.test(key)) assert.match(text, /^[A-Z].+[.]$/, key)
    assert.doesNotMatch(text, /\b[A-Z]{5,}\b|so close|almost|unfortunately/, key)
  }
})

test('a locale speaks its language, an unknown or malformed one English, and only Arabic runs from right to left', () => {
  const spoken = (asked: string) => languageOf(asked, LANGUAGE_NAMES)
  assert.deepEqual(['de-AT', 'pt_BR', 'AR', 'TR-TR', 'fr-a', 'zh-Hant', 'ja', '', '../x'].map(spoken), [
    ...['de', 'pt', 'ar', 'tr', 'fr', 'en', 'en', 'en', 'en'],
  ])
  assert.deepEqual(
    LANGUAGE_NAMES.filter((name) => directionOf(name) === 'rtl'),
    ['ar'],
  )
})

test('a day is asked for in the order of the locale', () => {
  assert.deepEqual(dateOrder('en-US'), ['month', 'day', 'year'])
  assert.deepEqual(dateOrder('en-GB'), ['day', 'month', 'year'])
  assert.deepEqual(dateOrder('ja'), ['year', 'month', 'day'])
  assert.deepEqual(dateOrder('ar-SA'), ['day', 'month', 'year'], 'by the Gregorian calendar everywhere')
})

test('a day keeps what was typed of it, and is whole only when all of it is there', () => {
  const day = (year: string, month: string, day: string) => joinDate({ year, month, day })
  assert.equal(day('1987', '3', '9'), '1987-03-09')
  assert.equal(day('', '', ''), '')
  for (const parts of [
    { year: '1987', month: '', day: '9' },
    { year: '', month: '3', day: '' },
  ]) {
    assert.deepEqual(splitDate(joinDate(parts)), parts)
    assert.ok(joinDate(parts).length <= 10)
  }
})

test('digits of any hand are those of the wire, and nothing else is a digit', () => {
  assert.equal(digitsOf('١٩٨٧', 'year'), '1987')
  assert.equal(digitsOf('۰۳', 'month'), '03')
  assert.equal(digitsOf(' 1a9-87 5', 'year'), '1987')
})

test('every country has a name in every language of the wizard', () => {
  for (const language of LANGUAGE_NAMES) {
    const countries = countriesIn(language)
    assert.equal(new Set(countries.map(({ name }) => name)).size, countries.length, language)
    assert.deepEqual(
      countries.filter(({ code, name }) => code === name),
      [],
      language,
    )
  }
})
