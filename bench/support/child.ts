import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'

/** A process of a bench. */
export type Child = {
  url: string
  pid: number
  /** Asks it something by name, see its file. */
  ask<T>(name: string, value?: unknown): Promise<T>
  end(): Promise<void>
}

/** Starts a file of `bench/processes` and waits until it is ready. Its output goes to `<folder>/<entry>.log`. */
export async function startChild(entry: string, env: Record<string, string>, folder: string): Promise<Child> {
  const logFile = join(folder, `${entry}.log`)
  const log = openSync(logFile, 'a')
  const child = spawn(process.execPath, [join(import.meta.dirname, `../processes/${entry}.ts`)], {
    // A setting of Coffer that somebody has exported would reach both processes, which then want one port.
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', log, log, 'ipc'],
  })
  closeSync(log)
  const said = await Promise.race([once(child, 'message'), once(child, 'exit').then(() => null)])
  if (said === null) throw new Error(`the process ${entry} did not start; see ${logFile}`)
  const { url } = said[0] as { url: string }
  return { url, pid: child.pid as number, ask: asker(child, entry), end: () => end(child) }
}

function asker(child: ChildProcess, entry: string): Child['ask'] {
  const waiting = new Map<number, { resolve(answer: never): void; reject(error: Error): void }>()
  let id = 0
  child.on('message', (message: { id: number; answer: never }) => {
    waiting.get(message.id)?.resolve(message.answer)
    waiting.delete(message.id)
  })
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error(`the process ${entry} has ended`))
  })
  return (name, value) =>
    new Promise((resolve, reject) => {
      id += 1
      waiting.set(id, { resolve, reject })
      child.send({ id, name, value: value ?? null })
    })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
  await once(child, 'exit')
  clearTimeout(timer)
}
