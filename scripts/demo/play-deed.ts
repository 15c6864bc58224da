import type { Deed } from '@coffer/fixtures'
import { CofferError, type OpenedRound } from '@coffer/operator-sdk'
import { buyWithNuggets, cancelOrder, order } from './play-orders.ts'
import { upgrade } from './play-upgrades.ts'
import { haveEnough, type Seat, topUp } from './seat.ts'
import type { Table } from './table.ts'

/** What somebody has left who finds that it is not enough. */
const TOO_LITTLE_MINOR = 20

type Purchase = { box: string; reels?: number; mode?: 'open' | 'prepay'; funding?: 'operator' }

/** A deed, done through the door that an operator's backend uses. */
export async function playDeed(table: Table, seat: Seat, deed: Deed): Promise<void> {
  if (deed.do === 'open') seat.won = (await pay(table, seat, deed)).items
  else if (deed.do === 'open-free') seat.won = (await purchase(table, seat, { ...deed, funding: 'operator' })).items
  else if (deed.do === 'open-without-money') await openWithoutMoney(table, seat, deed.box)
  else if (deed.do === 'hold') seat.held.push((await pay(table, seat, { ...deed, mode: 'prepay' })).round.publicId)
  else if (deed.do === 'open-held') await openHeld(table, seat)
  else if (deed.do === 'give-back') await giveBack(table, seat)
  else if (deed.do === 'cash-back') await cashBack(table, seat)
  else if (deed.do === 'buy-with-nuggets') await buyWithNuggets(table, seat, deed)
  else if (deed.do === 'order') await order(table, seat, deed)
  else if (deed.do === 'upgrade') await upgrade(table, seat, deed)
  else if (deed.do === 'cancel-order') await cancelOrder(table, seat, deed.name)
  else await table.coffer.rotateSeed({ playerExternalId: seat.person.externalId, clientSeed: deed.clientSeed })
}

async function pay(table: Table, seat: Seat, wanted: Purchase): Promise<OpenedRound> {
  haveEnough(table, seat)
  return purchase(table, seat, wanted)
}

function purchase(table: Table, seat: Seat, { box, reels = 1, mode, funding }: Purchase): Promise<OpenedRound> {
  const { externalId, currency } = seat.person
  const boxVersionId = table.boxes[box]?.boxVersionId
  if (!boxVersionId) throw new RangeError(`${box} was never on sale`)
  table.roundsCount += 1
  return table.coffer.purchase({
    playerExternalId: externalId,
    currency,
    clientActionId: `demo-${table.roundsCount}`,
    reels: Array.from({ length: reels }, (_, reelIndex) => ({ reelIndex, boxVersionId })),
    ...{ mode, funding },
  })
}

/** The wallet refuses, the round is voided and nothing is charged; then there is money again. */
async function openWithoutMoney(table: Table, seat: Seat, box: string): Promise<void> {
  const { externalId, currency } = seat.person
  table.past.casino.wallet.setBalance(table.plan.slug, externalId, currency, TOO_LITTLE_MINOR)
  const refusal: unknown = await purchase(table, seat, { box }).then(
    () => new Error(`${box} was opened without money`),
    (error: unknown) => error,
  )
  if (!(refusal instanceof CofferError && refusal.code === 'INSUFFICIENT_FUNDS')) throw refusal
  topUp(table, seat)
}

async function openHeld(table: Table, seat: Seat): Promise<void> {
  const publicId = seat.held.shift()
  if (publicId === undefined) return
  const { items } = await table.coffer.openHeldRound({ publicId, playerExternalId: seat.person.externalId })
  seat.won = items
}

async function giveBack(table: Table, seat: Seat): Promise<void> {
  const roundPublicId = seat.held.shift()
  if (roundPublicId === undefined) return
  await table.coffer.cancelHeldRound({ playerExternalId: seat.person.externalId, roundPublicId })
}

async function cashBack(table: Table, seat: Seat): Promise<void> {
  const { externalId, currency } = seat.person
  const offered = seat.won.filter(({ state, cashbackMinor }) => state === 'unresolved' && (cashbackMinor ?? 0) > 0)
  const [cheapest] = offered.toSorted((a, b) => a.valueMinor - b.valueMinor)
  if (!cheapest) return
  seat.won = seat.won.filter(({ id }) => id !== cheapest.id)
  await table.coffer.cashout({ playerExternalId: externalId, inventoryItemId: cheapest.id, currency })
}
