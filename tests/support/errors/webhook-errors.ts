import { s2sRoutes } from '@coffer/contract/s2s'
import { createEndpoint } from '@coffer/service/administration'
import { knock } from '../door.ts'
import { startDesk } from '../staff.ts'
import { ofPage, type ProvokersOf, refused } from './refused.ts'
import type { ErrorStage } from './stage.ts'

const UNKNOWN_ID = '999999'
const IS_PENDING = { error: { state: 'pending' } }

/** Refusals about webhook endpoints and deliveries. */
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

function signInOwner({ world, usual, fresh }: ErrorStage) {
  return startDesk(world, `${fresh()}@staff.example`, ['owner'], usual)
}
