import { startReferenceOperator } from './index.ts'
import { readSettings } from './settings.ts'

const CANNOT_LISTEN: Record<string, string> = {
  EADDRINUSE: 'is taken by another program',
  EACCES: 'may not be used by this user, like most below 1024',
}

/** Runs the reference operator as a process until it is told to stop, or whoever started it is gone. */
async function main(): Promise<void> {
  const settings = readSettings(process.env)
  const operator = await startReferenceOperator(settings).catch((error: NodeJS.ErrnoException) => {
    const words = CANNOT_LISTEN[error.code ?? '']
    throw words ? new Error(`Port ${settings.port} ${words}: choose another with OPERATOR_PORT.`) : error
  })
  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    operator.close().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  process.on('SIGINT', stop).on('SIGTERM', stop).on('disconnect', stop)
  const ready = { ready: true, port: Number(new URL(operator.url).port) }
  console.log(JSON.stringify(ready))
  process.send?.(ready)
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
})
