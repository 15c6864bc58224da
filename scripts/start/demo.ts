import { execFile } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { demoRates, type WrittenOperator, writeDemoFiles } from '@coffer/fixtures'
import { type DemoFileOperator, readDemoFile, walletUrl } from './demo-file.ts'
import { SERVICE_ENTRY, type StartSettings } from './settings.ts'

const run = promisify(execFile)

type Created = Pick<DemoFileOperator, 'keyId' | 'keySecret' | 'outboundSecret'>
type Coffer = (...args: string[]) => Promise<unknown>

/** True when an earlier first start was cut off while it made the demo data; its database is to be made anew. */
export function wasCutOff(settings: StartSettings): boolean {
  return existsSync(marker(settings)) && readDemoFile(settings) === undefined
}

/**
 * The operators of the demo: made on the first start with the commands that an integrator would use, found again on
 * every later one, where only addresses that changed are told to the service.
 */
export async function prepareDemo(
  settings: StartSettings,
  databaseUrl: string,
  signal: AbortSignal,
): Promise<DemoFileOperator[]> {
  const coffer = commandLine(settings, databaseUrl, signal)
  const known = readDemoFile(settings)
  if (known) {
    const moved = known.operators.filter((operator) => !operator.casinoUrl.startsWith(`${settings.operatorUrl}/`))
    for (const operator of moved) await tellAddresses(settings, coffer, operator.slug)
    return known.operators
  }
  writeFileSync(marker(settings), '')
  const rates = Object.entries(demoRates.rates).map(([currency, rate]) => `${currency}=${rate}`)
  await coffer('rates', 'set', demoRates.base, ...rates)
  const plans = await writeDemoFiles(join(settings.dataDir, 'demo'))
  return Promise.all(plans.map((plan) => createOperator(settings, coffer, plan)))
}

/** To be called when the demo file stands. */
export function demoIsComplete(settings: StartSettings): void {
  rmSync(marker(settings), { force: true })
}

async function createOperator(
  settings: StartSettings,
  coffer: Coffer,
  plan: WrittenOperator,
): Promise<DemoFileOperator> {
  const { slug, name, currency, currencies, games } = plan
  const lists = ['--currencies', currencies.join(','), '--games', games.join(',')]
  const names = ['--slug', slug, '--name', name, '--currency', currency]
  const { keyId, keySecret, outboundSecret } = (await coffer('operator', 'create', ...names, ...lists)) as Created
  writeFileSync(plan.settingsPath, JSON.stringify({ ...plan.settings, ...addresses(settings, slug) }))
  await coffer('operator', 'settings', slug, plan.settingsPath)
  await coffer('catalog', 'import', plan.cataloguePath, '--operator', slug)
  return { slug, name, currency, currencies, keyId, keySecret, outboundSecret, casinoUrl: '' }
}

async function tellAddresses(settings: StartSettings, coffer: Coffer, slug: string): Promise<void> {
  const file = join(settings.dataDir, 'demo', slug, 'addresses.json')
  writeFileSync(file, JSON.stringify(addresses(settings, slug)))
  await coffer('operator', 'settings', slug, file, '--force')
}

/** Where the wallet answers, and which pages may hold the game. */
function addresses(settings: StartSettings, slug: string): Record<string, unknown> {
  const origins = [settings.operatorUrl, `http://127.0.0.1:${settings.operatorPort}`]
  return { 'wallet.url': walletUrl(settings, slug), allowedOrigins: origins }
}

function commandLine(settings: StartSettings, databaseUrl: string, signal: AbortSignal): Coffer {
  const env = { ...process.env, DATABASE_URL: databaseUrl, COFFER_DATA_DIR: settings.dataDir }
  const entry = join(settings.projectDir, SERVICE_ENTRY)
  return async (...args) => {
    signal.throwIfAborted()
    const { stdout } = await run(process.execPath, [entry, ...args, '--json'], { cwd: settings.projectDir, env })
    return stdout.trim() === '' ? undefined : JSON.parse(stdout)
  }
}

function marker(settings: StartSettings): string {
  return join(settings.dataDir, 'demo-unfinished')
}
