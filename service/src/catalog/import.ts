import type { Change } from './change.ts'

/** What the steps of one import share. */
export type Import = Change & {
  /** Who lets boxes of this import return less or more than the operator's settings allow; null when nobody does. */
  readonly rtpOverrideBy: string | null
  /** What is stored for an `imageUrl` of the file. */
  imageUrlOf(imageUrl: string | undefined): string | null
}
