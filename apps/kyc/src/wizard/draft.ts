import { EMPTY_ANSWERS, type KycAnswers } from '@coffer/contract/kyc-answers'
import type { ApiFailure } from '@coffer/web'
import { signal } from '@preact/signals'
import { saveDraft } from '../kit/api.ts'
import { noteArrived, noteOnItsWay } from './late-save.ts'
import { noteFailure, phase } from './phase.ts'

/** What was typed. It lives here and in the service, sealed; never in the storage of the browser. */
export const answers = signal<KycAnswers>(EMPTY_ANSWERS)
export const saving = signal<'quiet' | 'saving' | 'saved' | 'failed'>('quiet')

type Part = keyof KycAnswers

const PAUSE_MS = 800
/** After so long without a connection it is tried again. */
const AGAIN_MS = 5_000
const unsaved = new Set<Part>()
let timer: ReturnType<typeof setTimeout> | undefined
let running: Promise<ApiFailure | null> | null = null

export function takeAnswers(read: KycAnswers): void {
  clearTimeout(timer)
  unsaved.clear()
  saving.value = 'quiet'
  answers.value = read
}

/** Notes what was typed, and saves it after a short pause. */
export function answer<P extends Part>(part: P, value: KycAnswers[P]): void {
  answers.value = { ...answers.value, [part]: value }
  unsaved.add(part)
  if (saving.value === 'saved') saving.value = 'quiet'
  clearTimeout(timer)
  timer = setTimeout(() => void saveNow(), PAUSE_MS)
}

/** Saves what is not saved yet. What could not be saved is tried again with the next change, and by itself when there was no connection; the answer says why it could not. */
export async function saveNow(): Promise<ApiFailure | null> {
  while (running) await running
  return unsaved.size === 0 ? null : begin()
}

function begin(): Promise<ApiFailure | null> {
  const mine = Promise.all([save(), running])
    .then(([failure]) => failure)
    .finally(() => {
      if (running !== mine) return
      running = null
      if (unsaved.size === 0) noteArrived()
    })
  running = mine
  return mine
}

async function save(): Promise<ApiFailure | null> {
  clearTimeout(timer)
  const parts = [...unsaved]
  unsaved.clear()
  saving.value = 'saving'
  try {
    await saveDraft(Object.fromEntries(parts.map((part) => [part, answers.value[part]])))
    saving.value = unsaved.size === 0 ? 'saved' : 'saving'
    return null
  } catch (thrown) {
    for (const part of parts) unsaved.add(part)
    saving.value = 'failed'
    const failure = noteFailure(thrown)
    if (failure.code === 'OFFLINE') timer = setTimeout(() => void saveNow(), AGAIN_MS)
    return failure
  }
}

/**
 * Whoever goes to another app, to look for a document, may not come back to this page but to a new one. What a reload would overtake is sent
 * before the new page is asked for, where the browser tells of it in time.
 */
export function watchLeaving(): void {
  addEventListener('beforeunload', saveLeaving)
  addEventListener('pagehide', saveLeaving)
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') saveLeaving()
  })
  addEventListener('online', () => void saveNow())
}

/** A page that is left never hears that an earlier save has arrived, so it does not wait for that. */
function saveLeaving(): void {
  if (phase.value.name !== 'open') return
  if (unsaved.size > 0) void begin()
  if (running) noteOnItsWay()
}
