import { findBoxId } from '../catalog/index.ts'
import { Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'

/** The box that was typed: an id, or a key or slug of the operator. An id is taken as it is: there may be no such box. */
export async function boxIdOf(ctx: Context, operatorId: number, box: string): Promise<number> {
  if (/^\d{1,15}$/.test(box)) return Number(box)
  const boxId = await ctx.tx(operatorId, (tx) => findBoxId(tx, operatorId, box))
  if (boxId === null) throw new Refusal('UNKNOWN_BOX')
  return boxId
}
