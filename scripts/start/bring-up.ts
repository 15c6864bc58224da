import { join } from 'node:path'
import { createCoffer } from '@coffer/operator-sdk'
import { buildWebApps } from '../build/web-apps.ts'
import { type AdminLinks, mintAdminLinks } from './admin-links.ts'
import { startChild } from './child.ts'
import { startDatabase } from './database.ts'
import { demoIsComplete, prepareDemo } from './demo.ts'
import { type DemoFile, writeDemoFile } from './demo-file.ts'
import type { House } from './house.ts'
import { needFreePorts } from './ports.ts'
import { Problem } from './problem.ts'
import { untilAnswers } from './ready.ts'
import { OPERATOR_ENTRY, operatorDataDir, SERVICE_ENTRY, type StartSettings } from './settings.ts'
import { startStopwatch } from './stopwatch.ts'

const DEMO_PLAYER = 'demo-player'

/** `took` says in words how long each phase took. */
export type BroughtUp = { demo: DemoFile; launchUrl: string; adminLinks: AdminLinks; took: string }

/**
 * Brings everything up from the ground: web apps, database, demo data, service, reference operator. What runs is in
 * the house as soon as it runs, so that it can be stopped half-way. Rejects when the signal aborts.
 */
export async function bringUp(
  settings: StartSettings,
  house: House,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<BroughtUp> {
  const watch = startStopwatch()
  await needFreePorts(settings)
  await buildWebApps(settings.projectDir, say)
  signal.throwIfAborted()
  watch.lap('web apps')
  const databaseUrl = settings.databaseUrl ?? (await addDatabase(settings, house, say))
  signal.throwIfAborted()
  watch.lap('database')
  const operators = await prepareDemo(settings, databaseUrl, signal, say)
  const demo = writeDemoFile(settings, operators)
  demoIsComplete(settings)
  watch.lap('demo')
  const [links, service] = await Promise.allSettled([
    mintAdminLinks(settings, { databaseUrl, slug: firstOperatorOf(demo).slug }),
    addService(settings, house, databaseUrl, signal),
  ])
  if (service.status === 'rejected') throw service.reason
  watch.lap('service')
  await addOperator(settings, house, signal)
  watch.lap('casino')
  // Create the launch link first: its error explains a demo file of another database.
  const launchUrl = await launchLink(demo)
  if (links.status === 'rejected') throw links.reason
  return { demo, launchUrl, adminLinks: links.value, took: watch.words() }
}

async function addDatabase(settings: StartSettings, house: House, say: (line: string) => void): Promise<string> {
  const { part, url } = await startDatabase(settings, say)
  house.add(part)
  return url
}

async function addService(
  settings: StartSettings,
  house: House,
  databaseUrl: string,
  signal: AbortSignal,
): Promise<void> {
  const env = {
    DATABASE_URL: databaseUrl,
    PORT: String(settings.port),
    COFFER_BASE_URL: settings.baseUrl,
    COFFER_DATA_DIR: settings.dataDir,
  }
  house.add(startChild({ ...common(settings, 'service'), entry: SERVICE_ENTRY, args: ['serve'], env }))
  await untilAnswers(`http://127.0.0.1:${settings.port}/readyz`, signal)
}

async function addOperator(settings: StartSettings, house: House, signal: AbortSignal): Promise<void> {
  const env = {
    OPERATOR_PORT: String(settings.operatorPort),
    COFFER_DEMO_FILE: settings.demoFile,
    OPERATOR_DATA_DIR: operatorDataDir(settings),
  }
  house.add(startChild({ ...common(settings, 'operator'), entry: OPERATOR_ENTRY, args: [], env }))
  await untilAnswers(`http://127.0.0.1:${settings.operatorPort}/`, signal)
}

function common(settings: StartSettings, name: string) {
  return { name, projectDir: settings.projectDir, logFile: join(settings.dataDir, 'logs', `${name}.log`) }
}

/** Throws a Problem when the service does not know the demo, or is none: another program may have taken its port while we came up. */
export async function launchLink(demo: Pick<DemoFile, 'baseUrl' | 'operators'>): Promise<string> {
  const coffer = createCoffer({ baseUrl: demo.baseUrl, ...firstOperatorOf(demo) })
  const launch = { playerExternalId: DEMO_PLAYER, gameKey: 'mystery_box', target: {} } as const
  const answer: { launchUrl?: unknown } | null = await coffer.createLaunch(launch).catch((error: Error) => {
    throw new Problem(
      `The service does not know the operators of the demo file (${error.message}). ` +
        'It belongs to another database: remove the data folder to begin anew.',
    )
  })
  if (typeof answer?.launchUrl === 'string') return answer.launchUrl
  throw new Problem(
    `What answers at ${demo.baseUrl} is not the service: another program has taken its port. Choose another with PORT, and start again.`,
  )
}

function firstOperatorOf({ operators }: Pick<DemoFile, 'operators'>): DemoFile['operators'][number] {
  const [operator] = operators
  if (!operator) throw new Problem('The demo has no operator.')
  return operator
}
