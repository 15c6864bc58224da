import { readFileSync } from 'node:fs'
import type { ReferenceOperatorOptions } from './index.ts'

const DEFAULT_PORT = 4001

/** Reads where to listen and whom to serve. Throws an Error in words when something is missing or malformed. */
export function readSettings(env: NodeJS.ProcessEnv): ReferenceOperatorOptions {
  const file = required(env, 'COFFER_DEMO_FILE')
  const { baseUrl, operators } = readDemoFile(file)
  return { port: portOf(env.OPERATOR_PORT), dataDir: required(env, 'OPERATOR_DATA_DIR'), baseUrl, operators }
}

function portOf(text = String(DEFAULT_PORT)): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new Error(`OPERATOR_PORT is ${text}; it has to be a port, 0 to 65535.`)
}

function required(env: NodeJS.ProcessEnv, name: string): string {
  const value = env[name]
  if (!value) throw new Error(`${name} is not set.`)
  return value
}

function readDemoFile(file: string): Pick<ReferenceOperatorOptions, 'baseUrl' | 'operators'> {
  const demo = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof demo?.baseUrl !== 'string' || !URL.canParse(demo.baseUrl)) throw new Error(`${file} names no baseUrl.`)
  if (!Array.isArray(demo.operators)) throw new Error(`${file} names no operators.`)
  for (const operator of demo.operators) {
    for (const field of ['slug', 'currency', 'keyId', 'keySecret', 'outboundSecret']) {
      if (typeof operator?.[field] !== 'string') throw new Error(`${file}: an operator has no ${field}.`)
    }
  }
  return demo
}
