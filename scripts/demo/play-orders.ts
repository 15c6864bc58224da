import type { Deed, DeskChange, HomeAddress, Person } from '@coffer/fixtures'
import { changeOrder } from '@coffer/service/administration'
import { haveEnough, type Seat } from './seat.ts'
import { ACTOR, type Table } from './table.ts'

type Wish<Name extends Deed['do']> = Extract<Deed, { do: Name }>

const VAULT_ROWS = 200

/** In the game the player pays the fee; what the operator orders itself costs nobody anything. */
export async function order(table: Table, seat: Seat, wish: Wish<'order'>): Promise<void> {
  const goods: number[] = []
  for (const item of wish.goods) goods.push(await buyOne(table, seat, { key: `${wish.name}-${item}`, item }))
  const inventoryItemIds = [...goods, ...(await dearestWinnings(table, seat, wish.winnings))]
  seat.won = seat.won.filter(({ id }) => !inventoryItemIds.includes(id))
  const body = { inventoryItemIds, ...deliveryTo(seat, wish.address) }
  if (wish.through === 'backend') {
    const placed = await table.coffer.createOrder({ playerExternalId: seat.person.externalId, ...body })
    seat.orders.set(wish.name, placed.order.publicId)
    return
  }
  haveEnough(table, seat)
  const game = await enterGame(table, seat.person)
  const placed = (await game.post('shipping/orders', body)) as { order: { publicId: string } }
  seat.orders.set(wish.name, placed.order.publicId)
}

export async function cancelOrder(table: Table, seat: Seat, name: string): Promise<void> {
  const game = await enterGame(table, seat.person)
  await game.post(`shipping/orders/${orderNamed(seat, name)}/cancel`)
}

/** A thing for the operator's own points. With an address it goes along with what is about to be sent there. */
export async function buyWithNuggets(table: Table, seat: Seat, wish: Wish<'buy-with-nuggets'>): Promise<void> {
  const { item, address } = wish
  await buyOne(table, seat, { key: `${address ? 'sent' : 'kept'}-${item}`, item, ...(address && { address }) })
}

/** What the operator's own people say of an order. */
export async function moveOrder(table: Table, seat: Seat, name: string, save: DeskChange): Promise<void> {
  const { past, operatorId } = table
  await changeOrder(past.ctx, { operatorId, publicId: orderNamed(seat, name), save, actor: ACTOR })
}

type Good = { key: string; item: string; address?: HomeAddress }

async function buyOne(table: Table, seat: Seat, { key, item, address }: Good): Promise<number> {
  const itemId = table.items[item]
  if (itemId === undefined) throw new RangeError(`${item} was never in the catalogue`)
  const playerExternalId = seat.person.externalId
  const delivery = address && deliveryTo(seat, address)
  const bought = await table.coffer.buyWithNuggets({
    ...{ playerExternalId, clientActionId: `demo-${key}`, itemId },
    ...delivery,
  })
  return bought.item.id
}

/** Collectibles stay in the collection. */
async function dearestWinnings({ coffer }: Table, { person }: Seat, count: number): Promise<number[]> {
  if (count === 0) return []
  const { items } = await coffer.listInventory({ playerExternalId: person.externalId, limit: VAULT_ROWS })
  const won = items.filter((item) => item.shippable && item.acquisitionType === 'game_win' && !item.isCollectible)
  return won
    .toSorted((a, b) => b.valueMinor - a.valueMinor)
    .slice(0, count)
    .map(({ id }) => id)
}

function deliveryTo({ person }: Seat, address: HomeAddress) {
  return { address, contact: { email: `${person.externalId}@example.com` } }
}

function orderNamed({ orders, person }: Seat, name: string): string {
  const publicId = orders.get(name)
  if (publicId === undefined) throw new RangeError(`${person.externalId} never placed ${name}`)
  return publicId
}

/** A player in the game, as its page calls the service. */
type Game = { post(path: string, body?: object): Promise<unknown> }

/** Launches a player and exchanges the token, as the game does. */
async function enterGame({ coffer, past }: Table, { externalId, currency }: Person): Promise<Game> {
  const wish = { playerExternalId: externalId, gameKey: 'mystery_box', target: {}, currency } as const
  const { launchToken } = await coffer.createLaunch(wish)
  const init = await post(`${past.url}/api/play/session/init`, {}, { launchToken })
  const { sessionToken } = init as { sessionToken: string }
  const headers = { authorization: `Bearer ${sessionToken}` }
  return { post: (path, body) => post(`${past.url}/api/play/${path}`, headers, body) }
}

async function post(url: string, headers: Record<string, string>, body?: object): Promise<unknown> {
  const sent = body && { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(url, { method: 'POST', headers, ...sent })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response.json()
}
