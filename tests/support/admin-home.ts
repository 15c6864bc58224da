import assert from 'node:assert/strict'
import type { Home, HomeDay } from '@coffer/contract/admin'
import type { DeskBrowser } from './staff.ts'
import type { World } from './world.ts'

/** The home screen of the operator, or of the operator that staff of the platform name. */
export async function homeOf(desk: DeskBrowser, query = ''): Promise<Home> {
  const { status, body, text } = await desk.get(`/home${query}`)
  assert.equal(status, 200, text)
  return body.home as Home
}

/** Runs the jobs that bring the totals up to date. */
export async function updateTotals(world: World): Promise<void> {
  await world.tick('history')
  await world.tick('daily-totals')
}

/** A day of the home screen on which nothing was played. */
export function emptyDay(date: string): HomeDay {
  const free = { freeCount: 0, freePayoutMinor: 0 }
  return { date, roundCounts: { open: 0, upgrade: 0 }, betMinor: 0, payoutMinor: 0, ggrMinor: 0, ...free }
}
