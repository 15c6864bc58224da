import { execFile } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { addressSettings } from './addresses.ts'
import { type DemoFileOperator, readDemoFile, webhookUrl } from './demo-file.ts'
import { emptyDatabase } from './empty-database.ts'
import { makeDemoApart } from './make-demo-apart.ts'
import { Problem } from './problem.ts'
import { operatorDataDir, SERVICE_ENTRY, type StartSettings } from './settings.ts'

const run = promisify(execFile)

type Say = (line: string) => void
type Coffer = (...args: string[]) => Promise<unknown>
type CreatedEndpoint = { endpointId: number; secret: string }

/**
 * The operators of the demo. On the first start they are made together with the days that they have behind them, all of it
 * or nothing: a first start that was cut off begins anew. Later starts find them again, and tell the service only addresses
 * that changed. Nothing else may run on the database meanwhile.
 */
export async function prepareDemo(
  settings: StartSettings,
  databaseUrl: string,
  signal: AbortSignal,
  say: Say,
): Promise<DemoFileOperator[]> {
  const known = readDemoFile(settings)
  if (known) {
    const coffer = commandLine(settings, databaseUrl)
    return Promise.all(known.operators.map((operator) => findAgain(settings, coffer, operator)))
  }
  if (existsSync(marker(settings))) await beginAnew(settings, databaseUrl, say)
  writeFileSync(marker(settings), '')
  say(`making the demo, with ${settings.demoDays} days of rounds that are played now`)
  const { operators, roundsCount } = await makeDemoApart({ settings, databaseUrl }, signal)
  say(`${roundsCount} rounds were played`)
  return operators.map((operator) => ({ ...operator, casinoUrl: '' }))
}

/** To be called when the demo file stands. */
export function demoIsComplete(settings: StartSettings): void {
  rmSync(marker(settings), { force: true })
}

/** Half a demo is none: what the database and the casino's wallet have of it is thrown away. */
async function beginAnew(settings: StartSettings, databaseUrl: string, say: Say): Promise<void> {
  if (settings.databaseUrl !== undefined) {
    throw new Problem(
      'The first start was cut off while it made the demo. Empty the database that DATABASE_URL names, ' +
        `remove ${settings.dataDir}, and start again.`,
    )
  }
  say('the first start was cut off while it made the demo: beginning with an empty database')
  await emptyDatabase(databaseUrl)
  rmSync(operatorDataDir(settings), { recursive: true, force: true })
}

/** An operator of an earlier start. One that has moved, or was made before there were webhooks, gets an endpoint at its address of today. */
async function findAgain(
  settings: StartSettings,
  coffer: Coffer,
  operator: DemoFileOperator,
): Promise<DemoFileOperator> {
  const { slug, webhookEndpointId: old } = operator
  const hasMoved = !operator.casinoUrl.startsWith(`${settings.operatorUrl}/`)
  if (hasMoved) await tellAddresses(settings, coffer, slug)
  if (!hasMoved && old !== undefined) return operator
  if (old !== undefined) await coffer('webhook', 'disable', String(old), '--operator', slug)
  const url = webhookUrl(settings, slug)
  const made = (await coffer('webhook', 'create', '--operator', slug, '--url', url)) as CreatedEndpoint
  return { ...operator, webhookSecret: made.secret, webhookEndpointId: made.endpointId }
}

async function tellAddresses(settings: StartSettings, coffer: Coffer, slug: string): Promise<void> {
  const file = join(settings.dataDir, 'demo', slug, 'addresses.json')
  writeFileSync(file, JSON.stringify(addressSettings(settings, slug)))
  await coffer('operator', 'settings', slug, file, '--force')
}

/** The commands that an integrator would use. */
function commandLine(settings: StartSettings, databaseUrl: string): Coffer {
  const env = { ...process.env, DATABASE_URL: databaseUrl, COFFER_DATA_DIR: settings.dataDir }
  const entry = join(settings.projectDir, SERVICE_ENTRY)
  return async (...args) => {
    const { stdout } = await run(process.execPath, [entry, ...args, '--json'], { cwd: settings.projectDir, env })
    return stdout.trim() === '' ? undefined : JSON.parse(stdout)
  }
}

function marker(settings: StartSettings): string {
  return join(settings.dataDir, 'demo-unfinished')
}
