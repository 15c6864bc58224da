import type { Command } from 'commander'
import { addOperatorConvert } from './operator-convert.ts'
import { addOperatorCreate } from './operator-create.ts'
import { addOperatorList } from './operator-list.ts'
import { addOperatorRotateSecret } from './operator-rotate-secret.ts'
import { addOperatorSettings } from './operator-settings.ts'
import { addOperatorShow } from './operator-show.ts'
import { addOperatorSuspend } from './operator-suspend.ts'

export function addOperator(program: Command): void {
  const operator = program.command('operator').description('operators')
  addOperatorCreate(operator)
  addOperatorList(operator)
  addOperatorShow(operator)
  addOperatorSettings(operator)
  addOperatorConvert(operator)
  addOperatorSuspend(operator)
  addOperatorRotateSecret(operator)
}
