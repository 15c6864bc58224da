import assert from 'node:assert/strict'
import { test } from 'node:test'
import { POINTS, type PointName } from '@coffer/service/kernel'
import {
  killBatch,
  killErasure,
  killRemoval,
  killRequest,
  killResolver,
  killSender,
  killUpload,
  openStage,
  type Stage,
} from '../kill/crash.ts'
import { type Flow, LIVE_FLOWS, RESOLVED_FLOWS } from '../kill/flows.ts'

/** Once at each point; `crash-points.proof.ts` has every flow, policy and size at every point. */
test('a process killed at a named point loses nothing, and the click gets one final answer', async (t) => {
  const stage = await openStage(t)
  for (const point of POINTS) await t.test(`killed at ${point}`, () => killOnce(stage, point))
  await t.test('killed at open-round:applied, with a batch of 7 opens', () =>
    killBatch(stage, 'open-round:applied', 7, false),
  )
  assert.deepEqual([...stage.killedAt].sort(), [...POINTS].sort(), 'a process was killed at every point')
})

async function killOnce(stage: Stage, point: PointName): Promise<void> {
  const live = flowWith(LIVE_FLOWS, point)
  if (live) return killRequest(stage, live, point, true)
  const resolved = flowWith(RESOLVED_FLOWS, point)
  if (resolved) return killResolver(stage, resolved, 'refund', point)
  if (point === 'kyc-image:written') return killUpload(stage)
  if (point === 'kyc-image:removed') return killRemoval(stage)
  if (point === 'kyc-erase:recorded') return killErasure(stage)
  assert.ok(point === 'webhook:attempt-recorded' || point === 'webhook:replied', `no flow passes ${point}`)
  await killSender(stage, point, 2)
}

function flowWith(flows: Readonly<Record<string, Flow>>, point: PointName): Flow | undefined {
  return Object.values(flows).find(({ points }) => points.includes(point))
}
