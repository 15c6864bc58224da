import { Command, CommanderError } from 'commander'
import { readVersion } from '../version.ts'
import { addersFor } from './commands.ts'
import { sayError, UserError } from './say.ts'

const wantsJson = process.argv.includes('--json')
// Commands inherit what is set before they are added.
const program = new Command('coffer')
  .description('Coffer on the command line. Settings come from the environment; .env.example names them.')
  .version(readVersion().version)
  .exitOverride()
  .configureOutput(wantsJson ? { writeErr: () => {} } : {})

for (const add of await addersFor(process.argv.slice(2))) add(program)
addJsonOption(program)

/** Every command takes it, before or after its own words. */
function addJsonOption(command: Command): void {
  command.option('--json', 'print the result as JSON')
  for (const inner of command.commands) addJsonOption(inner)
}

try {
  await program.parseAsync()
} catch (error) {
  if (!(error instanceof CommanderError)) {
    sayError(error, wantsJson)
    process.exitCode = 1
  } else if (error.exitCode !== 0) {
    if (wantsJson) sayError(new UserError(usageMistake(error)), true)
    process.exitCode = error.exitCode
  }
}

/** What was typed wrong, in words. */
function usageMistake({ code, message }: CommanderError): string {
  return code === 'commander.help' ? 'A command is missing; --help lists them.' : message.replace(/^error: /, '')
}
