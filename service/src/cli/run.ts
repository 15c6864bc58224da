import { type Command as AnyCommand, CommanderError } from 'commander'
import { readVersion } from '../version.ts'
import { Command, type Terminal } from './command.ts'
import { addersFor } from './commands.ts'
import { sayError, UserError } from './say.ts'

/** Runs the command that the terminal calls, and leaves its exit code there. */
export async function runCommandLine(terminal: Terminal): Promise<void> {
  const wantsJson = terminal.argv.includes('--json')
  // Commands inherit what is set before they are added.
  const program = new Command(terminal, 'coffer')
    .description('Coffer on the command line. Settings come from the environment; .env.example names them.')
    .version(readVersion().version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: wantsJson ? () => {} : (text) => terminal.stderr.write(text),
    })
  for (const add of await addersFor(terminal.argv.slice(2))) add(program)
  addJsonOption(program)
  try {
    await program.parseAsync(terminal.argv)
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      sayError(program, error, wantsJson)
      terminal.exitCode = 1
    } else if (error.exitCode !== 0) {
      if (wantsJson) sayError(program, new UserError(usageMistake(error)), true)
      terminal.exitCode = error.exitCode
    }
  }
}

/** Every command takes it, before or after its own words. */
function addJsonOption(command: AnyCommand): void {
  command.option('--json', 'print the result as JSON')
  for (const inner of command.commands) addJsonOption(inner)
}

/** What was typed wrong, in words. */
function usageMistake({ code, message }: CommanderError): string {
  return code === 'commander.help' ? 'A command is missing; --help lists them.' : message.replace(/^error: /, '')
}
