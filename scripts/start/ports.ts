import { createServer } from 'node:net'
import { Problem } from './problem.ts'
import type { StartSettings } from './settings.ts'

const WORDS: Record<string, string> = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'may not be used by this user, like most below 1024',
}

/** Throws a Problem in words when another program listens where we want to. */
export async function needFreePorts(settings: StartSettings): Promise<void> {
  await needFreePort('PORT', settings.port)
  await needFreePort('OPERATOR_PORT', settings.operatorPort)
}

async function needFreePort(name: string, port: number): Promise<void> {
  const code = await tryToListen(port)
  if (code === undefined) return
  const why = WORDS[code] ?? `cannot be used (${code})`
  const other = port < 1_024 ? port + 8_000 : port < 65_000 ? port + 100 : port - 100
  throw new Problem(`Port ${port} ${why}. Choose another: ${name}=${other} npm start`)
}

function tryToListen(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(undefined)))
  })
}
