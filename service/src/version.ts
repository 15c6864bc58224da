import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder that holds the whole project. */
export const PROJECT_DIR = join(import.meta.dirname, '../..')

/** What `/version` shows. The commit is known when the service runs from a checkout. */
export function readVersion(): { version: string; commit: string | null; node: string } {
  const { version } = JSON.parse(readFileSync(join(PROJECT_DIR, 'package.json'), 'utf8'))
  return { version, commit: readCommit(join(PROJECT_DIR, '.git')), node: process.versions.node }
}

function readCommit(git: string): string | null {
  const head = readText(join(git, 'HEAD'))
  if (head === null) return null
  const reference = /^ref: (.+)$/.exec(head)?.[1]
  if (reference === undefined) return head
  const packed = readText(join(git, 'packed-refs'))?.split('\n') ?? []
  return readText(join(git, reference)) ?? packed.find((line) => line.endsWith(` ${reference}`))?.slice(0, 40) ?? null
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    return null
  }
}
