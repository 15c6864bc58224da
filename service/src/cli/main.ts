import { Command, CommanderError } from 'commander'
import { readVersion } from '../version.ts'
import { addCatalog } from './catalog-import.ts'
import { addDoctor } from './doctor.ts'
import { addItemDeliver } from './item-deliver.ts'
import { addItemStock } from './item-stock.ts'
import { addItemValues } from './item-values.ts'
import { addKey } from './key.ts'
import { addLaunch } from './launch.ts'
import { addMigrate } from './migrate.ts'
import { addOperatorConvert } from './operator-convert.ts'
import { addOperatorCreate } from './operator-create.ts'
import { addOperatorSettings } from './operator-settings.ts'
import { addOrder } from './order.ts'
import { addRates } from './rates-set.ts'
import { sayError, UserError } from './say.ts'
import { addServe } from './serve.ts'
import { addSign } from './sign.ts'
import { addVerify } from './verify.ts'
import { addWebhook } from './webhook.ts'

const wantsJson = process.argv.includes('--json')
// Commands inherit what is set before they are added.
const program = new Command('coffer')
  .description('Coffer on the command line. Settings come from the environment; .env.example names them.')
  .version(readVersion().version)
  .exitOverride()
  .configureOutput(wantsJson ? { writeErr: () => {} } : {})

addServe(program)
addMigrate(program)
const operator = program.command('operator').description('operators')
addOperatorCreate(operator)
addOperatorSettings(operator)
addOperatorConvert(operator)
addKey(program)
addCatalog(program)
const item = program.command('item').description('items in the catalogue and in vaults')
addItemDeliver(item)
addItemValues(item)
addItemStock(item)
addOrder(program)
addRates(program)
addWebhook(program)
addLaunch(program)
addSign(program)
addVerify(program)
addDoctor(program)
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
