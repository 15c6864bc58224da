import { createServer } from 'node:net'
import { Problem } from './problem.ts'
import type { StartSettings } from './settings.ts'

/** Throws a Problem in words when another program listens where we want to. */
export async function needFreePorts(settings: StartSettings): Promise<void> {
  await needFreePort('PORT', settings.port)
  await needFreePort('OPERATOR_PORT', settings.operatorPort)
}

async function needFreePort(name: string, port: number): Promise<void> {
  const code = await tryToListen(port)
  if (code === undefined) return
  const why = code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be used (${code})`
  throw new Problem(`Port ${port} ${why}. Choose another: ${name}=${port + 100} npm start`)
}

function tryToListen(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(undefined)))
  })
}
