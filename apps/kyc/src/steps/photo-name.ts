import type { ImageKind } from '@coffer/contract/kyc-answers'
import { answers } from '../state/draft.ts'
import { t } from '../state/words.ts'

/** A passport has a page where others have a front. */
export function photoName(kind: ImageKind): string {
  return t(kind === 'front' && answers.value.document.type === 'passport' ? 'photo.page' : `photo.${kind}`)
}
