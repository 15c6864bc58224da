import assert from 'node:assert/strict'
import type { AuditRow } from '@coffer/contract/admin'
import { DATA_VERSION } from '@coffer/contract/events'
import type { Delivery } from '@coffer/contract/webhooks'
import { enqueueEvent } from '../../service/src/webhooks/index.ts'
import type { DeskBrowser } from './staff.ts'
import type { World } from './world.ts'

/** Makes an event happen. Its key begins with its type: `settings_changed` or `box_archived`. */
export async function emit({ service: { ctx }, operator: { operatorId }, clock }: World, idempotencyKey: string) {
  const occurredAt = clock.now()
  const payload = { dataVersion: DATA_VERSION, occurredAt: occurredAt.toISOString() } as const
  const box = { ...payload, boxId: 1, slug: 'starter', lastBoxVersionId: null }
  const content = idempotencyKey.startsWith('box_archived')
    ? ({ type: 'box_archived', payload: box } as const)
    : ({ type: 'settings_changed', payload } as const)
  await ctx.tx(operatorId, async (tx) =>
    enqueueEvent(tx, operatorId, { ...content, playerExternalId: null, idempotencyKey, occurredAt }),
  )
}

/** Deliveries in the admin that match filters. */
export async function deliveriesIn(desk: DeskBrowser, filters: object): Promise<Delivery[]> {
  const { status, body, text } = await desk.post('/webhooks/deliveries/list', filters)
  assert.equal(status, 200, text)
  return (body as unknown as { deliveries: Delivery[] }).deliveries
}

/** The audit log, newest first. */
export async function auditEntries(desk: DeskBrowser): Promise<AuditRow[]> {
  return ((await desk.post('/audit/list', {})).body as unknown as { entries: AuditRow[] }).entries
}
