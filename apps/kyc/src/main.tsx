import { render } from 'preact'
import { askedLocale } from './kit/address.ts'
import { wear } from './kit/theme.ts'
import { speak } from './kit/words.ts'
import { App } from './shell/app.tsx'
import { watchLeaving } from './wizard/draft.ts'
import { loadPage, watchPhase } from './wizard/load-page.ts'
import { page, phase } from './wizard/phase.ts'
import { watchHistory } from './wizard/steps.ts'

render(<App />, document.getElementById('app')!)
void boot()

/** Words and data come at the same time; without a language in the address, the one of the link is taken. */
async function boot(): Promise<void> {
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
