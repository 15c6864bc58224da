import assert from 'node:assert/strict'
import type { PersonalData } from '@coffer/contract/admin'
import type { BackendOrder } from '@coffer/contract/shipping'
import { faults } from '@coffer/reference-operator'
import { changeOrder } from '@coffer/service/administration'
import { bodyOf } from './admin-players.ts'
import type { Rows } from './rows.ts'
import { cancelOrder, orderOf, ship, shipped } from './shipping.ts'
import type { DeskBrowser } from './staff.ts'
import { win } from './sure-boxes.ts'
import type { TestOperator, World } from './world.ts'

/** A recipient. Each text contains `word`, which occurs nowhere else in the database. */
export type Recipient = {
  address: ReturnType<typeof addressOf>
  contact: { email: string }
  notes: string
  word: string
}

function addressOf(word: string) {
  return {
    ...{ name: `Name ${word}`, line1: `Line ${word}`, line2: `Floor ${word}`, city: `City ${word}` },
    ...{ region: `Region ${word}`, postalCode: `P ${word}`, country: 'IE', phone: `+353 ${word}` },
  }
}

export function recipient(word: string): Recipient {
  return { word, address: addressOf(word), contact: { email: `${word}@mail.example` }, notes: `Ring at ${word}` }
}

type Stage = { world: World; operator: TestOperator; playerExternalId: string }

/** Moves an order to a status, with tracking. */
export async function bringTo(
  { world, operator }: Stage,
  publicId: string,
  status: 'processing' | 'delivered' | 'returned',
  word: string,
): Promise<void> {
  const steps = {
    processing: ['processing'],
    delivered: ['processing', 'shipped', 'delivered'],
    returned: ['processing', 'shipped', 'returned'],
  } as const
  const tracking = { trackingNumber: `T-${word}`, trackingUrl: `https://parcels.example/${word}` }
  for (const step of steps[status]) {
    const save = { status: step, ...(step === 'processing' && tracking) }
    await changeOrder(world.service.ctx, { operatorId: operator.operatorId, publicId, save, actor: 'test' })
  }
}

/** Orders of a player to a person: delivered and cancelled ones of the game, a refused one, a returned one of the backend, and one bought with Nuggets. */
export async function placeAllKindsOfOrders(
  stage: Stage,
  to: Recipient,
): Promise<{ finished: string[]; delivered: string }> {
  const { world, operator, playerExternalId } = stage
  const player = await world.play(operator, playerExternalId)
  const won = async () => (await win(operator, player, 'mug')).items.map(({ id }) => id)
  const { address, contact, notes } = to
  world.casino.wallet.setBalance(operator.slug, playerExternalId, operator.currency, 100_000)
  const delivered = await shipped(player, await won(), { address, contact, notes, clientActionId: 'to-deliver' })
  await bringTo(stage, delivered.publicId, 'delivered', to.word)
  const cancelled = await shipped(player, await won(), { address, contact, notes })
  assert.equal((await cancelOrder(player, cancelled.publicId)).status, 200)
  const unpaid = await won()
  world.casino.wallet.faults.push({ times: 1, fault: faults.refuse('INSUFFICIENT_FUNDS') })
  assert.equal((await ship(player, unpaid, { address, contact, notes })).status, 422)
  const returned = await fromBackend(stage, await won(), to)
  await bringTo(stage, returned.publicId, 'returned', to.word)
  const bought = await buy(stage, to)
  await bringTo(stage, bought.publicId, 'delivered', to.word)
  const finished = [delivered, cancelled, returned, bought].map(({ publicId }) => publicId)
  return { finished, delivered: delivered.publicId }
}

async function fromBackend({ operator, playerExternalId }: Stage, ids: number[], to: Recipient): Promise<BackendOrder> {
  const { order } = await operator.coffer.createOrder({ playerExternalId, ...orderOf(ids, to) } as never)
  return order
}

/** Buys a mug with Nuggets and has it sent. */
export async function buy(
  { operator, playerExternalId }: Stage,
  { address, contact }: Recipient,
  clientActionId = 'to-buy',
): Promise<BackendOrder> {
  const itemId = operator.items.mug!
  const { order } = await operator.coffer.buyWithNuggets({ playerExternalId, clientActionId, itemId, address, contact })
  return order!
}

/** The tables in which this text occurs, and in how many rows. */
export async function countRowsContaining(rows: Rows, text: string): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const { name } of await rows.tables()) {
    const [row] = await rows.query<{ count: number }>(
      `select count(*)::int as count from "${name}" t where position($1 in t::text) > 0`,
      [text],
    )
    if (row!.count > 0) found[name] = row!.count
  }
  return found
}

export async function personalDataOf(desk: DeskBrowser, playerId: number): Promise<PersonalData> {
  const path = `/players/${playerId}/personal-data`
  return bodyOf<{ personalData: PersonalData }>(await desk.get(path)).personalData
}

export async function erase(desk: DeskBrowser, playerId: number, reason = 'Letter of 3 May'): Promise<PersonalData> {
  const path = `/players/${playerId}/personal-data/erase`
  return bodyOf<{ personalData: PersonalData }>(await desk.post(path, { reason })).personalData
}
