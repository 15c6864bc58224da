import { type FaultPath, faultsOf, KYC_STEPS, type KycStep, stepOf } from '@coffer/contract/kyc-answers'
import { computed, signal } from '@preact/signals'
import { answers, saveNow } from './draft.ts'
import { keptImages } from './photos.ts'

export const step = signal<KycStep>('consent')
/** True once one has gone from one step to another: only then the heading takes the focus. */
export const hasMoved = signal(false)

export const today = () => new Date().toISOString().slice(0, 10)

/** Everything that is still missing or wrong, as the service would say it. */
export const faults = computed(() => faultsOf(answers.value, keptImages.value, today()))

/** True at a step that was opened from the review. */
let isChanging = false

export const stepNumber = computed(() => KYC_STEPS.indexOf(step.value) + 1)

/** The first step that is not finished; the last, when all are. */
export function firstUnfinished(): KycStep {
  const open = new Set((Object.keys(faults.value) as FaultPath[]).map(stepOf))
  return KYC_STEPS.find((name) => open.has(name)) ?? 'review'
}

export function beginSteps(): void {
  step.value = firstUnfinished()
  history.replaceState({ step: step.value }, '')
}

/** Goes to a step. The browser's own way back leads to the one before. */
export function goTo(name: KycStep): void {
  void saveNow()
  history.pushState({ step: name }, '')
  show(name)
}

/** Goes from the review to a step, and from there straight back to the review. */
export function goToChange(name: KycStep): void {
  goTo(name)
  isChanging = true
}

export function goOn(): void {
  const next = isChanging ? 'review' : KYC_STEPS[KYC_STEPS.indexOf(step.value) + 1]
  if (next) goTo(next)
}

export function goBack(): void {
  const before = KYC_STEPS[KYC_STEPS.indexOf(step.value) - 1]
  if (before) goTo(before)
}

export function watchHistory(): void {
  addEventListener('popstate', ({ state }: PopStateEvent) => {
    const name = KYC_STEPS.find((known) => known === (state as { step?: string } | null)?.step)
    if (!name) return
    void saveNow()
    show(name)
  })
}

function show(name: KycStep): void {
  isChanging = false
  hasMoved.value = true
  step.value = name
  scrollTo(0, 0)
}
