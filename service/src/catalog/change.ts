import { getOperator, type Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { lockCatalogue } from './box-store.ts'

/** What the steps of one change of a catalogue share, inside its transaction, which holds the lock of the catalogue. */
export type Change = {
  /** Signs what goes into the audit log. */
  readonly ctx: Pick<Context, 'sealer'>
  readonly tx: Tx
  readonly operator: Operator
  readonly baseUrl: string
  readonly now: Date
}

/** Locks the catalogue of an operator for a change. */
export async function startChange(ctx: Context, tx: Tx, operatorId: number): Promise<Change> {
  await lockCatalogue(tx, operatorId)
  return { ctx, tx, operator: await getOperator(tx, operatorId), baseUrl: ctx.config.baseUrl, now: ctx.clock.now() }
}

/** What the steps of one import share. */
export type Import = Change & {
  /** Who lets boxes of this import return less or more than the operator's settings allow; null when nobody does. */
  readonly rtpOverrideBy: string | null
  /** What is stored for an `imageUrl` of the file. */
  imageUrlOf(imageUrl: string | undefined): string | null
}
