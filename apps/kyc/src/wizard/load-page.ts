import { effect } from '@preact/signals'
import { readPage } from '../kit/api.ts'
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
    const read = await readPage()
    takePage(read)
    takeAnswers(read.answers)
    takeImages(read.images)
    beginSteps()
    phase.value = { name: 'open' }
  } catch (thrown) {
    const failure = noteFailure(thrown)
    if (failure.code !== 'KYC_SESSION_ENDED') phase.value = { name: 'failed', failure }
  }
}

export function watchPhase(): void {
  effect(() => {
    if (phase.value.name === 'stale') void loadPage()
  })
}
