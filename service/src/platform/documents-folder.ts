import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Random } from '../kernel/index.ts'
import type { DocumentStore } from './documents.ts'
import { DocumentStoreUnavailable } from './documents-unavailable.ts'

const DRAFT_NAME_BYTES = 8
const OWNER_ONLY = { folder: 0o700, file: 0o600 }

/** Documents as files of one folder, which all processes of a deployment must share. */
export function makeDocumentFolder(folder: string, random: Random): DocumentStore {
  const pathOf = (key: string) => join(folder, ...key.split('/'))
  return {
    put: (key, bytes) => usable(() => write(pathOf(key), bytes, random)),
    get: (key) => usable(() => read(pathOf(key))),
    remove: (key) => usable(() => removeAll(pathOf(key))),
  }
}

async function write(path: string, bytes: Buffer, random: Random): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: OWNER_ONLY.folder })
  const draft = `${path}${DRAFT}${random.bytes(DRAFT_NAME_BYTES).toString('hex')}`
  try {
    await writeThrough(draft, bytes)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolder(dirname(path))
}

/** What no key holds, so that a draft is never read as a document. */
const DRAFT = '.draft-'

async function writeThrough(path: string, bytes: Buffer): Promise<void> {
  const file = await open(path, 'wx', OWNER_ONLY.file)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A name is on the disk when its folder is. Windows has no such call, and does not need it. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

async function read(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** With the drafts that a process left which died as it wrote: they hold what was to be stored. */
async function removeAll(path: string): Promise<void> {
  const folder = dirname(path)
  const names = await readdir(folder).catch((error) => {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  })
  const own = names.filter((name) => name === basename(path) || name.startsWith(`${basename(path)}${DRAFT}`))
  await Promise.all(own.map((name) => rm(join(folder, name), { force: true })))
  if (own.length > 0) await syncFolder(folder)
}

async function usable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new DocumentStoreUnavailable(codeOf(error))
  }
}

/** The system's own word, such as ENOSPC: a message would name the path. */
function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown failure'
}
