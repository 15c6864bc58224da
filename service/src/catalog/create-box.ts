import { type Actor, appendAudit } from '../audit/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { attributeFaults } from './attributes.ts'
import { type BoxDetails, findTaken, insertBox, listAttributes } from './box-store.ts'
import { startChange } from './change.ts'
import { type Fault, refuseFaults } from './faults.ts'

type CreateBox = {
  operatorId: number
  box: BoxDetails & { key: string; slug: string }
  actor: Actor
  reason?: string | undefined
}

/**
 * Adds a box without a version, and audits it. Returns its ID. Throws a 422 for a key or a slug that another box has, and for attributes that are not
 * declared or of another type.
 */
export function createBox(ctx: Context, { operatorId, box, actor, reason }: CreateBox): Promise<number> {
  return ctx.tx(operatorId, async (tx) => {
    const { now } = await startChange(ctx, tx, operatorId)
    const declared = await listAttributes(tx, operatorId)
    refuseFaults([
      ...(await takenFaults(tx, operatorId, box)),
      ...attributeFaults(box.attributes, declared, 'attributes'),
    ])
    const boxId = await insertBox(tx, operatorId, box, now)
    const { key, slug } = box
    const details = { boxId, key, slug, ...(reason !== undefined && { reason }) }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'box.created', details, at: now })
    return boxId
  })
}

async function takenFaults(tx: Tx, operatorId: number, { key, slug }: CreateBox['box']): Promise<Fault[]> {
  const taken = await findTaken(tx, operatorId, { key, slug })
  return taken.flatMap((box) => [
    ...(box.key === key ? [{ path: 'key', message: 'is the key of another box' }] : []),
    ...(box.slug === slug ? [{ path: 'slug', message: `is the slug of the box ${box.key}` }] : []),
  ])
}
