import { createTranslator, directionOf, formatMoney, type MessageKey } from '@coffer/web'
import { computed, effect, signal } from '@preact/signals'

export type MessageName = MessageKey

/** The locale asked for by the launch, or by the host since. */
export const locale = signal(navigator.language || 'en')
export const words = computed(() => createTranslator(locale.value))

effect(() => {
  document.documentElement.lang = words.value.words
  document.documentElement.dir = directionOf(words.value.words)
})

export const t: (typeof words.value)['t'] = (key, params) => words.value.t(key, params)
export const plural: (typeof words.value)['plural'] = (key, count, params) => words.value.plural(key, count, params)
export const money = (minor: number, currency: string) => formatMoney(minor, currency, words.value.locale)
export const day = (iso: string) =>
  new Intl.DateTimeFormat(words.value.locale, { dateStyle: 'medium' }).format(new Date(iso))
export const dayAndTime = (iso: string) =>
  new Intl.DateTimeFormat(words.value.locale, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(iso))
