import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, decodeUtf8 } from '../kernel/index.ts'
import type { Config } from './config.ts'

const KEY_BYTES = 32

/** The master keys that the process was given: the configured ones, or outside production the one of the data folder. */
export function masterKeysOf(config: Config): Buffer[] {
  const own = config.masterKey?.reveal() ?? (config.environment === 'production' ? null : readKey(pathOf(config)))
  return [own, config.nextMasterKey?.reveal() ?? null].filter((key) => key !== null)
}

/** Outside production, the key of the data folder, made once. */
export function makeMasterKey(config: Config): Buffer {
  assert(config.environment !== 'production', 'production has a configured master key')
  return keyOfFolder(config.dataDir)
}

const pathOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'master.key')

/** Several processes may come first: each makes a draft, and the link that succeeds decides for all. */
function keyOfFolder(dataDir: string): Buffer {
  const path = pathOf({ dataDir })
  const found = readKey(path)
  if (found) return found
  mkdirSync(dataDir, { recursive: true })
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('hex')}\n`, { mode: 0o600 })
  try {
    linkSync(draft, path)
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error
  } finally {
    rmSync(draft)
  }
  const key = readKey(path)
  assert(key, 'the master key of the data folder can be read')
  return key
}

function readKey(path: string): Buffer | null {
  try {
    const decoded = decodeUtf8(readFileSync(path))
    assert('text' in decoded, `${path} holds text in UTF-8`)
    const key = Buffer.from(decoded.text.trim(), 'hex')
    assert(key.length === KEY_BYTES, `${path} holds 64 hex digits`)
    return key
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null
    throw error
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
