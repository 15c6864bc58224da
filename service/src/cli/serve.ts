import { fileProblem, MachineProblem } from '@coffer/embedded-postgres'
import { startService } from '../main.ts'
import { ConfigError, makeLog, outageOf, StartProblem } from '../platform/index.ts'
import type { Command } from './command.ts'
import { withConfiguredDatabase } from './with-context.ts'

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('run one process of the service until it is told to end')
    .option('--no-migrate', 'leave the schema as it is')
    .action(async (options: { migrate: boolean }, command: Command) => {
      process.on('uncaughtException', (error) => {
        makeLog('fatal').fatal({ err: error }, 'a bug ended the process')
        process.exit(1)
      })
      await serve(command, options).catch((error: unknown) => {
        // Whoever started us is still there, and must hear that we are not.
        process.channel?.unref()
        printFatal(error)
        process.exitCode = 1
      })
    })
}

async function serve(command: Command, options: { migrate: boolean }): Promise<void> {
  await withConfiguredDatabase(command, async (config) => {
    const asked = untilAsked()
    const migrateOnStart = config.migrateOnStart && options.migrate
    const service = await startService({ ...config, migrateOnStart })
    await asked
    await service.close()
  })
}

/** The last line of the log, like every other: whoever collects them reads no text. It is written whatever the level is set to. */
function printFatal(error: unknown): void {
  const log = makeLog('fatal')
  const reason = reasonOf(error)
  if (error instanceof ConfigError) log.fatal({ mistakes: error.message.split('\n') }, 'the settings cannot be used')
  else log.fatal(reason === null ? { err: error } : { reason }, 'the process could not go on')
}

/** The message of an error that the person who starts the process can resolve; null for a fault of the program. */
function reasonOf(error: unknown): string | null {
  const known = fileProblem(error) ?? error
  if (known instanceof StartProblem || known instanceof MachineProblem) return known.message
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  const outage = outageOf(error)
  if (outage === null) return null
  return `${outage} (${(error as Error).message}). Correct that, or the address in DATABASE_URL or COFFER_APP_DATABASE_URL and COFFER_JOBS_DATABASE_URL.`
}

/** Resolves on the first TERM or INT, and when the process that started us is gone. A second signal ends us at once. */
function untilAsked(): Promise<void> {
  return new Promise((resolve) => {
    let asked = false
    const ask = () => {
      if (asked) process.exit(1)
      asked = true
      process.channel?.unref()
      resolve()
    }
    process.on('SIGTERM', ask)
    process.on('SIGINT', ask)
    process.once('disconnect', () => resolve())
  })
}
