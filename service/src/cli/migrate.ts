import { type Config, loginsOf, migrate } from '../platform/index.ts'
import { prepareSealing } from '../sealing/index.ts'
import type { Command } from './command.ts'
import { say, UserError } from './say.ts'
import { onContext, withConfiguredDatabase } from './with-context.ts'

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description(
      'bring the database to the newest schema, let the logins of the service in, and seal what is to be sealed',
    )
    .action(async (_options, command: Command) => {
      const { applied } = await withConfiguredDatabase(command, (config) => migrateAsOwner(command, config))
      const words = applied.length === 0 ? 'The schema is the newest.' : `Applied ${applied.join(', ')}.`
      say(command, { applied }, words)
    })
}

/** Afterwards whatever only looks finds a database that has its master key, and nothing left to bind. */
async function migrateAsOwner(command: Command, config: Config): Promise<{ applied: string[] }> {
  if (!config.databaseUrl) {
    throw new UserError(
      'DATABASE_URL is not set: it is the address of the owner of the database, who alone can migrate it.',
    )
  }
  const migrated = await migrate(config.databaseUrl.reveal(), loginsOf(config))
  await onContext(command, config, prepareSealing)
  return migrated
}
