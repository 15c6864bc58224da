import type { Operator } from '../operators/index.ts'
import type { Tx } from '../platform/index.ts'

/** What the steps of one import share, inside its transaction. */
export type Import = {
  readonly tx: Tx
  readonly operator: Operator
  readonly baseUrl: string
  readonly now: Date
  /** What is stored for an `imageUrl` of the file. */
  imageUrlOf(imageUrl: string | undefined): string | null
}
