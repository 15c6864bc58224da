import { type Owner, Refusal } from '../../kernel/index.ts'
import type { Operator } from '../../operators/index.ts'
import type { Context } from '../../platform/index.ts'
import { findOwner } from './find-owner.ts'

/** The player whose order a backend names. Throws ORDER_NOT_FOUND when we have never heard of them. */
export async function orderOwner(ctx: Context, operator: Operator, playerExternalId: string): Promise<Owner> {
  const owner = await findOwner(ctx, operator, playerExternalId)
  if (!owner) throw new Refusal('ORDER_NOT_FOUND')
  return owner
}
