import { z } from 'zod'
import {
  type AuditLogRef,
  type ExportedHead,
  exportHeads,
  faultOfExportedHead,
  PLATFORM_LOG,
  readAudit,
  verifyAuditChain,
} from '../audit/index.ts'
import type { OwnedContext } from '../context.ts'
import { listAllOperators } from '../operators/index.ts'
import { beginSnapshot } from '../platform/index.ts'
import type { Command } from './command.ts'
import { readJsonFile } from './options.ts'
import { say, UserError } from './say.ts'
import { operatorOf, withContext } from './with-context.ts'

export function addAudit(program: Command): void {
  const audit = program.command('audit').description('the log of what was done, by whom')
  addShow(audit)
  addVerify(audit)
  addHead(audit)
}

type LogOptions = { operator?: string; platform?: true }

function addLogOptions(command: Command): Command {
  return command
    .option('--operator <slug>', 'the log of one operator; all logs when omitted')
    .option('--platform', 'the log of the platform only')
}

async function logsOf(ctx: OwnedContext, { operator, platform }: LogOptions): Promise<AuditLogRef[]> {
  if (operator !== undefined && platform) throw new UserError('Name one log: --operator or --platform.')
  if (platform) return [PLATFORM_LOG]
  if (operator !== undefined) return [await operatorOf(ctx, operator)]
  return [...(await ctx.systemTx(listAllOperators)), PLATFORM_LOG]
}

function addShow(audit: Command): void {
  addLogOptions(audit.command('show'))
    .description('the newest entries, oldest first')
    .option('--last <count>', 'how many of each log', '50')
    .action(async (options: LogOptions & { last: string }, command: Command) => {
      if (!/^[1-9]\d{0,4}$/.test(options.last)) throw new UserError('--last takes a whole number from 1 to 99999.')
      const entries = await withContext(command, async (ctx) => {
        const found = []
        for (const { operatorId, slug } of await logsOf(ctx, options)) {
          const read = await readAudit(ctx, operatorId, Number(options.last))
          found.push(...read.map((entry) => ({ operator: slug, ...entry })))
        }
        return found
      })
      const lines = entries.map(({ operator, entryNumber, at, actor, action, address, requestId, details }) => {
        const request = requestId === null ? [] : [address ?? 'unknown address', requestId]
        const line = [
          `${operator} ${entryNumber}`,
          at.toISOString(),
          actor,
          action,
          JSON.stringify(details),
          ...request,
        ]
        return line.join('  ')
      })
      say(command, { entries }, lines.join('\n') || 'Nothing was logged yet.')
    })
}

function addHead(audit: Command): void {
  addLogOptions(audit.command('head'))
    .description('where each log ends, signed: keep it apart from the database, and verify against it later')
    .action(async (options: LogOptions, command: Command) => {
      const { heads, faults } = await withContext(command, async (ctx) => {
        needKey(ctx)
        return exportHeads(ctx, await logsOf(ctx, options))
      })
      const lines = heads.map(({ operator, entryNumber, hash, at, signature }) =>
        [`${operator} ends at entry ${entryNumber}, ${at}`, `  hash      ${hash}`, `  signature ${signature}`].join(
          '\n',
        ),
      )
      const broken = faults.map(
        ({ operator, fault }) => `✗ ${operator}: ${fault}. coffer audit verify looks at all of it.`,
      )
      const use = 'With --json it is what coffer audit verify --head takes.'
      say(command, { heads, faults }, [...lines, ...broken, use].join('\n'))
      command.terminal.exitCode = faults.length === 0 ? 0 : 1
    })
}

type Checked = { operator: string; entryCount: number; ok: boolean; faults: string[] }

function addVerify(audit: Command): void {
  addLogOptions(audit.command('verify'))
    .description(
      'check every entry, and with --head that nothing was cut off since; ends with 0 only when all of it holds',
    )
    .option('--head <file>', 'what coffer audit head --json printed earlier; - is standard input')
    .action(async (options: LogOptions & { head?: string }, command: Command) => {
      const heads = options.head === undefined ? [] : await readHeads(options.head)
      const checked = await withContext(command, (ctx) => check(ctx, options, heads))
      const ok = checked.every((one) => one.ok)
      say(command, { ok, operators: checked }, [...checked.map(linesOf), verdict(ok, options.head)].join('\n'))
      command.terminal.exitCode = ok ? 0 : 1
    })
}

async function check(ctx: OwnedContext, options: LogOptions, heads: ExportedHead[]): Promise<Checked[]> {
  needKey(ctx)
  const logs = await logsOf(ctx, options)
  const unknown = heads.filter((head) => !logs.some(({ operatorId }) => operatorId === head.operatorId))
  if (options.operator === undefined && !options.platform && unknown.length > 0) {
    throw new UserError(`The file has a head of an unknown operator: ${unknown[0]?.operator}.`)
  }
  const checked: Checked[] = []
  for (const { operatorId, slug } of logs) {
    const theirs = heads.filter((head) => head.operatorId === operatorId)
    checked.push(
      await ctx.systemTx(async (tx) => {
        await beginSnapshot(tx)
        const { entryCount, brokenAt, headFault } = await verifyAuditChain(ctx, tx, operatorId)
        const faults = [
          ...(brokenAt === null ? [] : [`entry ${brokenAt} is missing or was changed`]),
          ...(headFault === null ? [] : [headFault]),
        ]
        for (const head of theirs) faults.push(...orNone(await faultOfExportedHead(ctx, tx, head)))
        return { operator: slug, entryCount, ok: faults.length === 0, faults }
      }),
    )
  }
  return checked
}

const orNone = (fault: string | null) => (fault === null ? [] : [fault])

function linesOf({ operator, entryCount, ok, faults }: Checked): string {
  return ok ? `✓ ${operator}: ${entryCount} entries` : `✗ ${operator}: ${faults.join('; ')}`
}

function verdict(ok: boolean, head: string | undefined): string {
  if (!ok) return 'The log was changed by somebody without the key.'
  return head === undefined
    ? 'Every entry is as it was signed. Whether newer ones were cut off together with their head, only an earlier head tells: --head.'
    : 'Every entry is as it was signed, and nothing that the given heads knew was cut off.'
}

function needKey(ctx: OwnedContext): void {
  if (ctx.sealer.keyIds().length === 0)
    throw new UserError('The log is signed with a key that the master key seals: give COFFER_MASTER_KEY.')
}

const headShape = z.object({
  operator: z.string(),
  operatorId: z.int(),
  entryNumber: z.int(),
  hash: z.string(),
  at: z.string(),
  keyNumber: z.int(),
  signature: z.string(),
})
const headFile = z.union([z.object({ heads: z.array(headShape) }), z.array(headShape), headShape])

async function readHeads(file: string): Promise<ExportedHead[]> {
  const read = headFile.safeParse(await readJsonFile(file))
  if (!read.success) throw new UserError(`${file} is not what coffer audit head --json prints.`)
  if (Array.isArray(read.data)) return read.data
  return 'heads' in read.data ? read.data.heads : [read.data]
}
