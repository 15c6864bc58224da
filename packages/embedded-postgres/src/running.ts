import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findHolder, type Lock, takeLock } from './lock.ts'
import { findProcess } from './processes.ts'

type Running = { url: string; pid: number; directory: string }

/** Tells other processes on this machine where the database of the data folder answers. */
export function writeRunning(dataDir: string, running: Running): void {
  const draft = `${runningFile(dataDir)}.new`
  writeFileSync(draft, JSON.stringify(running), { mode: 0o600 })
  renameSync(draft, runningFile(dataDir))
}

export function removeRunning(dataDir: string): void {
  rmSync(runningFile(dataDir), { force: true })
}

/** The URL of the live embedded database of this data folder, or undefined when none runs. */
export function findRunning(dataDir: string): string | undefined {
  try {
    const running = JSON.parse(readFileSync(runningFile(dataDir), 'utf8')) as Running
    return findProcess(running.pid)?.command.includes(running.directory) ? running.url : undefined
  } catch {
    return undefined
  }
}

function runningFile(dataDir: string): string {
  return join(dataDir, 'postgres.json')
}

const POLL_MS = 50
const SIGNED_IN = /^\d+-\d+$/
let joinedCount = 0

/** A database that another process runs, held open for us until we leave. */
type Joined = { url: string; leave(): void }

/**
 * Joins the database that runs on this data folder, if one does. We sign in before we look and whoever ends the
 * database hides it before it reads the list, so either we do not find it or it waits for us.
 */
export function joinRunning(dataDir: string): Joined | undefined {
  const lock = signIn(dataDir)
  const url = findRunning(dataDir)
  if (url !== undefined) return { url, leave: lock.release }
  lock.release()
  return undefined
}

/** Waits until every live process that joined has left. */
export async function untilUsersLeft(dataDir: string, log: (line: string) => void): Promise<void> {
  if (hasUsers(dataDir)) log('another command still uses the database, waiting for it')
  while (hasUsers(dataDir)) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
}

function signIn(dataDir: string): Lock {
  const taken = takeLock(join(usersFolder(dataDir), `${process.pid}-${joinedCount++}`))
  if ('lock' in taken) return taken.lock
  throw new Error(`process ${taken.holder.pid} holds the place of ours`)
}

/** A process that was killed could not sign out; that is done here. */
function hasUsers(dataDir: string): boolean {
  const folder = usersFolder(dataDir)
  if (!existsSync(folder)) return false
  const paths = readdirSync(folder)
    .filter((name) => SIGNED_IN.test(name))
    .map((name) => join(folder, name))
  for (const path of paths) if (!findHolder(path)) rmSync(path, { force: true })
  return paths.some((path) => findHolder(path))
}

function usersFolder(dataDir: string): string {
  return join(dataDir, 'postgres-users')
}
