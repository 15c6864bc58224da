import type { KycAnswers } from '@coffer/contract/kyc-answers'
import { effect } from '@preact/signals'
import { readPage } from '../api/client.ts'
import { answers, takeAnswers } from './draft.ts'
import { noteFailure, phase, takePage } from './phase.ts'
import { takeImages } from './photos.ts'
import { beginSteps } from './steps.ts'

/** Reads everything anew and shows the first step that is not finished. */
export async function loadPage(): Promise<void> {
  phase.value = { name: 'loading' }
  try {
    const read = await readPage()
    takePage(read)
    takeAnswers(read.answers)
    takeImages(read.images)
    beginSteps()
    phase.value = { name: 'open' }
    if (isReload()) void lookAgain(read.answers)
  } catch (thrown) {
    const failure = noteFailure(thrown)
    if (failure.code !== 'KYC_SESSION_ENDED') phase.value = { name: 'failed', failure }
  }
}

const LATE_MS = 1_500

function isReload(): boolean {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return navigation?.type === 'reload'
}

/** What was typed just before the reload may arrive after the first look. Whoever has typed on meanwhile knows better. */
async function lookAgain(first: KycAnswers): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, LATE_MS))
  const read = answers.value === first ? await readPage().catch(() => null) : null
  if (read && answers.value === first) takeAnswers(read.answers)
}

export function watchPhase(): void {
  effect(() => {
    if (phase.value.name === 'stale') void loadPage()
  })
}
