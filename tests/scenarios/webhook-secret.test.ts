import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook, verifyWebhookEnvelope, WebhookError } from '@coffer/operator-sdk'
import { rotateEndpointSecret } from '@coffer/service/administration'
import { subscribe } from '../support/receiver.ts'
import { standardSignature } from '../support/signed-delivery.ts'
import { startWorld } from '../support/world.ts'

const HOUR_MS = 3_600_000

test('a receiver with the old secret or the new one believes every delivery of the overlap, by whichever header it checks', async (t) => {
  const world = await startWorld(t)
  const { receiver, endpointId, secret: old } = await subscribe(t, world, world.operator)
  const change = { operatorId: world.operator.operatorId, endpointId, overlapMs: HOUR_MS, actor: 'test' }
  const rotate = async () => (await rotateEndpointSecret(world.service.ctx, change)).secret
  const deliver = async () => {
    await world.operator.coffer.testEndpoint({ endpointId })
    await world.tick('webhooks')
  }
  await deliver()
  const between = await rotate()
  await deliver()
  const last = await rotate()
  await deliver()
  world.clock.advance(HOUR_MS + 1)
  await deliver()

  const secrets = { old, between, last, either: [last, old] }
  const { pathname, search } = new URL(receiver.url)
  const believers = receiver.received.map(({ headers, text: body }) => {
    const delivery = { headers, body, now: Number(headers['x-timestamp']) * 1000, path: pathname + search }
    const by = (verify: typeof verifyWebhook | typeof verifyWebhookEnvelope) =>
      Object.entries(secrets)
        .filter(([, known]) => isBelieved(() => verify({ ...delivery, secrets: known })))
        .map(([name]) => name)
    return [by(verifyWebhook), by(verifyWebhookEnvelope)]
  })
  const onlyOld = ['old', 'either']
  assert.deepEqual(believers, [
    [onlyOld, onlyOld],
    [['old', 'between', 'either'], onlyOld],
    [['old', 'last', 'either'], onlyOld],
    [
      ['last', 'either'],
      ['last', 'either'],
    ],
  ])
  const { id, headers, text } = receiver.received[2]!
  const signatures = [last, old].map((key) => standardSignature(key, `${id}.${headers['webhook-timestamp']}.${text}`))
  assert.equal(headers['webhook-signature'], signatures.join(' '))
})

function isBelieved(check: () => unknown): boolean {
  try {
    check()
    return true
  } catch (error) {
    assert.ok(error instanceof WebhookError && error.reason === 'INVALID_SIGNATURE')
    return false
  }
}
