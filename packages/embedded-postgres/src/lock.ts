import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileProblem } from './problem.ts'
import { findProcess, isSameProcess } from './processes.ts'

/** What the holder of a lock tells others, beside who it is. */
export type LockHolder = { pid: number; startedAt: string; note: string }

export type Lock = {
  /** Replaces the note that others read. */
  tell(note: string): void
  release(): void
}

/**
 * Takes the lock file for this process, or returns the live process that holds it.
 * A lock whose holder is dead is taken over; the operating system's process table is the only judge of that.
 * Throws a MachineProblem when the file cannot be read or written.
 */
export function takeLock(path: string, note = ''): Taken {
  try {
    return takeOrFindHolder(path, note)
  } catch (error) {
    throw fileProblem(error) ?? error
  }
}

type Taken = { lock: Lock } | { holder: LockHolder }

function takeOrFindHolder(path: string, note: string): Taken {
  mkdirSync(dirname(path), { recursive: true })
  for (;;) {
    const draft = writeDraft(path, note)
    if (linked(draft, path)) return { lock: heldLock(path) }
    const text = readText(path)
    const holder = parseHolder(text)
    if (holder && isSameProcess(holder.pid, holder.startedAt)) return { holder }
    removeStale(path, text)
  }
}

function heldLock(path: string): Lock {
  return {
    tell: (note) => renameSync(writeDraft(path, note), path),
    release: () => rmSync(path, { force: true }),
  }
}

function writeDraft(path: string, note: string): string {
  const draft = `${path}.${process.pid}`
  const holder: LockHolder = { pid: process.pid, startedAt: findProcess(process.pid)?.startedAt ?? '', note }
  writeFileSync(draft, JSON.stringify(holder), { mode: 0o600 })
  return draft
}

/** Renamed before it is removed: if another process replaced it meanwhile, its lock is put back. */
function removeStale(path: string, stale: string): void {
  const aside = `${path}.stale.${process.pid}`
  try {
    renameSync(path, aside)
  } catch {
    return
  }
  if (readText(aside) === stale) unlinkSync(aside)
  else linked(aside, path)
}

/** The live process that holds the lock file, if any. A file that cannot be read is of none that we work with. */
export function findHolder(path: string): LockHolder | undefined {
  try {
    const holder = parseHolder(readText(path))
    return holder && isSameProcess(holder.pid, holder.startedAt) ? holder : undefined
  } catch {
    return undefined
  }
}

/** A hard link appears with its content in one step, so nobody ever reads a half-written lock. */
function linked(draft: string, path: string): boolean {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    unlinkSync(draft)
  }
}

/** Empty when the file is gone. A file that may not be read belongs to another user, who may be at work. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    // An error of reading, not of opening, names no path.
    throw Object.assign(error as Error, { path })
  }
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    const holder = JSON.parse(text) as LockHolder
    return typeof holder.pid === 'number' && typeof holder.startedAt === 'string' ? holder : undefined
  } catch {
    return undefined
  }
}
