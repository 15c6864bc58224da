import type { Command } from 'commander'
import { approveValue, listHeldValues, type NotApproved } from '../catalog/index.ts'
import { colleague } from './colleague.ts'
import { say, UserError } from './say.ts'
import { operatorOf, withContext } from './with-context.ts'

/** Values that are further above the last ones than the operator's settings let in. */
export function addItemHeld(item: Command): void {
  item
    .command('held-values')
    .description('values that wait for a second member of staff')
    .requiredOption('--operator <slug>')
    .action(async (options: { operator: string }, command: Command) => {
      const values = await withContext(async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        return listHeldValues(ctx, operatorId)
      })
      const lines = values.map(
        (one) =>
          `${one.heldValueId}  ${one.key}  ${one.lastMinor} to ${one.valueMinor} ${one.currency}  asked by ${one.askedBy}, until ${one.expiresAt}`,
      )
      say(command, { values }, lines.join('\n') || 'Nothing waits.')
    })
  item
    .command('approve-value')
    .description('put a value in force that waits for a second member of staff: somebody else than who asked for it')
    .argument('<heldValueId>', 'as held-values names it')
    .requiredOption('--operator <slug>')
    .requiredOption('--by <email>', 'a platform_admin')
    .action(async (text: string, options: { operator: string; by: string }, command: Command) => {
      const heldValueId = readId(text)
      const value = await withContext(async (ctx) => {
        const { operatorId } = await operatorOf(ctx, options.operator)
        const approver = await colleague(ctx, options.by, 'platform_admin')
        return approveValue(ctx, { operatorId, heldValueId, approver })
      })
      if (typeof value === 'string') throw new UserError(WORDS[value])
      say(command, value, `Item ${value.itemId} is worth ${value.valueMinor} ${value.currency}.`)
    })
}

const WORDS: Record<NotApproved, string> = {
  unknown: 'There is no such value: coffer item held-values',
  not_waiting: 'This value was approved before, or another was asked for after it.',
  expired: 'Nobody approved this value in time. It has to be told anew.',
  same_person: 'Whoever asked for a value does not approve it: a second member of staff has to.',
  value_has_moved: 'The value of the item has moved since this was asked for. It has to be told anew.',
}

function readId(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UserError(`${text} is no id of a held value: ids are whole numbers.`)
  return Number(text)
}
