import { askedLocale } from './address.ts'
import { watchLeaving } from './state/draft.ts'
import { loadPage, watchPhase } from './state/load-page.ts'
import { page, phase } from './state/phase.ts'
import { watchHistory } from './state/steps.ts'
import { wear } from './state/theme.ts'
import { speak } from './state/words.ts'

/** Words and data come at the same time; without a language in the address, the one of the link is taken. */
export async function boot(): Promise<void> {
  wear({})
  if (window.parent !== window) {
    await speak(askedLocale ?? 'en')
    phase.value = { name: 'framed' }
    return
  }
  watchHistory()
  watchLeaving()
  watchPhase()
  await Promise.all([speak(askedLocale ?? 'en'), loadPage()])
  if (askedLocale === null && page.value) await speak(page.value.locale)
}
