import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const SKIPPED = new Set(['node_modules', 'dist'])

/** One hash over the names and contents of every file below these folders, tests and what is built left out. */
export function hashSources(projectDir: string, folders: readonly string[]): string {
  const hash = createHash('sha256')
  for (const path of folders.flatMap((folder) => filesBelow(projectDir, folder)).sort()) {
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(projectDir, path)))
      .update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(projectDir: string, path: string): string[] {
  const entries = readdirSync(join(projectDir, path), { withFileTypes: true })
  return entries.flatMap((entry) => {
    const child = `${path}/${entry.name}`
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : filesBelow(projectDir, child)
    return entry.name.endsWith('.test.ts') ? [] : [child]
  })
}
