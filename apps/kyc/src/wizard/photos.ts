import type { KycPage } from '@coffer/contract/kyc'
import { IMAGE_KINDS, type ImageKind } from '@coffer/contract/kyc-answers'
import type { ApiFailure } from '@coffer/web'
import { computed, type Signal, signal } from '@preact/signals'
import { imageAddress, refusalOf, removeImage, sendImage } from '../kit/api.ts'
import { noteFailure, takePage } from './phase.ts'
import { type Fault, shrink } from './shrink.ts'

export type Problem = { readonly fault: Fault } | { readonly failure: ApiFailure }

export type Photo = {
  /** Where its preview is read: here, or from the service after a reload. */
  readonly src: string | null
  readonly isKept: boolean
  readonly work: 'none' | 'preparing' | 'sending' | 'removing'
  /** How much of it has been sent, from 0 to 1. */
  readonly share: number
  readonly problem: Problem | null
  /** What was not sent yet, and can be sent again. */
  readonly waiting: Blob | null
}

const NONE: Photo = { src: null, isKept: false, work: 'none', share: 0, problem: null, waiting: null }

export const photos: Readonly<Record<ImageKind, Signal<Photo>>> = {
  front: signal(NONE),
  back: signal(NONE),
  selfie: signal(NONE),
}

export const keptImages = computed(() => IMAGE_KINDS.filter((kind) => photos[kind].value.isKept))

export function takeImages(images: KycPage['images']): void {
  for (const kind of IMAGE_KINDS) {
    const image = images[kind]
    photos[kind].value = image ? { ...NONE, isKept: true, src: imageAddress(kind, image.uploadedAt) } : NONE
  }
}

/** Photos go up one at a time: over a poor connection two would only be slower. */
let line: Promise<void> = Promise.resolve()

/** Everything that is being sent has arrived or failed. */
export const photosAtRest = (): Promise<void> => line

/** Makes a photo small enough and sends it. What was there before stays until it has arrived. */
export function addPhoto(kind: ImageKind, file: Blob): void {
  const before = photos[kind].value
  change(kind, { work: 'preparing', problem: null, waiting: null })
  inLine(async () => {
    const small = await shrink(file)
    if (typeof small === 'string') return change(kind, { work: 'none', src: before.src, problem: { fault: small } })
    await send(kind, small)
  })
}

/** Sends again what could not be sent. */
export function sendAgain(kind: ImageKind): void {
  const { waiting } = photos[kind].value
  if (waiting) inLine(() => send(kind, waiting))
}

export function removePhoto(kind: ImageKind): void {
  if (!photos[kind].value.isKept) {
    photos[kind].value = NONE
    return
  }
  change(kind, { work: 'removing', problem: null })
  inLine(async () => {
    try {
      takePage(await removeImage(kind))
      photos[kind].value = NONE
    } catch (thrown) {
      change(kind, { work: 'none', problem: { failure: noteFailure(thrown) } })
    }
  })
}

async function send(kind: ImageKind, photo: Blob): Promise<void> {
  const { src: before, isKept } = photos[kind].value
  const src = URL.createObjectURL(photo)
  change(kind, { work: 'sending', share: 0, problem: null, waiting: photo, src })
  try {
    takePage(await sendImage(kind, photo, (share) => change(kind, { share })))
    photos[kind].value = { ...NONE, isKept: true, src }
    if (before?.startsWith('blob:') && before !== src) URL.revokeObjectURL(before)
  } catch (thrown) {
    const failure = noteFailure(thrown)
    const { fault } = refusalOf(failure)
    if (!fault) return change(kind, { work: 'none', problem: { failure } })
    change(kind, { work: 'none', src: isKept ? before : null, waiting: null, problem: { fault } })
  }
}

function inLine(work: () => Promise<void>): void {
  line = line.then(work)
}

function change(kind: ImageKind, part: Partial<Photo>): void {
  photos[kind].value = { ...photos[kind].value, ...part }
}
