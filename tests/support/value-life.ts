import assert from 'node:assert/strict'
import { CofferError } from '@coffer/operator-sdk'
import { approveValue } from '@coffer/service/administration'
import type { World } from './world.ts'

/** A value of an item leaps, and a second person puts it in force; it falls back, and another leap is left waiting. */
export async function leap(world: World, key: string): Promise<void> {
  const { operatorId, coffer, items } = world.operator
  const itemId = items[key]!
  const tell = (valueMinor: number) => coffer.recordValue({ itemId, valueMinor })
  const { valueMinor: before } = await tell(1)
  const ask = async (valueMinor: number) => {
    const refused: unknown = await tell(valueMinor).catch((error: unknown) => error)
    assert.ok(refused instanceof CofferError && refused.code === 'VALUE_STEP_TOO_LARGE', 'a leap is refused')
    const { heldValues } = refused.details.current as { heldValues: { heldValueId: number }[] }
    return heldValues[0]!.heldValueId
  }
  const heldValueId = await ask(before + 1000)
  const approved = await approveValue(world.service.ctx, { operatorId, heldValueId, approver: 'staff:1' })
  assert.ok(typeof approved === 'object', String(approved))
  await ask(900_000)
}
