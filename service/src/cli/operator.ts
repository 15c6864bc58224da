import type { Command } from 'commander'
import { addOperatorConvert } from './operator-convert.ts'
import { addOperatorCreate } from './operator-create.ts'
import { addOperatorSettings } from './operator-settings.ts'

export function addOperator(program: Command): void {
  const operator = program.command('operator').description('operators')
  addOperatorCreate(operator)
  addOperatorSettings(operator)
  addOperatorConvert(operator)
}
