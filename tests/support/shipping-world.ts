import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { s2sRoutes } from '@coffer/contract/s2s'
import type { BackendOrder, OrderSaveInput, ShippingOrder, ShippingQuote } from '@coffer/contract/shipping'
import type { SeenCall } from '@coffer/reference-operator'
import type { ServiceOverrides } from '@coffer/service'
import { changeOrder } from '@coffer/service/administration'
import { type DoorAnswer, type Knock, knock } from './door.ts'
import type { Answer, Player } from './player.ts'
import { openRows } from './rows.ts'
import { orderOf } from './shipping.ts'
import { type SureKey, sureBoxes, win } from './sure-boxes.ts'
import { startWorld } from './world.ts'

export type ShippingWish = {
  settings?: Record<string, unknown>
  /** What it costs to ship an item, where it has a cost of its own. */
  costs?: Partial<Record<SureKey, number>>
  stock?: Partial<Record<SureKey, number>>
  service?: ServiceOverrides
}

/** The sure boxes, with costs of shipping and stock: the crown's costs 700, unless a test wishes otherwise. */
export function shippingCatalogue({ costs = { crown: 700 }, stock = {} }: ShippingWish = {}): CatalogueFile {
  const file = sureBoxes()
  const items = file.items.map((item) => {
    const cost = costs[item.key as SureKey]
    const pieces = stock[item.key as SureKey]
    return {
      ...item,
      ...(cost === undefined ? {} : { shippingCostMinor: cost }),
      ...(pieces === undefined ? {} : { stock: pieces }),
    }
  })
  return { ...file, items }
}

export type ShippingWorld = Awaited<ReturnType<typeof startShipping>>

/** A casino that ships, 300 for what has no cost of its own, and a player in the game. */
export async function startShipping(t: TestContext, wish: ShippingWish = {}) {
  const settings = {
    ...{ 'session.idleMinutes': 720, 'game.maxReels': 20, 'shipping.defaultCostMinor': 300 },
    ...wish.settings,
  }
  const operators = { aurum: { catalogue: shippingCatalogue(wish), settings } }
  const world = await startWorld(t, { operators, ...(wish.service ? { service: wish.service } : {}) })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  const rows = openRows(world.databaseUrl)
  const calls: SeenCall[] = []
  world.casino.wallet.onCall = (call) => calls.push(call)
  return {
    ...{ world, operator, coffer: operator.coffer, player, rows },
    /** Every call of the wallet that has come, balances too. */
    calls,
    won: async (...prizes: SureKey[]) => (await win(operator, player, ...prizes)).items.map((item) => item.id),
    /** A signed call of a backend for Ann, whatever is in it. */
    backend: (name: keyof typeof s2sRoutes, sent: Knock = {}) => knock(world, s2sRoutes[name], operator, sent),
    /** Asks a backend's order for Ann. */
    order: (ids: readonly number[], more: object = {}) =>
      knock(world, s2sRoutes.createOrder, operator, { body: { playerExternalId: 'ann', ...orderOf(ids, more) } }),
    /** What the desk saves of an order. */
    desk: (publicId: string, save: OrderSaveInput) =>
      changeOrder(world.service.ctx, { operatorId: operator.operatorId, publicId, save, actor: 'desk' }),
    balance: async () => (await player.call<{ balanceMinor: number }>('balance')).body.balanceMinor,
    /** States of items as they are stored, in their order. */
    states: async (...ids: number[]) => {
      const found = await rows.query<{ id: string; state: string }>(
        'select inventory_item_id as id, state from inventory_items where inventory_item_id = any ($1)',
        [ids],
      )
      return ids.map((id) => found.find((row) => Number(row.id) === id)?.state)
    },
    stockOf: async (key: SureKey) => {
      const text = 'select stock from catalogue_items where item_id = $1'
      const [row] = await rows.query<{ stock: string | null }>(text, [operator.items[key]])
      return row!.stock === null ? null : Number(row!.stock)
    },
    /** Keys of the fees and of their refunds in the wallet's own ledger, with what moved. */
    moved: () =>
      world.casino.wallet
        .ledger(operator.slug)
        .filter(({ reference }) => reference !== null && 'orderPublicId' in reference)
        .map(({ idempotencyKey, amountMinor, currency }) => ({ idempotencyKey, amountMinor, currency })),
  }
}

/** What Ann's operator reads of an order that she has read, of which no real cost was saved. */
export function asBackend(order: ShippingOrder): BackendOrder {
  return { ...order, playerExternalId: 'ann', realizedTotalCostMinor: null }
}

/** The order of an answer that must be one. */
export function orderIn(answer: Pick<DoorAnswer, 'status' | 'text'>): BackendOrder {
  assert.ok(answer.status < 300, answer.text)
  return (JSON.parse(answer.text) as { order: BackendOrder }).order
}

type Error = DoorAnswer['body']['error'] & Record<string, unknown>

/** The error of an answer that must be this refusal. */
export function refusal(answer: Pick<DoorAnswer, 'status' | 'text'>, status: number, code: string): Error {
  const { error } = JSON.parse(answer.text) as { error?: Error }
  assert.deepEqual([answer.status, error?.code], [status, code], answer.text)
  return error!
}

export function quote(player: Player, inventoryItemIds: readonly number[]): Promise<Answer<{ quote: ShippingQuote }>> {
  return player.call('quoteShipping', { body: { inventoryItemIds } }) as never
}
