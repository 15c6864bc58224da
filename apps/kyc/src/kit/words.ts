import { canonicalLocale, directionOf, fillIn, formatAbout, languageOf, type MessageParams } from '@coffer/web'
import { computed, signal } from '@preact/signals'
import type { KycKey, KycWords } from '../text/en.ts'
import { LANGUAGE_NAMES, LANGUAGES, type Language } from '../text/languages.ts'

/** `locale` is that of dates and names of countries: the one asked for, when its language has words. */
type Speech = { readonly language: Language; readonly locale: string; readonly words: KycWords }

const speech = signal<Speech | null>(null)
/** The name of the casino, which many sentences hold. */
export const casinoName = signal('')

export const isSpoken = computed(() => speech.value !== null)
export const language = computed(() => current().language)
export const locale = computed(() => current().locale)

/** Whoever reads English in Britain writes days as people do there. */
export const dayLocale = computed(() => {
  const own = canonicalLocale(navigator.language)
  return own.split('-')[0] === locale.value ? own : locale.value
})

/** Loads the words of a locale and shows them. Of two at the same time the later one wins. */
let latest = 0
export async function speak(asked: string): Promise<void> {
  const mine = ++latest
  const spoken = languageOf(asked, LANGUAGE_NAMES)
  const words = await LANGUAGES[spoken].load()
  if (mine !== latest) return
  const wanted = canonicalLocale(asked)
  speech.value = { language: spoken, words, locale: wanted.split('-')[0] === spoken ? wanted : spoken }
  document.documentElement.lang = spoken
  document.documentElement.dir = directionOf(spoken)
}

export function t(key: KycKey, params: MessageParams = {}): string {
  return fillIn(current().words[key], { casino: isolated(casinoName.value), ...params })
}

/** A day, YYYY-MM-DD, in words. Documents count by the Gregorian calendar everywhere. */
export function dayInWords(day: string): string {
  const format = new Intl.DateTimeFormat(dayLocale.value, { dateStyle: 'long', timeZone: 'UTC', calendar: 'gregory' })
  return format.format(new Date(`${day}T00:00:00.000Z`))
}

export function percentInWords(share: number): string {
  return formatAbout(Math.floor(share * 10_000), locale.value)
}

/** A name of another script, kept together among words that run the other way. */
function isolated(name: string): string {
  return directionOf(language.value) === 'rtl' ? `\u2068${name}\u2069` : name
}

function current(): Speech {
  if (!speech.value) throw new Error('no words are loaded')
  return speech.value
}
