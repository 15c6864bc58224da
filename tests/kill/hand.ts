import { setTimeout as sleep } from 'node:timers/promises'
import type { InventoryRow, OpenedRound } from '@coffer/contract/shapes'
import type { ShippingOrder } from '@coffer/contract/shipping'
import { type Click, type Clicks, codeOf, isDecided, isSuccess, type Reply, replyOf } from './clicks.ts'
import { type Dice, makeDice } from './dice.ts'
import type { KillPlayer } from './player.ts'
import { cancelSend, isOrderDecided, isOrdered, orderSend, removeClick, type Surface } from './shipments.ts'
import { stakeOf, upgradeSend } from './upgrades.ts'

const TRIES_COUNT = 8

const MOVES = {
  open: 48,
  fundedPurchase: 6,
  prepay: 14,
  cashBack: 20,
  ship: 20,
  upgrade: 28,
  rotate: 8,
  look: 4,
} as const

type IsOver = () => boolean

/** What one hand of a player does, one thing after the other, as its dice say. */
export class Hand {
  readonly #player: KillPlayer
  readonly #clicks: Clicks
  readonly #seed: string
  readonly #name: string
  #dice: Dice
  #count = 0
  /** Where the next click goes first, when that is said. */
  #first: number | null = null

  constructor(player: KillPlayer, clicks: Clicks, seed: string, name: string) {
    this.#player = player
    this.#clicks = clicks
    this.#seed = seed
    this.#name = name
    this.#dice = makeDice(seed, name)
  }

  async playUntil(isOver: IsOver): Promise<void> {
    for (let move = 0; !isOver(); move++) {
      // Dice of its own for each move: how the one before went changes nothing of it.
      this.#dice = makeDice(this.#seed, `${this.#player.name} ${this.#name} ${move}`)
      await this.#move(this.#dice.weighted(MOVES), isOver)
      await sleep(this.#dice.between(50, 400))
    }
  }

  /** Opens whenever it is told to, and drives each open to its end as all others. */
  async open(moment: number, service: number, isOver: IsOver): Promise<void> {
    this.#dice = makeDice(this.#seed, `${this.#player.name} ${this.#name} ${moment}`)
    this.#first = service
    await this.#open(isOver)
  }

  async #move(move: keyof typeof MOVES, isOver: IsOver): Promise<void> {
    switch (move) {
      case 'open':
        return this.#open(isOver)
      case 'fundedPurchase':
        return this.#fundedPurchase(isOver)
      case 'prepay':
        return this.#prepay(isOver)
      case 'cashBack':
        return this.#cashBack(isOver)
      case 'ship':
        return this.#ship(isOver)
      case 'upgrade':
        return this.#upgrade(isOver)
      case 'rotate':
        return this.#rotate()
      case 'look':
        return this.#look()
    }
  }

  async #open(isOver: IsOver): Promise<void> {
    const body = { clientActionId: this.#nextId(), reels: this.#player.reels(this.#dice.between(1, 3)) }
    const click = this.#add('open', body.clientActionId, (service) => this.#player.call(service, 'openRound', { body }))
    await this.#drive(click, isOver, 'FREE_OPENS_EXHAUSTED')
  }

  async #fundedPurchase(isOver: IsOver): Promise<void> {
    await this.#drive(this.#purchase({ funding: 'operator' as const }), isOver)
  }

  /** Pays for a box, and some time later opens it, cancels it, or tries both at once. */
  async #prepay(isOver: IsOver): Promise<void> {
    const reply = await this.#drive(this.#purchase({ mode: 'prepay' as const }), isOver)
    if (reply?.status !== 200) return
    const { publicId } = (reply.body as unknown as OpenedRound).round
    await sleep(this.#dice.between(0, 300))
    const [open, cancel] = [this.#held('openHeldRound', publicId), this.#held('cancelHeldRound', publicId)]
    this.#clicks.rivals.push([open, cancel])
    const wanted = this.#dice.pick([[open], [cancel], [cancel], [open, cancel]])
    await Promise.all(wanted.map((click) => this.#drive(click, isOver, 'ROUND_NOT_HELD', 'ROUND_NOT_REFUNDABLE')))
  }

  #held(route: 'openHeldRound' | 'cancelHeldRound', publicId: string): Click {
    const path = `/api/play/rounds/${publicId}/${route === 'openHeldRound' ? 'open' : 'cancel'}`
    const send = (service: number) => this.#player.call(service, route, { path })
    return this.#clicks.add(`${this.#player.name} ${route} ${publicId}`, send, isSuccess)
  }

  async #cashBack(isOver: IsOver): Promise<void> {
    const offered = (await this.#items()).filter((item) => (item.cashbackMinor ?? 0) > 0)
    if (offered.length === 0) return
    const { id } = this.#dice.pick(offered)
    const send = (service: number) =>
      this.#player.call(service, 'cashBackItem', { path: `/api/play/inventory/${id}/cashback` })
    // A repeat after the end is told that the item is gone, or gets the first answer again when it had waited for it.
    const click: Click = { name: `${this.#player.name} cashback ${id}`, send, final: null, isFinal: isSuccess }
    await this.#drive(click, isOver, 'CASHBACK_NOT_AVAILABLE')
  }

  async #items(): Promise<InventoryRow[]> {
    const listed = await this.#player.call(this.#service(), 'listInventory', { query: '?state=unresolved&limit=20' })
    return (listed?.body.items ?? []) as InventoryRow[]
  }

  /** Orders items, and some time later cancels the order, takes an item off it, does both at once, or leaves it. */
  async #ship(isOver: IsOver): Promise<void> {
    const items = (await this.#items()).filter((item) => item.shippable)
    if (items.length === 0) return
    const id = this.#nextId()
    const send = orderSend(this.#player, this.#dice, items, id)
    const click = this.#clicks.add(`${this.#player.name} ship ${id}`, send, isOrderDecided)
    const reply = await this.#drive(click, isOver, 'INVENTORY_NOT_SHIPPABLE')
    if (!reply || !isOrdered(reply)) return
    await sleep(this.#dice.between(0, 300))
    const order = reply.body.order as ShippingOrder
    const cancel = () => this.#cancelOrder(isOver, order)
    const remove = () => this.#removeItem(isOver, order)
    await Promise.all(this.#dice.pick([[], [cancel], [cancel], [remove], [cancel, remove]]).map((act) => act()))
  }

  async #cancelOrder(isOver: IsOver, { publicId }: ShippingOrder): Promise<void> {
    const surface = this.#surface()
    const name = `${this.#player.name} cancel ${publicId} (${surface})`
    await this.#drive(this.#clicks.add(name, cancelSend(this.#player, surface, publicId), isSuccess), isOver)
  }

  async #removeItem(isOver: IsOver, order: ShippingOrder): Promise<void> {
    const [item] = order.items
    if (!item) return
    const click = removeClick(this.#player, this.#surface(), order, item.inventoryItemId)
    await this.#drive(click, isOver, 'SHIPMENT_NOT_EDITABLE')
  }

  /** Stakes a wager, or items that another hand may want at the same time. */
  async #upgrade(isOver: IsOver): Promise<void> {
    const stake = stakeOf(this.#dice, await this.#items())
    if (!stake) return
    const id = this.#nextId()
    const send = await upgradeSend(this.#player, this.#dice, this.#service(), stake, id)
    if (send) await this.#drive(this.#add('upgrade', id, send), isOver, 'UPGRADER_ITEM_NOT_OWNED')
  }

  async #rotate(): Promise<void> {
    const body = this.#dice.percent(50) ? { clientSeed: `seed-${this.#nextId()}` } : {}
    await this.#player.call(this.#service(), 'rotateSeed', { body })
  }

  async #look(): Promise<void> {
    await this.#player.call(this.#service(), 'listRounds', { query: '?limit=20' })
  }

  #purchase(more: { funding: 'operator' } | { mode: 'prepay' }): Click {
    const { externalId: playerExternalId, currency } = this.#player.plan
    const clientActionId = this.#nextId()
    const body = { playerExternalId, clientActionId, currency, reels: this.#player.reels(1), ...more }
    return this.#add('purchase', clientActionId, (service) => replyOf(this.#player.backend(service).purchase(body)))
  }

  #add(kind: string, clientActionId: string, send: Click['send']): Click {
    return this.#clicks.add(`${this.#player.name} ${kind} ${clientActionId}`, send, isDecided)
  }

  /**
   * Sends a click until it is decided, to either process, now and then to both at once; sometimes it is left alone undecided. A
   * decided one is now and then sent once more.
   */
  async #drive(click: Click, isOver: IsOver, ...expected: string[]): Promise<Reply | null> {
    let decided: Reply | null = null
    for (let tries = 0; tries < TRIES_COUNT && decided === null && !isOver(); tries++) {
      const replies = await this.#sendOnceOrTwice(click)
      for (const reply of replies) this.#clicks.expect(click, reply, ...expected)
      decided = replies.find((reply) => reply !== null && click.isFinal(reply)) ?? null
      if (replies.some((reply) => expected.includes(codeOf(reply) ?? '')) || this.#dice.percent(12)) break
      if (decided === null) await sleep(this.#dice.between(100, 1_000))
    }
    if (decided && this.#dice.percent(15)) await this.#clicks.tell(click, this.#service())
    return decided
  }

  #sendOnceOrTwice(click: Click): Promise<(Reply | null)[]> {
    const services = this.#dice.percent(15) ? [0, 1] : [this.#first ?? this.#service()]
    this.#first = null
    return Promise.all(services.map((service) => this.#clicks.tell(click, service)))
  }

  #service(): number {
    return this.#dice.below(2)
  }

  #surface(): Surface {
    return this.#dice.percent(50) ? 'game' : 'backend'
  }

  #nextId(): string {
    return `${this.#name}-${this.#count++}`
  }
}
