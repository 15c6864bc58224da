import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../platform/index.ts'

const ADDRESS_NAMES = ['COFFER_BASE_URL', 'COFFER_BASE_URL_FILE', 'PORT', 'PORT_FILE']

/**
 * The configuration of a command that runs beside a service: where the environment says nothing of the service's
 * address, the one that the demo of the data folder was started with.
 */
export function besideDemo(config: Config, env: NodeJS.ProcessEnv): Config {
  if (ADDRESS_NAMES.some((name) => env[name])) return config
  return { ...config, baseUrl: demoBaseUrl(config.dataDir) ?? config.baseUrl }
}

function demoBaseUrl(dataDir: string): string | undefined {
  try {
    const { baseUrl } = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as { baseUrl?: unknown }
    return typeof baseUrl === 'string' ? baseUrl : undefined
  } catch {
    return undefined
  }
}
