import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
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
