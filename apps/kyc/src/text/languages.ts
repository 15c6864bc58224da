import type { KycWords } from './en.ts'

/** The languages of the wizard, by their own names. Their words are loaded when they are wanted. */
export const LANGUAGES = {
  en: { name: 'English', load: async (): Promise<KycWords> => (await import('./en.ts')).en },
  de: { name: 'Deutsch', load: async () => (await import('./de.ts')).de },
  es: { name: 'Español', load: async () => (await import('./es.ts')).es },
  fr: { name: 'Français', load: async () => (await import('./fr.ts')).fr },
  pt: { name: 'Português', load: async () => (await import('./pt.ts')).pt },
  tr: { name: 'Türkçe', load: async () => (await import('./tr.ts')).tr },
  ar: { name: 'العربية', load: loadArabic },
} as const satisfies Record<string, { name: string; load(): Promise<KycWords> }>

export type Language = keyof typeof LANGUAGES
export const LANGUAGE_NAMES = Object.keys(LANGUAGES) as readonly Language[]

/** Not every device has Arabic letters, so they come along. */
async function loadArabic(): Promise<KycWords> {
  const [{ ar }] = await Promise.all([import('./ar.ts'), import('./arabic-font.ts')])
  return ar
}
