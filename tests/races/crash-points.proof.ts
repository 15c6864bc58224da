import { test } from 'node:test'
import { killBatch, killRequest, killResolver, killSender, openStage } from '../kill/crash.ts'
import { LIVE_FLOWS, RESOLVED_FLOWS } from '../kill/flows.ts'

const GROUPS = [1, 2, 7, 64]
const BATCHES = [2, 7, 64]

for (const [name, flow] of Object.entries(LIVE_FLOWS)) {
  test(`a process killed at any point of ${name} loses nothing`, async (t) => {
    const stage = await openStage(t)
    for (const point of flow.points) {
      await t.test(`killed at ${point}; the player clicks again`, () => killRequest(stage, flow, point, true))
      if (flow.isLeftAlone)
        await t.test(`killed at ${point}; the player leaves`, () => killRequest(stage, flow, point, false))
    }
  })
}

for (const count of BATCHES) {
  test(`a process killed with a batch of ${count} opens loses nothing`, async (t) => {
    const stage = await openStage(t)
    for (const point of LIVE_FLOWS['an open']!.points)
      for (const clicksAgain of [true, false]) {
        const then = clicksAgain ? 'all click again' : 'all leave'
        await t.test(`killed at ${point}; ${then}`, () => killBatch(stage, point, count, clicksAgain))
      }
  })
}

for (const [name, flow] of Object.entries(RESOLVED_FLOWS)) {
  test(`a resolver killed at any point of ${name} loses nothing`, async (t) => {
    const stage = await openStage(t)
    for (const policy of flow.policies)
      for (const point of flow.points)
        await t.test(`killed at ${point}, unknownDebit "${policy}"`, () => killResolver(stage, flow, policy, point))
  })
}

test('a webhook sender killed at any point loses no delivery', async (t) => {
  const stage = await openStage(t)
  for (const point of ['webhook:attempt-recorded', 'webhook:replied'] as const)
    for (const count of GROUPS)
      await t.test(`killed at ${point}, ${count} events in a group`, () => killSender(stage, point, count))
})
