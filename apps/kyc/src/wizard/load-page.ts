import { effect } from '@preact/signals'
import { dropLinkToken, linkToken } from '../kit/address.ts'
import { openLink, readPage } from '../kit/api.ts'
import { takeAnswers } from './draft.ts'
import { untilArrived } from './late-save.ts'
import { noteFailure, phase, takePage } from './phase.ts'
import { takeImages } from './photos.ts'
import { beginSteps } from './steps.ts'

/** Reads everything anew and shows the first step that is not finished. */
export async function loadPage(): Promise<void> {
  phase.value = { name: 'loading' }
  try {
    await untilArrived()
    await takeLink()
    const read = await readPage()
    takePage(read)
    takeAnswers(read.answers)
    takeImages(read.images)
    beginSteps()
    phase.value = { name: 'open' }
  } catch (thrown) {
    const failure = noteFailure(thrown)
    if (failure.code !== 'KYC_SESSION_ENDED') phase.value = { name: 'failed', failure }
    // Another tab or browser was faster: the service shows the page to the one, and says to the other what to do.
    else if (linkToken() !== null && !isReload()) location.reload()
  }
}

/** Takes the link of the address. That is no part of the GET: scanners of mails and chats read what a link leads to, and use up nothing. */
async function takeLink(): Promise<void> {
  const token = linkToken()
  if (token === null) return
  await openLink(token)
  dropLinkToken()
}

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload'
}

export function watchPhase(): void {
  effect(() => {
    if (phase.value.name === 'stale') void loadPage()
  })
}
