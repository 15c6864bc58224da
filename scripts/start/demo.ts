import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { demoOperators } from '@coffer/fixtures'
import type { MadeDemo } from '../demo/make-demo.ts'
import type { DemoWish } from '../demo/past.ts'
import { addressSettings } from './addresses.ts'
import { type Coffer, commandLine } from './command-line.ts'
import { type DemoFileOperator, readDemoFile, webhookUrl } from './demo-file.ts'
import { emptyDatabase, operatorsOf } from './empty-database.ts'
import { Problem } from './problem.ts'
import { DEMO_ENTRY, operatorDataDir, type StartSettings } from './settings.ts'

type Say = (line: string) => void
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
  const there = await operatorsOf(databaseUrl)
  const known = readDemoFile(settings)
  if (known) {
    const coffer = commandLine(settings, databaseUrl)
    // Commands work on the newest schema only, and the demo may be of an earlier build.
    await coffer('migrate')
    return Promise.all(known.operators.map((operator) => findAgain(settings, coffer, operator)))
  }
  refuseForeign(there)
  if (existsSync(marker(settings))) await beginAnew(settings, databaseUrl, say)
  else if (there.length > 0) throw foreign('the operators of a demo, but not their keys')
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

/** A demo is made in an empty database only: its rates hold for every operator, and half a demo is thrown away with all there is. */
function refuseForeign(there: readonly string[]): void {
  const ours = demoOperators().map(({ slug }) => slug)
  const others = there.filter((slug) => !ours.includes(slug))
  if (others.length > 0) throw foreign(`operators that are not the demo\u2019s (${others.slice(0, 3).join(', ')})`)
}

function foreign(what: string): Problem {
  return new Problem(
    `The database holds ${what}. The demo is made in an empty database only, so nothing was touched. ` +
      'Run it without the demo: bin/coffer serve. Or keep the demo apart: COFFER_DATA_DIR or DATABASE_URL of its own.',
  )
}

/** Half a demo is none: what the database and the casino's wallet have of it is thrown away. */
async function beginAnew(settings: StartSettings, databaseUrl: string, say: Say): Promise<void> {
  if (settings.databaseUrl !== undefined) {
    throw new Problem(
      'The first start was cut off while it made the demo, and the database that DATABASE_URL names holds half of it. ' +
        `Name another, empty one, remove ${settings.dataDir}, and start again.`,
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
  const { slug } = operator
  const hasMoved = !operator.casinoUrl.startsWith(`${settings.operatorUrl}/`)
  if (hasMoved) await sendAddresses(settings, coffer, slug)
  if (!hasMoved && operator.webhookEndpointId !== undefined) return operator
  const { secret, endpointId } = await endpointAt(coffer, slug, webhookUrl(settings, slug), operator.webhookEndpointId)
  return { ...operator, webhookSecret: secret, webhookEndpointId: endpointId }
}

/** The endpoint of an address, with a new secret: one that was there before, else a new one. The one in use is switched off. */
async function endpointAt(
  coffer: Coffer,
  slug: string,
  url: string,
  old: number | undefined,
): Promise<CreatedEndpoint> {
  const of = ['--operator', slug]
  if (old !== undefined) await coffer('webhook', 'disable', String(old), ...of)
  const { endpoints } = (await coffer('webhook', 'list', ...of)) as { endpoints: { endpointId: number; url: string }[] }
  const known = endpoints.find((endpoint) => endpoint.url === url)
  if (!known) return (await coffer('webhook', 'create', ...of, '--url', url)) as CreatedEndpoint
  await coffer('webhook', 'enable', String(known.endpointId), ...of)
  return (await coffer('webhook', 'rotate', String(known.endpointId), ...of, '--overlap-hours', '0')) as CreatedEndpoint
}

async function sendAddresses(settings: StartSettings, coffer: Coffer, slug: string): Promise<void> {
  const file = join(settings.dataDir, 'demo', slug, 'addresses.json')
  writeFileSync(file, JSON.stringify(addressSettings(settings, slug)))
  await coffer('operator', 'settings', slug, file, '--force')
}

function marker(settings: StartSettings): string {
  return join(settings.dataDir, 'demo-unfinished')
}

/** Makes the demo in a process of its own, whose memory is free again when it is made. Rejects when the signal aborts. */
async function makeDemoApart(wish: DemoWish, signal: AbortSignal): Promise<MadeDemo> {
  signal.throwIfAborted()
  const { projectDir } = wish.settings
  const child = fork(join(projectDir, DEMO_ENTRY), { cwd: projectDir, detached: true })
  signal.addEventListener('abort', () => child.kill())
  let answer: MadeDemo | { problem: string } | undefined
  child.on('message', (message) => {
    answer = message as MadeDemo | { problem: string }
  })
  child.send(wish)
  const [code] = await once(child, 'exit')
  signal.throwIfAborted()
  if (!answer) throw new Error(`the demo was not made (exit code ${code})`)
  if ('problem' in answer) throw new Problem(answer.problem)
  return answer
}
