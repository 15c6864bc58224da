import { PLATFORM_ROLES } from '@coffer/contract/admin'
import { createStaff, disableStaff, listStaff, mintStaffLink } from '../staff/index.ts'
import type { Command } from './command.ts'
import { say } from './say.ts'
import { withContext } from './with-context.ts'

export function addStaff(program: Command): void {
  const staff = program.command('staff').description('people who work at the desks of the platform')
  addCreate(staff)
  addLink(staff)
  addDisable(staff)
  addList(staff)
}

function addCreate(staff: Command): void {
  staff
    .command('create')
    .description('a member of staff and their login link; the same e-mail again gets its roles anew')
    .requiredOption('--email <email>')
    .requiredOption('--role <role>', `${PLATFORM_ROLES.join(', ')}; may be repeated`, gathered, [])
    .action(async ({ email, role }: { email: string; role: string[] }, command: Command) => {
      const made = await withContext(command, async (ctx) => {
        const { staffId, email: stored, roles } = await createStaff(ctx, { email, roles: role })
        return { staffId, email: stored, roles, ...(await mintStaffLink(ctx, stored)) }
      })
      say(command, made, linkWords(made))
    })
}

function addLink(staff: Command): void {
  staff
    .command('link')
    .description('a new login link; an earlier one that was not used works no more')
    .requiredOption('--email <email>')
    .action(async ({ email }: { email: string }, command: Command) => {
      const made = await withContext(command, (ctx) => mintStaffLink(ctx, email))
      say(command, made, linkWords(made))
    })
}

function addDisable(staff: Command): void {
  staff
    .command('disable')
    .description('let somebody in no more; their sessions end at once')
    .requiredOption('--email <email>')
    .action(async ({ email }: { email: string }, command: Command) => {
      const { staffId } = await withContext(command, (ctx) => disableStaff(ctx, email))
      say(command, { staffId, disabled: true }, 'They are signed out and cannot sign in any more.')
    })
}

function addList(staff: Command): void {
  staff
    .command('list')
    .description('everybody, and what they may do')
    .action(async (_options: object, command: Command) => {
      const people = await withContext(command, listStaff)
      const lines = people.map(
        ({ staffId, email, roles, isDisabled }) =>
          `${staffId}  ${isDisabled ? 'off' : 'on '}  ${email}  ${roles.join(',')}`,
      )
      say(command, { staff: people }, lines.join('\n') || 'There is nobody yet: coffer staff create')
    })
}

function linkWords({ loginUrl, expiresAt }: { loginUrl: string; expiresAt: Date }): string {
  return `${loginUrl}\nWhoever opens it first is signed in. It works once, until ${expiresAt.toISOString()}.`
}

/** An option that may be given several times. */
function gathered(value: string, before: readonly string[]): string[] {
  return [...before, value]
}
