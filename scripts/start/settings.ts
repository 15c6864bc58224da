import { join, resolve } from 'node:path'
import { Problem } from './problem.ts'

export const SERVICE_ENTRY = 'service/src/cli/main.ts'
export const OPERATOR_ENTRY = 'reference-operator/src/main.ts'
export const DEMO_ENTRY = 'scripts/demo/main.ts'

const DEFAULT_PORT = 4000
const DEFAULT_OPERATOR_PORT = 4001
const DEFAULT_DEMO_DAYS = 30
const MAX_DEMO_DAYS = 90

/** Where everything of one `npm start` lies and answers. Addresses are without a trailing slash. */
export type StartSettings = {
  projectDir: string
  dataDir: string
  demoFile: string
  port: number
  operatorPort: number
  baseUrl: string
  operatorUrl: string
  /** A PostgreSQL of one's own; the embedded one when undefined. */
  databaseUrl: string | undefined
  /** So many days of the demo are played on the first start. */
  demoDays: number
}

/** Where the reference operator keeps its books. */
export function operatorDataDir(settings: StartSettings): string {
  return join(settings.dataDir, 'operator')
}

/** Reads the environment. Throws a Problem in words. */
export function readStartSettings(projectDir: string, env: NodeJS.ProcessEnv): StartSettings {
  const dataDir = resolve(projectDir, env.COFFER_DATA_DIR || '.coffer')
  const port = portOf('PORT', env.PORT, DEFAULT_PORT)
  const operatorPort = portOf('OPERATOR_PORT', env.OPERATOR_PORT, DEFAULT_OPERATOR_PORT)
  if (port === operatorPort) throw new Problem(`PORT and OPERATOR_PORT are both ${port}; they have to differ.`)
  if (!env.DATABASE_URL && (env.COFFER_APP_DATABASE_URL || env.COFFER_JOBS_DATABASE_URL)) {
    throw new Problem('The addresses of the logins are set and DATABASE_URL is not: npm start migrates, and needs it.')
  }
  return {
    projectDir,
    dataDir,
    demoFile: join(dataDir, 'demo.json'),
    port,
    operatorPort,
    baseUrl: baseUrlOf(env.COFFER_BASE_URL, port),
    operatorUrl: `http://localhost:${operatorPort}`,
    databaseUrl: env.DATABASE_URL || undefined,
    demoDays: daysOf(env.COFFER_DEMO_DAYS),
  }
}

/** Said here, before a database is started and a demo made for it: the service refuses it too. */
function baseUrlOf(text: string | undefined, port: number): string {
  if (!text) return `http://localhost:${port}`
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && url.href.replace(/\/+$/, '') === url.origin) return url.origin
  throw new Problem(
    'COFFER_BASE_URL has to be a scheme, a host and a port without a path, such as https://boxes.example.',
  )
}

function portOf(name: string, text: string | undefined, standard: number): number {
  if (!text) return standard
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new Problem(`${name} is ${text}; it has to be a port from 1 to 65535.`)
}

function daysOf(text: string | undefined): number {
  if (!text) return DEFAULT_DEMO_DAYS
  const days = Number(text)
  if (/^\d{1,2}$/.test(text) && days <= MAX_DEMO_DAYS) return days
  throw new Problem(`COFFER_DEMO_DAYS is ${text}; it has to be a number of days from 0 to ${MAX_DEMO_DAYS}.`)
}
