import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { demoRates, MARKET_DAYS, writeDemoFiles } from '@coffer/fixtures'
import { createStaff, setRates } from '@coffer/service/administration'
import { hours, later } from '@coffer/service/kernel'
import { loginsOf, migrate } from '@coffer/service/platform'
import type { DemoFileOperator } from '../start/demo-file.ts'
import { DEMO_STAFF } from '../start/demo-staff.ts'
import { configOf, type DemoWish, standInThePast } from './past.ts'
import { playHistory } from './play-history.ts'
import { ACTOR, informCasinos, leaveThePast, openTable, stateMarket } from './table.ts'

const DAY_MS = hours(24)

export type MadeDemo = { operators: Omit<DemoFileOperator, 'casinoUrl'>[]; roundsCount: number }

/**
 * Makes the operators of the demo as they were some months before anybody played, with the prices that collectibles had since, and
 * plays the days, each deed at its own time: with the real service, the real casino and the SDK. The operators' pasts run side by side. When it rejects, the database and
 * the casino's wallet are of no use.
 */
export async function makeDemo({ settings, databaseUrl }: DemoWish): Promise<MadeDemo> {
  const start = later(new Date(), -settings.demoDays * DAY_MS)
  const founded = settings.demoDays === 0 ? start : later(start, -MARKET_DAYS * DAY_MS)
  mkdirSync(join(settings.dataDir, 'logs'), { recursive: true })
  await migrate(databaseUrl, loginsOf(configOf({ settings, databaseUrl })))
  const plans = await writeDemoFiles(join(settings.dataDir, 'demo'))
  const pasts = await Promise.all(plans.map(() => standInThePast({ settings, databaseUrl }, founded)))
  try {
    await setRates(pasts[0]!.ctx, demoRates.base, demoRates.rates, ACTOR)
    const [first] = await Promise.all(DEMO_STAFF.map((staff) => createStaff(pasts[0]!.ctx, staff)))
    const reviewer = { staffId: first!.staffId, email: DEMO_STAFF[0].email }
    const tables = await Promise.all(plans.map((plan, index) => openTable(settings, pasts[index]!, plan, reviewer)))
    if (settings.demoDays > 0) await Promise.all(tables.map((table) => stateMarket(table, start)))
    await Promise.all(tables.map((table) => playHistory(settings.demoDays, start, table)))
    await informCasinos(tables)
    const operators = await Promise.all(tables.map((table) => leaveThePast(settings, table)))
    await setRates(pasts[0]!.ctx, demoRates.base, demoRates.rates, ACTOR)
    return { operators, roundsCount: tables.reduce((sum, table) => sum + table.roundsCount, 0) }
  } finally {
    await Promise.all(pasts.map((past) => past.close()))
  }
}
