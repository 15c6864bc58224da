import { s2sRoutes } from '@coffer/contract/s2s'
import { createEndpoint, createKey, revokeKey, rotateKey } from '@coffer/service/administration'
import { insertUndecided, integrationOf } from '../admin-integration.ts'
import { knock } from '../door.ts'
import { ofPage, type ProvokersOf, refused } from './refused.ts'
import { type ErrorStage, signInOwner } from './stage.ts'

const UNKNOWN_ID = '999999'
const IS_PENDING = { error: { state: 'pending' } }

/** Refusals about the integration: settings, API keys, webhook endpoints and deliveries. */
export const webhookErrors = {
  DELIVERY_NOT_FOUND: {
    s2s: async ({ world, usual }) =>
      refused(await knock(world, s2sRoutes.getDelivery, usual, { params: { deliveryId: `whd_${UNKNOWN_ID}` } })),
    admin: async (stage) => ofPage(await (await signInOwner(stage)).get(`/webhooks/deliveries/whd_${UNKNOWN_ID}`)),
  },
  DELIVERY_NOT_FAILED: {
    s2s: async (stage) => {
      const sent = { params: { deliveryId: await sendTest(stage) } }
      return refused(await knock(stage.world, s2sRoutes.replayDelivery, stage.usual, sent), IS_PENDING)
    },
    admin: async (stage) => {
      const owner = await signInOwner(stage)
      return ofPage(await owner.post(`/webhooks/deliveries/${await sendTest(stage)}/replay`), IS_PENDING)
    },
  },
  ENDPOINT_NOT_FOUND: {
    s2s: async ({ world, usual }) =>
      refused(await knock(world, s2sRoutes.testEndpoint, usual, { params: { endpointId: UNKNOWN_ID } })),
    admin: async (stage) => ofPage(await (await signInOwner(stage)).post(`/webhooks/endpoints/${UNKNOWN_ID}/test`)),
  },
  ENDPOINT_CHANGED: {
    admin: async (stage) => {
      const owner = await signInOwner(stage)
      const endpointId = await addEndpoint(stage)
      const types = ['box_updated']
      return ofPage(await owner.post(`/webhooks/endpoints/${endpointId}`, { types, version: 999 }))
    },
  },
  SETTINGS_CHANGED: {
    admin: async (stage) =>
      ofPage(await (await signInOwner(stage)).post('/integration', { allowedOrigins: [], version: 999 })),
  },
  WALLET_OPERATIONS_UNDECIDED: {
    admin: async (stage) => {
      const owner = await signInOwner(stage)
      const remove = await insertUndecided(stage.world, stage.usual)
      const { version, wallet } = await integrationOf(owner)
      const answer = await owner.post('/integration', { wallet: { url: '' }, version }).finally(remove)
      const message = `cannot change while wallet operations are undecided (${wallet.undecidedCount})`
      return ofPage(answer, { error: { fields: { 'wallet.url': [message] } } })
    },
  },
  API_KEY_LIMIT_REACHED: {
    admin: async (stage) => {
      const { limits } = stage.world.service.ctx
      const { keyId } = stage.usual
      const owner = await signInOwner(stage)
      await stage.rows.query(
        `insert into api_keys (operator_id, key_id, secret_sealed, scopes, require_nonce, created_at)
         select operator_id, key_id || number, secret_sealed, scopes, require_nonce, created_at
         from api_keys, generate_series(2, $2::int) number where key_id = $1`,
        [keyId, limits.apiKeysCount],
      )
      const remove = () =>
        stage.rows.query('delete from api_keys where starts_with(key_id, $1) and key_id <> $1', [keyId])
      return ofPage(await owner.post(`/keys/${keyId}/rotate`, { overlapHours: 1 }).finally(remove))
    },
  },
  API_KEY_NOT_FOUND: {
    admin: async (stage) => ofPage(await (await signInOwner(stage)).post('/keys/unknown/revoke')),
  },
  API_KEY_ROTATED: {
    admin: async (stage) => {
      const { ctx } = stage.world.service
      const { operatorId } = stage.usual
      const { keyId } = await createKey(ctx, { operatorId, actor: 'test' })
      await rotateKey(ctx, { operatorId, keyId, overlapMs: 60_000, actor: 'test' })
      return ofPage(await (await signInOwner(stage)).post(`/keys/${keyId}/rotate`, { overlapHours: 1 }))
    },
  },
  API_KEY_ENDED: {
    admin: async (stage) => {
      const { ctx } = stage.world.service
      const { operatorId } = stage.usual
      const { keyId } = await createKey(ctx, { operatorId, actor: 'test' })
      await revokeKey(ctx, { operatorId, keyId, actor: 'test' })
      return ofPage(await (await signInOwner(stage)).post(`/keys/${keyId}/rotate`, { overlapHours: 1 }))
    },
  },
} as const satisfies ProvokersOf

/** An endpoint that nothing listens at. */
async function addEndpoint({ world, usual }: ErrorStage): Promise<number> {
  const silent = { url: 'http://127.0.0.1:9/', types: ['box_archived'], actor: 'test' }
  return (await createEndpoint(world.service.ctx, { operatorId: usual.operatorId, ...silent })).endpointId
}

/** Returns the ID of a delivery that is pending. */
async function sendTest(stage: ErrorStage): Promise<string> {
  const { delivery } = await stage.usual.coffer.testEndpoint({ endpointId: await addEndpoint(stage) })
  return delivery.id
}
