import { tmpdir } from 'node:os'
import { createCoffer } from '@coffer/operator-sdk'
import { changeSettings, importCatalogue } from '@coffer/service/administration'
import { type Client, faultOf } from './client.ts'
import type { Send } from './load.ts'
import { newActionId, openBody, openSender, takeTurns } from './opens.ts'
import type { Player } from './operators.ts'
import type { Stage } from './stage.ts'

/** An action that may move money, as a bench sends it. */
export type Paid = {
  /** Sees to it that so many can be sent. Outside of what is measured. */
  fill(count: number): Promise<void>
  /** Throws when there is nothing left to do it with. */
  send: Send
}

export type PaidName = 'open' | 'held' | 'cashback' | 'fee'

const ACTOR = 'bench'
const FEE_MINOR = 490

/** A box that holds the same thing for everybody: one that may be cashed back and shipped, and of which there is no number in stock. */
const THINGS: Parameters<typeof importCatalogue>[2] = {
  items: [{ key: 'thing', name: 'Enamel plate', type: 'physical', valueMinor: 450 }],
  boxes: [
    {
      ...{ key: 'things', slug: 'things', name: 'Box of things', priceMinor: 500 },
      prizes: [{ item: 'thing', chanceUnits: 100_000_000 }],
    },
  ],
}

const DELIVERY = {
  address: {
    ...{ name: 'Ann Archer', line1: '1 Quay Street', line2: null, city: 'Galway', region: 'Connacht' },
    ...{ postalCode: 'H91 A1', country: 'IE', phone: null },
  },
  contact: { email: 'ann@example.test' },
}

/** Opens, and what else a player may do that costs or brings money, each by `inFlight` workers with players of their own. */
export async function paidActions(
  stage: Stage,
  client: Client,
  players: readonly Player[],
  inFlight: number,
): Promise<Record<PaidName, Paid>> {
  const { operatorId, keyId, keySecret } = stage.operators.aurum
  const coffer = createCoffer({ baseUrl: stage.service.url, keyId, keySecret })
  let boxVersionId = 0
  await stage.manage(async (ctx) => {
    const { boxes } = await importCatalogue(ctx, operatorId, THINGS, tmpdir())
    boxVersionId = boxes.things!.boxVersionId!
    await changeSettings(ctx, operatorId, { 'shipping.defaultCostMinor': FEE_MINOR }, { actor: ACTOR, force: true })
  })
  /** What a player has just won. */
  const win = async (player: Player) => {
    const body = openBody({ ...player, boxVersionId }, newActionId())
    const reply = await client.post('/api/play/rounds/open', player.token, body)
    const fault = faultOf(reply)
    if (fault !== null) throw new Error(`an open that fills a stock: ${fault}`)
    return { token: player.token, id: Number(JSON.parse(reply.text).items[0].id) }
  }
  /** What a player has paid for and not opened. */
  const hold = async (player: Player) => {
    const bought = { playerExternalId: player.externalId, mode: 'prepay' as const, ...openBody(player, newActionId()) }
    const { round } = await coffer.purchase(bought)
    return { token: player.token, publicId: round.publicId }
  }
  const turns = takeTurns(players, inFlight)
  return {
    open: { fill: async () => {}, send: openSender(client, players, inFlight) },
    held: ofStock(
      'open of a held box',
      inFlight,
      (worker) => hold(turns(worker)),
      async ({ token, publicId }) => faultOf(await client.post(`/api/play/rounds/${publicId}/open`, token, {})),
    ),
    cashback: ofStock(
      'cashback',
      inFlight,
      (worker) => win(turns(worker)),
      async ({ token, id }) => faultOf(await client.post(`/api/play/inventory/${id}/cashback`, token, {})),
    ),
    fee: ofStock(
      'order with a fee',
      inFlight,
      (worker) => win(turns(worker)),
      async ({ token, id }) => {
        const order = { clientActionId: newActionId(), inventoryItemIds: [id], ...DELIVERY }
        return faultOf(await client.post('/api/play/shipping/orders', token, order), 201)
      },
    ),
  }
}

/**
 * What is done with things that are made beforehand, and used up in the order in which they were made: workers make them side by side, each for
 * players of their own, so that those who use them up side by side do not wait for each other's rows.
 */
function ofStock<Thing>(
  name: string,
  inFlight: number,
  make: (worker: number) => Promise<Thing>,
  use: (thing: Thing) => Promise<string | null>,
): Paid {
  let stock: Thing[] = []
  let usedCount = 0
  return {
    fill: async (count) => {
      stock = stock.slice(usedCount)
      usedCount = 0
      let missing = count - stock.length
      const fillOn = async (worker: number) => {
        while (missing-- > 0) stock.push(await make(worker))
      }
      await Promise.all(Array.from({ length: inFlight }, (_, worker) => fillOn(worker)))
    },
    send: async () => {
      const thing = stock[usedCount++]
      if (thing === undefined) throw new Error(`${name}: the stock is used up, so what was measured says nothing`)
      const fault = await use(thing)
      // It would use up the stock in no time.
      if (fault !== null) throw new Error(`${name}: ${fault}`)
      return null
    },
  }
}
