import { isDeepStrictEqual } from 'node:util'
import { type Actor, appendAudit } from '../audit/index.ts'
import { Refusal } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { announceChanges, lookBefore } from './announce-changes.ts'
import { type Attribute, type AttributeValue, attributeFaults, ownAttributes } from './attributes.ts'
import { type BoxDetails, listAttributes, lockBox, updateBox } from './box-store.ts'
import { startChange } from './change.ts'
import { refuseFaults } from './faults.ts'

type ChangeBox = {
  operatorId: number
  boxId: number
  to: BoxDetails
  /** What the change is based on. */
  before: BoxDetails
  actor: Actor
  reason?: string | undefined
}

/**
 * Changes the name, the description and the attributes of a box, and whether players can return it, and audits the changes. The odds stay as they are. The
 * same catalogue file again does not undo it. Throws UNKNOWN_BOX, BOX_CHANGED, and a 422 that names each attribute that is not declared or of another type.
 */
export function changeBox(ctx: Context, { operatorId, boxId, to, before, actor, reason }: ChangeBox): Promise<void> {
  return ctx.tx(operatorId, async (tx) => {
    const change = await startChange(ctx, tx, operatorId)
    const box = await lockBox(tx, operatorId, boxId)
    if (!box) throw new Refusal('UNKNOWN_BOX')
    const declared = await listAttributes(tx, operatorId)
    const { name, description, refundable } = box
    const from = { name, description, refundable, attributes: ownAttributes(declared, box.attributes) }
    if (!isDeepStrictEqual(from, before)) throw new Refusal('BOX_CHANGED')
    refuseFaults(attributeFaults(to.attributes, declared, 'attributes'))
    const changes = detailChanges(from, to, declared)
    if (changes.length === 0) return
    const seenBefore = await lookBefore(change, [box.key])
    await updateBox(tx, operatorId, boxId, to)
    await announceChanges(change, seenBefore)
    const details = { boxId, changes, ...(reason !== undefined && { reason }) }
    await appendAudit(ctx, tx, operatorId, { actor, action: 'box.changed', details, at: change.now })
  })
}

type FieldChange = { field: string; from: AttributeValue | null; to: AttributeValue | null }

/** Details of a box; null for those of a box that does not exist yet. */
type Details = { [Field in keyof BoxDetails]: BoxDetails[Field] | null } & Pick<BoxDetails, 'attributes'>

/** Changes of details, for the audit log. */
export function detailChanges(from: Details, to: BoxDetails, declared: readonly Attribute[]): FieldChange[] {
  const fields = (['name', 'description', 'refundable'] as const).map((field) => ({
    ...{ field, from: from[field], to: to[field] },
  }))
  const attributes = declared.map(({ name }) => ({
    ...{ field: `attributes.${name}`, from: valueIn(from, name), to: valueIn(to, name) },
  }))
  return [...fields, ...attributes]
    .filter((change) => change.from !== change.to)
    .map((change) => ({ ...change, from: recorded(change.from), to: recorded(change.to) }))
}

/** A value as the audit log records it: its canonical JSON has integers only. */
function recorded(value: AttributeValue | null): AttributeValue | null {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? String(value) : value
}

function valueIn({ attributes }: Pick<BoxDetails, 'attributes'>, name: string): AttributeValue | null {
  return Object.hasOwn(attributes, name) ? (attributes[name] ?? null) : null
}
