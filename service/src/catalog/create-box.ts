import { type Actor, appendAudit } from '../audit/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { attributeFaults } from './attributes.ts'
import { type BoxDetails, findBoxesByNames, insertBox, listAttributes } from './box-store.ts'
import { startChange } from './change.ts'
import { detailChanges } from './change-box.ts'
import { type Fault, refuseFaults } from './faults.ts'

const NO_DETAILS = { name: null, description: null, refundable: null, attributes: {} }

type CreateBox = {
  operatorId: number
  box: BoxDetails & { key: string; slug: string }
  actor: Actor
  reason?: string | undefined
}

/**
 * Adds a box without a version, and audits it. Returns its ID. Throws a 422 for a key or a slug that another box has as either, and for attributes that are not
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
    const changes = detailChanges(NO_DETAILS, box, declared)
    const details = { boxId, key, slug, changes, ...(reason !== undefined && { reason }) }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'box.created', details, at: now })
    return boxId
  })
}

/** A box is found by its key or its slug, so neither may be the key or the slug of another box. */
async function takenFaults(tx: Tx, operatorId: number, { key, slug }: CreateBox['box']): Promise<Fault[]> {
  const boxes = await findBoxesByNames(tx, operatorId, [key, slug])
  const isTaken = (name: string) => boxes.some((box) => box.key === name || box.slug === name)
  return Object.entries({ key, slug })
    .filter(([, name]) => isTaken(name))
    .map(([path]) => ({ path, message: 'is already used by another box' }))
}
