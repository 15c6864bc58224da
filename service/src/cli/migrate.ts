import type { Command } from 'commander'
import { migrate } from '../platform/index.ts'
import { say } from './say.ts'
import { withConfiguredDatabase } from './with-context.ts'

export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('bring the database to the newest schema')
    .action(async (_options, command: Command) => {
      const { applied } = await withConfiguredDatabase((_config, url) => migrate(url))
      const words = applied.length === 0 ? 'The schema is the newest.' : `Applied ${applied.join(', ')}.`
      say(command, { applied }, words)
    })
}
