import type { KycPage } from '@coffer/contract/kyc'
import { type AnswerFault, type FaultPath, KYC_STEPS, type KycStep, stepOf } from '@coffer/contract/kyc-answers'
import type { ApiFailure } from '@coffer/web'
import { computed, signal } from '@preact/signals'
import { refusalOf, submit } from '../kit/api.ts'
import type { KycKey } from '../text/en.ts'
import { answers, saveNow, takeAnswers } from './draft.ts'
import { noteFailure, takePage } from './phase.ts'
import { photosAtRest, takeImages } from './photos.ts'
import { faults, goOn, goTo, step } from './steps.ts'

/** Faults are told once somebody wants to go on from a step; from then on each goes as it is mended. */
const told = signal<KycStep | null>(null)
/** Counts the tries that told faults, so that the list of them takes the focus each time. */
export const tries = signal(0)
/** What the service alone found wrong, when it was handed in. It is told until one goes on, and holds nobody up. */
const refused = signal<Partial<Record<FaultPath, 'refused'>>>({})
/** That it does not expire is said, not only left empty. Nothing of it is kept: after a reload the review shows it. */
export const neverExpires = signal(false)
export const isBusy = signal(false)
export const submitFailure = signal<ApiFailure | null>(null)

export type ShownFault = { readonly path: FaultPath; readonly key: KycKey }

/** What is shown at the step that is open, in the order of its form. */
export const shown = computed<readonly ShownFault[]>(() => {
  if (told.value !== step.value) return []
  const found = { ...refused.value, ...faults.value, ...unsaid() }
  return ORDER.filter((path) => path in found && stepOf(path) === step.value).map((path) => ({
    path,
    key: faultKey(path, found[path]!),
  }))
})

export const faultOf = (path: FaultPath): ShownFault | undefined => shown.value.find((fault) => fault.path === path)

/** The order of the forms, which is that of the list of faults. */
const ORDER: readonly FaultPath[] = [
  'consent',
  'details.legalName',
  'details.dateOfBirth',
  'details.taxId',
  'details.hasNoTaxId',
  'address.country',
  'address.line1',
  'address.line2',
  'address.postalCode',
  'address.city',
  'address.state',
  'document.type',
  'document.number',
  'document.expiresOn',
  'document.mrz',
  'images.front',
  'images.back',
  'images.selfie',
]

/** Goes on when the step is finished, after the photos that are still on their way. */
export async function tryToGoOn(): Promise<void> {
  if (isBusy.value) return
  isBusy.value = true
  await photosAtRest()
  isBusy.value = false
  refused.value = {}
  tell(step.value)
  if (shown.value.length > 0) tries.value++
  else goOn()
}

/** Hands everything in; what is missing is told at the step where it is mended. */
export async function handIn(): Promise<void> {
  if (isBusy.value) return
  isBusy.value = true
  submitFailure.value = null
  try {
    await photosAtRest()
    const unsaved = await saveNow()
    if (unsaved) takeRefusal(unsaved)
    else takeHandedIn(await submit())
  } catch (thrown) {
    takeRefusal(noteFailure(thrown))
  } finally {
    isBusy.value = false
  }
}

/** What was typed has done its work here, and is forgotten. */
function takeHandedIn(read: KycPage): void {
  takePage(read)
  takeAnswers(read.answers)
  takeImages(read.images)
}

/** A step that is opened for the first time tells nothing yet. */
export function tell(name: KycStep | null): void {
  told.value = name
}

function takeRefusal(failure: ApiFailure): void {
  const refusedPaths = refusalOf(failure).paths
  const paths = ORDER.filter((path) => refusedPaths.includes(path))
  const first = KYC_STEPS.find((name) => paths.some((path) => stepOf(path) === name))
  if (failure.code !== 'VALIDATION_FAILED' || first === undefined) {
    submitFailure.value = failure
    return
  }
  refused.value = Object.fromEntries(paths.map((path) => [path, 'refused']))
  goTo(first)
  tell(first)
  tries.value++
}

function unsaid(): Partial<Record<FaultPath, AnswerFault>> {
  const isSaid = answers.value.document.expiresOn !== '' || neverExpires.value
  return isSaid ? {} : { 'document.expiresOn': 'REQUIRED' }
}

type Missable = Extract<KycKey, `fault.${string}.${string}` | 'fault.consent'>

/** The words for what is wrong at a place. */
export function faultKey(path: FaultPath, fault: AnswerFault | 'refused'): KycKey {
  if (fault === 'NOT_A_DATE' || fault === 'IN_FUTURE' || fault === 'TOO_LONG_AGO') return `fault.${fault}`
  if (fault === 'NOT_A_COUNTRY') return 'fault.address.country'
  if (path === 'images.front' && answers.value.document.type === 'passport') return 'fault.images.page'
  return (fault === 'refused' || fault === 'NOT_PLAIN' ? 'fault.refused' : `fault.${path}`) as Missable
}
