import { mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, join, resolve, sep } from 'node:path'
import type { Random } from '../kernel/index.ts'
import { type DocumentStore, DocumentStoreUnavailable } from './document-store.ts'

const DRAFT_NAME_BYTES = 8
const OWNER_ONLY = { folder: 0o700, file: 0o600 }

/** Documents as files of one folder, which all processes of a deployment must share. */
export function makeDocumentFolder(place: string, random: Random): DocumentStore {
  const root = resolve(place)
  const pathOf = (key: string) => join(root, ...key.split('/'))
  return {
    put: (key, bytes) => usable(() => write({ root, path: pathOf(key), bytes, random })),
    get: (key) => usable(() => read(pathOf(key))),
    remove: (key) => usable(() => removeAll(root, pathOf(key))),
  }
}

type Written = { root: string; path: string; bytes: Buffer; random: Random }

/** A removal may take the folder away, empty as it is, before something is in it: then once more. */
async function write(what: Written): Promise<void> {
  try {
    await writeOnce(what)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
    await writeOnce(what)
  }
}

async function writeOnce({ root, path, bytes, random }: Written): Promise<void> {
  const folder = dirname(path)
  const made = await mkdir(folder, { recursive: true, mode: OWNER_ONLY.folder })
  const draft = `${path}${DRAFT}${random.bytes(DRAFT_NAME_BYTES).toString('hex')}`
  try {
    await writeThrough(draft, bytes)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  for (const one of foldersUp(folder, topOf(root, made))) await syncFolder(one)
}

/** The uppermost folder that has got something new: that of all documents, or the one in which it was made itself. */
function topOf(root: string, made: string | undefined): string {
  if (made === undefined) return root
  return root === made || root.startsWith(made + sep) ? dirname(made) : root
}

/** All of them, though they were there: another put may have made them, and not have come so far. */
function* foldersUp(from: string, top: string): Generator<string> {
  for (let at = from; ; at = dirname(at)) {
    yield at
    if (at === top) return
  }
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

/** A name is on the disk when its folder is. */
async function syncFolder(path: string): Promise<void> {
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
async function removeAll(root: string, path: string): Promise<void> {
  const folder = dirname(path)
  const names = await readdir(folder).catch(noneWhenMissing)
  const own = names.filter((name) => name === basename(path) || name.startsWith(`${basename(path)}${DRAFT}`))
  await Promise.all(own.map((name) => rm(join(folder, name), { force: true })))
  if (own.length > 0) await syncFolder(folder).catch(noneWhenMissing)
  await removeEmpty(root, folder)
}

/** Their names are whose documents they held. One that does not go has something in it again, or somebody else was quicker. */
async function removeEmpty(root: string, from: string): Promise<void> {
  for (let at = from; at !== root; at = dirname(at)) {
    const isGone = await rmdir(at).then(
      () => true,
      () => false,
    )
    if (!isGone) return
  }
}

function noneWhenMissing(error: unknown): [] {
  if (codeOf(error) === 'ENOENT') return []
  throw error
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
