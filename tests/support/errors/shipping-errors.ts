import assert from 'node:assert/strict'
import { playRoutes } from '@coffer/contract/play'
import { s2sRoutes } from '@coffer/contract/s2s'
import { changeOrder } from '@coffer/service/administration'
import { ordersAs } from '../admin-orders.ts'
import { knock } from '../door.ts'
import { ADDRESS, orderOf } from '../shipping.ts'
import { type SureKey, win } from '../sure-boxes.ts'
import { ofPage, type ProvokersOf, refused } from './refused.ts'
import { type ErrorStage, type OtherOperator, otherOperator, serverError, signInOwner } from './stage.ts'

const NO_ORDER = `ord_${'0'.repeat(26)}`

/** What shipping is refused for. */
export const shippingErrors = {
  SHIPPING_DISABLED: {
    play: async (stage) => refused(await (await pack(stage, 'mug', 'stingy')).order()),
    s2s: async (stage) => refused(await (await pack(stage, 'mug', 'stingy')).orderFor()),
  },
  INVENTORY_NOT_SHIPPABLE: {
    play: async (stage) => {
      const error = { fields: { 'inventoryItemIds.0': ['is nothing that can be shipped'] } }
      return refused(await (await pack(stage, 'book')).order(), { error })
    },
    s2s: async (stage) => {
      const packed = await pack(stage, 'mug')
      stage.fail('wallet.credit', serverError())
      assert.equal((await packed.cashBack()).status, 503)
      const fields = { 'inventoryItemIds.0': ['is being cashed back right now'] }
      return refused(await packed.orderFor(), { error: { fields, reason: 'ITEM_BUSY' } })
    },
  },
  SHIPMENT_BELOW_MINIMUM: {
    play: async (stage) => refused(await (await pack(stage, 'mug', 'choosy')).order(), { error: BELOW_MINIMUM }),
    s2s: async (stage) => refused(await (await pack(stage, 'mug', 'choosy')).orderFor(), { error: BELOW_MINIMUM }),
  },
  ORDER_NOT_FOUND: {
    play: async (stage) => {
      const { token } = await stage.enter(stage.usual)
      return refused(await knock(stage.world, playRoutes.getOrder, { token }, { params: { publicId: NO_ORDER } }))
    },
    s2s: async ({ world, usual, fresh }) => {
      const sent = { params: { publicId: NO_ORDER }, query: { playerExternalId: fresh() } }
      return refused(await knock(world, s2sRoutes.getOrder, usual, sent))
    },
    admin: async (stage) => ofPage(await (await startOrders(stage)).get(NO_ORDER)),
  },
  ORDER_CHANGED: {
    admin: async (stage) => {
      const orders = await startOrders(stage)
      const publicId = orderIdOf(await (await pack(stage, 'mug')).orderFor())
      return ofPage(await orders.change(publicId, { carrier: 'Post', version: 2 }))
    },
  },
  SHIPMENT_NOT_CANCELLABLE: {
    play: async (stage) => {
      const packed = await pack(stage, 'mug')
      const params = { publicId: orderIdOf(await packed.order()) }
      await beginWork(stage, params.publicId)
      return refused(await knock(stage.world, playRoutes.cancelOrder, packed.session, { params }))
    },
    s2s: async (stage) => {
      const packed = await pack(stage, 'mug')
      const params = { publicId: orderIdOf(await packed.orderFor()) }
      await beginWork(stage, params.publicId)
      return refused(await knock(stage.world, s2sRoutes.cancelOrder, stage.usual, { params, body: packed.ofPlayer }))
    },
    admin: async (stage) => {
      const orders = await startOrders(stage)
      const publicId = orderIdOf(await (await pack(stage, 'mug')).orderFor())
      await beginWork(stage, publicId)
      return ofPage(await orders.cancel(publicId))
    },
  },
  SHIPMENT_NOT_EDITABLE: {
    play: async (stage) => {
      const packed = await pack(stage, 'mug', 'dear')
      const params = { publicId: orderIdOf(await packed.order()) }
      const sent = { params, body: { inventoryItemId: packed.id } }
      const answer = await knock(stage.world, playRoutes.removeOrderItem, packed.session, sent)
      return refused(answer, { error: { reason: 'LAST_ITEM' } })
    },
    s2s: async (stage) => {
      const packed = await pack(stage, 'mug')
      const publicId = orderIdOf(await packed.orderFor())
      await stage.usual.coffer.cancelOrder({ publicId, ...packed.ofPlayer })
      const sent = { params: { publicId }, body: { ...packed.ofPlayer, address: ADDRESS } }
      return refused(await knock(stage.world, s2sRoutes.changeOrderAddress, stage.usual, sent))
    },
    admin: async (stage) => {
      const orders = await startOrders(stage)
      const publicId = orderIdOf(await (await pack(stage, 'mug')).orderFor())
      await beginWork(stage, publicId)
      return ofPage(await orders.change(publicId, { address: { ...ADDRESS, city: 'Cork' } }))
    },
  },
} as const satisfies ProvokersOf

const BELOW_MINIMUM = { minimumMinor: 100_000, valueMinor: 900, currency: 'EUR' }

/** An item of a new player, and both ways to order its shipping. */
async function pack(stage: ErrorStage, key: SureKey, of?: OtherOperator) {
  const { world } = stage
  const operator = of ? otherOperator(stage, of) : stage.usual
  const player = await stage.enter(operator)
  const { id } = (await win(operator, player, key)).items[0]!
  const session = { token: player.token }
  const ofPlayer = { playerExternalId: player.externalId }
  const body = orderOf([id])
  return {
    ...{ id, session, ofPlayer },
    order: () => knock(world, playRoutes.createOrder, session, { body }),
    cashBack: () => player.cashBack(id),
    orderFor: () => knock(world, s2sRoutes.createOrder, operator, { body: { ...ofPlayer, ...body } }),
  }
}

/** The desk begins to work on an order. */
async function beginWork({ world, usual: { operatorId } }: ErrorStage, publicId: string): Promise<void> {
  await changeOrder(world.service.ctx, { operatorId, publicId, save: { status: 'processing' }, actor: 'desk' })
}

function orderIdOf({ status, text, body }: Awaited<ReturnType<typeof knock>>): string {
  assert.equal(status, 201, text)
  return (body.order as { publicId: string }).publicId
}

async function startOrders(stage: ErrorStage) {
  const owner = await signInOwner(stage)
  return ordersAs(() => owner)
}
