import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { takeLock } from '@coffer/embedded-postgres'

/** Something that is built from sources. `output` is the file that shows that it was built. */
export type Part = {
  name: string
  sources: readonly string[]
  output: string
  build(projectDir: string): Promise<void>
}

/** Everything that is built and nobody keeps lies here, below the project's folder. */
export const BUILD_FOLDER = '.coffer/build'
const WAIT_MS = 100

/**
 * Builds every part whose sources changed since it was built, and returns the names of those.
 * A second process that comes meanwhile waits for the first and then finds nothing to do.
 */
export async function buildParts(
  projectDir: string,
  parts: readonly Part[],
  log: (line: string) => void = () => {},
): Promise<string[]> {
  // A project of another user, whose lock cannot be taken, is good enough when it is built.
  if (parts.every((part) => isBuilt(projectDir, part))) return []
  const release = await waitForLock(join(projectDir, BUILD_FOLDER, 'lock'))
  try {
    const built: string[] = []
    for (const part of parts) {
      if (isBuilt(projectDir, part)) continue
      const hash = hashSources(projectDir, part.sources)
      log(`building ${part.name}`)
      await part.build(projectDir)
      writeFileSync(hashFile(projectDir, part), hash)
      built.push(part.name)
    }
    return built
  } finally {
    release()
  }
}

/** Whether a part was built from its sources as they are. */
function isBuilt(projectDir: string, part: Part): boolean {
  if (!existsSync(join(projectDir, part.output))) return false
  return readIfThere(hashFile(projectDir, part)) === hashSources(projectDir, part.sources)
}

function hashFile(projectDir: string, { name }: Part): string {
  return join(projectDir, BUILD_FOLDER, `${name}.hash`)
}

async function waitForLock(path: string): Promise<() => void> {
  for (;;) {
    const taken = takeLock(path)
    if ('lock' in taken) return taken.lock.release
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
}

function readIfThere(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : ''
}

const SKIPPED = new Set(['node_modules', 'dist'])

/** One hash over the names and contents of every file below these folders, tests and what is built left out. */
function hashSources(projectDir: string, folders: readonly string[]): string {
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
