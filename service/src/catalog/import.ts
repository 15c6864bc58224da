import type { Operator } from '../operators/index.ts'
import type { Tx } from '../platform/index.ts'

/** What the steps of one import share, inside its transaction. */
export type Import = {
  readonly tx: Tx
  readonly operator: Operator
  readonly baseUrl: string
  readonly now: Date
  /** Who lets boxes of this import return less or more than the operator's settings allow; null when nobody does. */
  readonly rtpOverrideBy: string | null
  /** What is stored for an `imageUrl` of the file. */
  imageUrlOf(imageUrl: string | undefined): string | null
}
