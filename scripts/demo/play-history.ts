import { type Moment, type Person, planHistory } from '@coffer/fixtures'
import { placeHistory } from '@coffer/service/administration'
import { later, seconds } from '@coffer/service/kernel'
import { playDeed } from './play-deed.ts'
import { introduce, review } from './play-identities.ts'
import { moveOrder } from './play-orders.ts'
import type { Seat } from './seat.ts'
import { importSome, stateValues, type Table } from './table.ts'

/** Plays the days of one operator, one moment after the other. */
export async function playHistory(days: number, start: Date, table: Table): Promise<void> {
  const seats = new Map<string, Seat>()
  for (const moment of planHistory(table.plan, days)) {
    table.past.clock.moveTo(later(start, seconds(moment.second)))
    await play(table, seats, moment)
    await placeHistory(table.past.ctx, table.operatorId)
  }
}

async function play(table: Table, seats: Map<string, Seat>, moment: Moment): Promise<void> {
  const { boxes } = table.plan.catalogue
  if (moment.kind === 'deed') return playDeed(table, seatOf(seats, moment.person), moment.deed)
  if (moment.kind === 'desk') return moveOrder(table, seatOf(seats, moment.person), moment.order, moment.change)
  if (moment.kind === 'introduce') return introduce(table, moment.person, moment)
  if (moment.kind === 'review') return review(table, moment.person, moment.reasons)
  if (moment.kind === 'archive') {
    await importSome(table, { boxes: boxes.filter(({ key }) => moment.boxes.includes(key)) })
    return
  }
  const told = Object.entries(moment.valuesMinor).map(([key, valueMinor]) => [key, valueMinor, ''] as const)
  await stateValues(table, told)
}

function seatOf(seats: Map<string, Seat>, person: Person): Seat {
  const seat = seats.get(person.externalId) ?? { person, held: [], won: [], orders: new Map() }
  seats.set(person.externalId, seat)
  return seat
}
