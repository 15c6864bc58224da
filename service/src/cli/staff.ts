import { OPERATOR_ROLES, PLATFORM_ROLES } from '@coffer/contract/roles'
import type { OwnedContext } from '../context.ts'
import {
  createStaff,
  disableStaff,
  type Employer,
  grantRoles,
  listStaff,
  mintStaffLink,
  type Staff,
  type StaffName,
} from '../staff/index.ts'
import type { Command } from './command.ts'
import { quoted, say, UserError } from './say.ts'
import { ACTOR, operatorOf, withContext } from './with-context.ts'

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
      const made = await withContext(command, async (ctx) => {
        const employer = await employerOf(ctx, operator)
        const { staffId, email: stored, roles } = await createStaff(ctx, { email, roles: role }, employer)
        return { staffId, email: stored, roles, ...(await mintStaffLink(ctx, email, employer?.operatorId)) }
      })
      say(command, made, linkWords(made))
    })
}

function addLink(staff: Command): void {
  staff
    .command('link')
    .description('create a new login link; an earlier one that was not used becomes invalid')
    .requiredOption('--email <email>')
    .option(...OPERATOR_OPTION)
    .action(async ({ email, operator }: Options, command: Command) => {
      const made = await withContext(command, async (ctx) => {
        const employer = await employerOf(ctx, operator)
        return mintStaffLink(ctx, email, employer?.operatorId)
      })
      say(command, made, linkWords(made))
    })
}

function addDisable(staff: Command): void {
  staff
    .command('disable')
    .description('disable a member of staff and end their sessions')
    .option('--email <email>')
    .option(...ID_OPTION)
    .option(...OPERATOR_OPTION)
    .action(async ({ operator, ...name }: Partial<Options> & { staffId?: string }, command: Command) => {
      const { staffId } = await withContext(command, async (ctx) =>
        disableStaff(ctx, nameOf(name), await employerOf(ctx, operator)),
      )
      say(command, { staffId, disabled: true }, 'They are signed out and cannot sign in any more.')
    })
}

function addList(staff: Command): void {
  staff
    .command('list')
    .description('list staff and their roles')
    .option(...OPERATOR_OPTION)
    .action(async ({ operator }: Pick<Options, 'operator'>, command: Command) => {
      const people = await withContext(command, async (ctx) => {
        const employer = await employerOf(ctx, operator)
        return listStaff(ctx, employer?.operatorId ?? null)
      })
      const lines = people.map(staffInWords)
      say(command, { staff: people }, lines.join('\n') || 'No staff yet: coffer staff create')
    })
}

function addGrant(staff: Command): void {
  staff
    .command('grant')
    .description('replace the roles of a member of an operator\u2019s staff, and enable them if they are disabled')
    .requiredOption(...ID_OPTION)
    .requiredOption('--operator <slug>')
    .requiredOption('--role <role>', `${OPERATOR_ROLES.join(', ')}; may be repeated`, gathered, [])
    .action(async ({ staffId, operator, role }: GrantOptions, command: Command) => {
      const granted = await withContext(command, async (ctx) => {
        const { operatorId } = await operatorOf(ctx, operator)
        return grantRoles(ctx, { staffId: idOf(staffId), roles: role }, { operatorId, actor: ACTOR })
      })
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

async function employerOf(ctx: OwnedContext, slug: string | undefined): Promise<Employer | null> {
  if (slug === undefined) return null
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
