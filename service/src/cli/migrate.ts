import type { Command } from 'commander'
import { type Config, loginsOf, migrate } from '../platform/index.ts'
import { say, UserError } from './say.ts'
import { withConfiguredDatabase } from './with-context.ts'

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database to the newest schema, and let the logins of the service in')
    .action(async (_options, command: Command) => {
      const { applied } = await withConfiguredDatabase(migrateAsOwner)
      const words = applied.length === 0 ? 'The schema is the newest.' : `Applied ${applied.join(', ')}.`
      say(command, { applied }, words)
    })
}

function migrateAsOwner(config: Config): Promise<{ applied: string[] }> {
  if (!config.databaseUrl) {
    throw new UserError(
      'DATABASE_URL is not set: it is the address of the owner of the database, who alone can migrate it.',
    )
  }
  return migrate(config.databaseUrl.reveal(), loginsOf(config))
}
