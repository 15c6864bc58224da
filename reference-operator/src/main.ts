import { startReferenceOperator } from './index.ts'
import { readSettings } from './settings.ts'

/** Runs the reference operator as a process until it is told to stop, or whoever started it is gone. */
async function main(): Promise<void> {
  const operator = await startReferenceOperator(readSettings(process.env))
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
