import { OPERATOR_ROLES, PLATFORM_ROLES } from '@coffer/contract/roles'
import type { OwnedContext } from '../context.ts'
import {
  createStaff,
  disableStaff,
  type Employer,
  enableStaff,
  grantRoles,
  listStaff,
  mintStaffLink,
  PLATFORM_FROM_CLI,
  resetPasskeys,
  type Staff,
  type StaffName,
} from '../staff/index.ts'
import type { Command } from './command.ts'
import { quoted, say, UserError } from './say.ts'
import { ACTOR, operatorOf, SEALS, withContext } from './with-context.ts'

const OPERATOR_OPTION = ['--operator <slug>', 'staff of this operator; of the platform when omitted'] as const
const ROLES = `of the platform: ${PLATFORM_ROLES.join(', ')}; of an operator: ${OPERATOR_ROLES.join(', ')}; may be repeated`
const ID_OPTION = ['--staff-id <id>', 'as coffer staff list prints it'] as const

type Options = { email: string; operator?: string }
type GrantOptions = { staffId: string; operator: string; role: string[] }

export function addStaff(program: Command): void {
  const staff = program.command('staff').description('people who sign in to the admin')
  addCreate(staff)
  addLink(staff)
  addGrant(staff)
  addDisable(staff)
  addEnable(staff)
  addResetPasskeys(staff)
  addList(staff)
}

function addCreate(staff: Command): void {
  staff
    .command('create')
    .description('create a member of staff and their login link; the same e-mail again replaces their roles')
    .requiredOption('--email <email>')
    .requiredOption('--role <role>', ROLES, gathered, [])
    .option(...OPERATOR_OPTION)
    .action(async ({ email, role, operator }: Options & { role: string[] }, command: Command) => {
      const create = async (ctx: OwnedContext) => {
        const employer = await employerOf(ctx, operator)
        const { staffId, email: stored, roles } = await createStaff(ctx, { email, roles: role }, employer)
        return { staffId, email: stored, roles, ...(await mintStaffLink(ctx, { staffId }, employer)) }
      }
      const made = await withContext(command, create, SEALS)
      say(command, made, linkWords(made))
    })
}

function addLink(staff: Command): void {
  const command = staff
    .command('link')
    .description('create a new login link; an earlier one that was not used becomes invalid')
  addForPerson(command, async (ctx, name, employer) => {
    const made = await mintStaffLink(ctx, name, employer)
    return [made, linkWords(made)]
  })
}

function addDisable(staff: Command): void {
  const command = staff.command('disable').description('disable a member of staff and end their sessions')
  addForPerson(command, async (ctx, name, employer) => {
    const { staffId } = await disableStaff(ctx, name, employer)
    return [{ staffId, disabled: true }, 'They are signed out and can no longer sign in.']
  })
}

function addEnable(staff: Command): void {
  const command = staff.command('enable').description('let a disabled member of staff sign in again')
  addForPerson(command, async (ctx, name, employer) => {
    const { staffId } = await enableStaff(ctx, name, employer)
    return [{ staffId, disabled: false }, 'They can sign in again. Earlier sessions and links stay invalid.']
  })
}

function addResetPasskeys(staff: Command): void {
  staff
    .command('reset-passkeys')
    .description(
      'remove the passkeys and recovery codes of a member of the platform\u2019s staff, and end their sessions',
    )
    .option('--email <email>')
    .option(...ID_OPTION)
    .action(async (name: Partial<Options> & { staffId?: string }, command: Command) => {
      const reset = await withContext(command, (ctx) => resetPasskeys(ctx, nameOf(name)), SEALS)
      const person = name.email === undefined ? `--staff-id ${reset.staffId}` : `--email ${name.email}`
      const words = 'Passkeys and recovery codes were removed, and sessions ended. Create a login link:'
      say(command, reset, `${words}\ncoffer staff link ${person}`)
    })
}

/** A command for one member of staff, who is named by e-mail or id. `change` returns what it prints, as JSON and in words. */
function addForPerson(
  command: Command,
  change: (ctx: OwnedContext, name: StaffName, employer: Employer) => Promise<[object, string]>,
): void {
  command
    .option('--email <email>')
    .option(...ID_OPTION)
    .option(...OPERATOR_OPTION)
    .action(async ({ operator, ...name }: Partial<Options> & { staffId?: string }) => {
      const run = async (ctx: OwnedContext) => change(ctx, nameOf(name), await employerOf(ctx, operator))
      const [result, words] = await withContext(command, run, SEALS)
      say(command, result, words)
    })
}

function addList(staff: Command): void {
  staff
    .command('list')
    .description('list staff and their roles')
    .option(...OPERATOR_OPTION)
    .action(async ({ operator }: Pick<Options, 'operator'>, command: Command) => {
      const people = await withContext(command, async (ctx) => {
        const { operatorId } = await employerOf(ctx, operator)
        return listStaff(ctx, operatorId)
      })
      const lines = people.map(staffInWords)
      say(command, { staff: people }, lines.join('\n') || 'No staff yet: coffer staff create')
    })
}

function addGrant(staff: Command): void {
  staff
    .command('grant')
    .description('replace the roles of a member of an operator\u2019s staff')
    .requiredOption(...ID_OPTION)
    .requiredOption('--operator <slug>')
    .requiredOption('--role <role>', `${OPERATOR_ROLES.join(', ')}; may be repeated`, gathered, [])
    .action(async ({ staffId, operator, role }: GrantOptions, command: Command) => {
      const grant = async (ctx: OwnedContext) => {
        const { operatorId } = await operatorOf(ctx, operator)
        return grantRoles(ctx, { staffId: idOf(staffId), roles: role }, { operatorId, actor: ACTOR })
      }
      const granted = await withContext(command, grant, SEALS)
      say(command, granted, staffInWords(granted))
    })
}

function staffInWords({ staffId, email, externalId, roles, isDisabled }: Staff): string {
  const names = [email, externalId].filter((name) => name !== null).map(quoted)
  return `${staffId}  ${isDisabled ? 'off' : 'on '}  ${names.join('  ')}  ${roles?.join(',') ?? 'default roles'}`
}

/** Throws unless exactly one of both was given. */
function nameOf({ email, staffId }: { email?: string; staffId?: string }): StaffName {
  if (email !== undefined && staffId === undefined) return { email }
  if (staffId !== undefined && email === undefined) return { staffId: idOf(staffId) }
  throw new UserError('Name one person: --email or --staff-id.')
}

function idOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new UserError(`${text} is no staff id: coffer staff list`)
  return Number(text)
}

async function employerOf(ctx: OwnedContext, slug: string | undefined): Promise<Employer> {
  if (slug === undefined) return PLATFORM_FROM_CLI
  const { operatorId } = await operatorOf(ctx, slug)
  return { operatorId, actor: ACTOR }
}

function linkWords({ loginUrl, expiresAt }: { loginUrl: string; expiresAt: Date }): string {
  return `${loginUrl}\nWhoever opens it first is signed in. It works once, until ${expiresAt.toISOString()}.`
}

/** An option that may be given several times. */
function gathered(value: string, before: readonly string[]): string[] {
  return [...before, value]
}
