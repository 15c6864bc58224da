import { LOCALES, lookUpLocale } from '@coffer/contract/locale'

/** What a person reads whose link does not open any more. */
type Words = { title: string; what: string; next: string; safe: string }

const WORDS = {
  en: {
    title: 'This link has ended',
    what: 'A verification link works once, in one browser, and for 30 minutes.',
    next: 'Go back to the casino and start the verification again: you get a new link.',
    safe: 'What you had filled in is kept.',
  },
  de: {
    title: 'Dieser Link ist abgelaufen',
    what: 'Ein Link zur Verifizierung funktioniert einmal, in einem Browser und 30 Minuten lang.',
    next: 'Gehen Sie zurück zum Casino und starten Sie die Verifizierung erneut: Sie erhalten einen neuen Link.',
    safe: 'Was Sie schon ausgefüllt haben, bleibt erhalten.',
  },
  es: {
    title: 'Este enlace ya no es válido',
    what: 'Un enlace de verificación funciona una sola vez, en un solo navegador y durante 30 minutos.',
    next: 'Vuelva al casino e inicie de nuevo la verificación: recibirá un enlace nuevo.',
    safe: 'Lo que ya había rellenado se ha guardado.',
  },
  fr: {
    title: 'Ce lien n’est plus valable',
    what: 'Un lien de vérification fonctionne une seule fois, dans un seul navigateur et pendant 30 minutes.',
    next: 'Retournez au casino et relancez la vérification\u00a0: vous recevrez un nouveau lien.',
    safe: 'Ce que vous aviez déjà rempli est conservé.',
  },
  pt: {
    title: 'Este link já não é válido',
    what: 'Um link de verificação funciona uma única vez, num só navegador e durante 30 minutos.',
    next: 'Volte ao casino e inicie a verificação de novo: receberá um novo link.',
    safe: 'O que já tinha preenchido está guardado.',
  },
  tr: {
    title: 'Bu bağlantının süresi doldu',
    what: 'Doğrulama bağlantısı yalnızca bir kez, tek bir tarayıcıda ve 30 dakika boyunca çalışır.',
    next: 'Kumarhaneye geri dönün ve doğrulamayı yeniden başlatın: yeni bir bağlantı alırsınız.',
    safe: 'Doldurduklarınız saklandı.',
  },
  ar: {
    title: 'انتهت صلاحية هذا الرابط',
    what: 'يعمل رابط التحقق مرة واحدة فقط، في متصفح واحد ولمدة 30 دقيقة.',
    next: 'عد إلى الكازينو وابدأ التحقق من جديد: ستحصل على رابط جديد.',
    safe: 'ما أدخلته سابقًا محفوظ.',
  },
} as const satisfies Record<(typeof LOCALES)[number], Words>

type Language = keyof typeof WORDS

/** In the language of a locale such as `de-AT`; English when it is none of ours. */
export function expiredWords(locale: string): Words & { language: Language } {
  const language = lookUpLocale(locale, LOCALES) ?? 'en'
  return { language, ...WORDS[language] }
}
