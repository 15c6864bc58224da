import { join, resolve } from 'node:path'
import { Problem } from './problem.ts'

export const SERVICE_ENTRY = 'service/src/cli/main.ts'
export const OPERATOR_ENTRY = 'reference-operator/src/main.ts'

const DEFAULT_PORT = 4000
const DEFAULT_OPERATOR_PORT = 4001

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
}

/** Reads the environment. Throws a Problem in words. */
export function readStartSettings(projectDir: string, env: NodeJS.ProcessEnv): StartSettings {
  const dataDir = resolve(projectDir, env.COFFER_DATA_DIR || '.coffer')
  const port = portOf('PORT', env.PORT, DEFAULT_PORT)
  const operatorPort = portOf('OPERATOR_PORT', env.OPERATOR_PORT, DEFAULT_OPERATOR_PORT)
  if (port === operatorPort) throw new Problem(`PORT and OPERATOR_PORT are both ${port}; they have to differ.`)
  return {
    projectDir,
    dataDir,
    demoFile: join(dataDir, 'demo.json'),
    port,
    operatorPort,
    baseUrl: (env.COFFER_BASE_URL || `http://localhost:${port}`).replace(/\/+$/, ''),
    operatorUrl: `http://localhost:${operatorPort}`,
    databaseUrl: env.DATABASE_URL || undefined,
  }
}

function portOf(name: string, text: string | undefined, standard: number): number {
  if (!text) return standard
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port >= 1 && port <= 65_535) return port
  throw new Problem(`${name} is ${text}; it has to be a port from 1 to 65535.`)
}
