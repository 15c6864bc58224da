import { join } from 'node:path'
import { createCoffer } from '@coffer/operator-sdk'
import { buildWebApps } from '../build/web-apps.ts'
import { startChild } from './child.ts'
import { startDatabase } from './database.ts'
import { demoIsComplete, prepareDemo, wasCutOff } from './demo.ts'
import { type DemoFile, writeDemoFile } from './demo-file.ts'
import { emptyDatabase } from './empty-database.ts'
import type { House } from './house.ts'
import { needFreePorts } from './ports.ts'
import { Problem } from './problem.ts'
import { untilAnswers } from './ready.ts'
import { OPERATOR_ENTRY, SERVICE_ENTRY, type StartSettings } from './settings.ts'

const DEMO_PLAYER = 'demo-player'

/**
 * Brings everything up from the ground: web apps, database, service, demo data, reference operator. What runs is in
 * the house as soon as it runs, so that it can be stopped half-way. Rejects when the signal aborts.
 */
export async function bringUp(
  settings: StartSettings,
  house: House,
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<{ demo: DemoFile; launchUrl: string }> {
  await needFreePorts(settings)
  await buildWebApps(settings.projectDir, say)
  signal.throwIfAborted()
  const databaseUrl = settings.databaseUrl ?? (await addDatabase(settings, house, say))
  signal.throwIfAborted()
  await addService(settings, house, databaseUrl, signal)
  const demo = writeDemoFile(settings, await prepareDemo(settings, databaseUrl, signal))
  demoIsComplete(settings)
  await addOperator(settings, house, signal)
  return { demo, launchUrl: await launchLink(demo) }
}

async function addDatabase(settings: StartSettings, house: House, say: (line: string) => void): Promise<string> {
  const { part, url } = await startDatabase(settings, say)
  house.add(part)
  if (wasCutOff(settings)) {
    say('the first start was cut off while it made the demo data: beginning with an empty database')
    await emptyDatabase(url)
  }
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
    OPERATOR_DATA_DIR: join(settings.dataDir, 'operator'),
  }
  house.add(startChild({ ...common(settings, 'operator'), entry: OPERATOR_ENTRY, args: [], env }))
  await untilAnswers(`http://127.0.0.1:${settings.operatorPort}/`, signal)
}

function common(settings: StartSettings, name: string) {
  return { name, projectDir: settings.projectDir, logFile: join(settings.dataDir, 'logs', `${name}.log`) }
}

async function launchLink(demo: DemoFile): Promise<string> {
  const operator = demo.operators[0]
  if (!operator) throw new Problem('The demo has no operator.')
  const coffer = createCoffer({ baseUrl: demo.baseUrl, ...operator })
  const launch = { playerExternalId: DEMO_PLAYER, gameKey: 'mystery_box', target: {} } as const
  return coffer.createLaunch(launch).then(
    (answer) => answer.launchUrl,
    (error: Error) => {
      throw new Problem(
        `The service does not know the operators of the demo file (${error.message}). ` +
          'It belongs to another database: remove the data folder to begin anew.',
      )
    },
  )
}
