import type { Command } from 'commander'
import { startService } from '../main.ts'
import { withConfiguredDatabase } from './with-context.ts'

export function addServe(program: Command): void {
  program
    .command('serve')
    .description('run one process of the service until it is told to end')
    .option('--no-migrate', 'leave the schema as it is')
    .action(async (options: { migrate: boolean }) => {
      await withConfiguredDatabase(async (config) => {
        const asked = untilAsked()
        const migrateOnStart = config.migrateOnStart && options.migrate
        const service = await startService({ ...config, migrateOnStart }).catch((error) => {
          // Whoever started us is still there, and must hear that we are not.
          process.channel?.unref()
          throw error
        })
        await asked
        await service.close()
      })
    })
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
