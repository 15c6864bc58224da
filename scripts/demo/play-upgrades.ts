import type { Deed } from '@coffer/fixtures'
import { haveEnough, type Seat, unitsMinor } from './seat.ts'
import type { Table } from './table.ts'

type Upgrade = Extract<Deed, { do: 'upgrade' }>
type Stake<Kind extends Upgrade['stake']> = Extract<Upgrade, { stake: Kind }>

const VAULT_ROWS = 200
/** Things that are looked at, the cheapest first, before one gives up. */
const THINGS_TRIED = 5
/** Opens for whoever has nothing to stake, each of so many reels. */
const OPENS = 3
const REELS = 5

/** A play of the Upgrader, through the door that an operator's backend uses. */
export async function upgrade(table: Table, seat: Seat, wish: Upgrade): Promise<void> {
  if (wish.stake === 'balance') await upgradeAmount(table, seat, wish)
  else await upgradeThing(table, seat, wish)
}

async function upgradeAmount(table: Table, seat: Seat, { units, chanceBps }: Stake<'balance'>): Promise<void> {
  haveEnough(table, seat)
  const { externalId: playerExternalId, currency } = seat.person
  const aim = { playerExternalId, currency, chanceBps, wagerMinor: unitsMinor(currency, units) }
  const { prizes } = await table.coffer.upgraderPrizes(aim)
  const [prize] = prizes
  if (!prize) return
  await table.coffer.playUpgrader({ ...aim, clientActionId: nextActionId(table), targetItemId: prize.itemId })
}

async function upgradeThing(table: Table, seat: Seat, { chancesBps, box }: Stake<'items'>): Promise<void> {
  for (let opens = 0; opens <= OPENS; opens += 1) {
    if (opens > 0) await openFor(table, seat, box)
    for (const id of await thingsOf(table, seat)) {
      for (const chanceBps of chancesBps) if (await stakeThing(table, seat, id, chanceBps)) return
    }
  }
}

/** What can be staked, the cheapest first. Collectibles stay in the collection. */
async function thingsOf({ coffer, plan }: Table, { person }: Seat): Promise<number[]> {
  const wanted = { playerExternalId: person.externalId, state: 'unresolved' as const, limit: VAULT_ROWS }
  const { items } = await coffer.listInventory(wanted)
  const { minWagerMinor } = plan.settings.upgrader as { minWagerMinor: number }
  const free = items.filter((item) => item.acquisitionType === 'game_win' && !item.isCollectible)
  const worthy = free.filter(({ cashbackMinor }) => (cashbackMinor ?? 0) >= minWagerMinor)
  const byValue = worthy.toSorted((a, b) => a.valueMinor - b.valueMinor)
  return byValue.slice(0, THINGS_TRIED).map(({ id }) => id)
}

/** False when the thing can win nothing at this chance. */
async function stakeThing(table: Table, seat: Seat, id: number, chanceBps: number): Promise<boolean> {
  const { externalId: playerExternalId, currency } = seat.person
  const aim = { playerExternalId, currency, chanceBps, stakeItemIds: [id] }
  const { wagerMinor, config, prizes } = await table.coffer.upgraderPrizesByItems(aim)
  const [prize] = prizes
  if (wagerMinor < config.minWagerMinor || wagerMinor > config.maxWagerMinor || !prize) return false
  const play = { ...aim, clientActionId: nextActionId(table), targetItemId: prize.itemId }
  await table.coffer.playUpgraderWithItems(play)
  seat.won = seat.won.filter((item) => item.id !== id)
  return true
}

/** Opens boxes at the house's cost, so that there is something to stake. */
async function openFor(table: Table, { person }: Seat, box: string): Promise<void> {
  const boxVersionId = table.boxes[box]!.boxVersionId!
  const reels = Array.from({ length: REELS }, (_, reelIndex) => ({ reelIndex, boxVersionId }))
  const wish = { playerExternalId: person.externalId, clientActionId: nextActionId(table), reels }
  await table.coffer.purchase({ ...wish, funding: 'operator' })
}

function nextActionId(table: Table): string {
  table.roundsCount += 1
  return `demo-${table.roundsCount}`
}
