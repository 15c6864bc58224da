import type { OwnedContext } from '../context.ts'
import { checkInvariants, type Diagnosis, type ExportedLedger, readExportedLedger } from '../doctor/index.ts'
import { findOperatorBySlug } from '../operators/index.ts'
import type { Command } from './command.ts'
import { readJsonFile } from './options.ts'
import { say, UserError } from './say.ts'
import { operatorOf, withContext } from './with-context.ts'

type Options = { operator?: string; ledger?: string; healed?: boolean }

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .description(
      'check what the data must keep at every moment; ends with 0 only when all of it holds. Changes nothing',
    )
    .option('--operator <slug>', 'one operator; all when omitted')
    .option('--ledger <file>', 'entries of operators\u2019 wallets as JSON, to compare with; - is standard input')
    .option('--healed', 'nothing is under way any more, so nothing may be undecided')
    .action(async (options: Options, command: Command) => {
      const ledger = options.ledger === undefined ? undefined : await readLedger(options.ledger)
      const diagnosis = await examine(command, options, ledger)
      say(command, diagnosis, words(diagnosis))
      command.terminal.exitCode = diagnosis.violations.length === 0 ? 0 : 1
    })
}

async function readLedger(file: string): Promise<ExportedLedger> {
  const exported = await readJsonFile(file)
  try {
    return readExportedLedger(exported)
  } catch {
    throw new UserError(`${file} is not an array of {operator, player, type, amountMinor, currency, idempotencyKey}.`)
  }
}

const NEEDS_KEY = 'The doctor opens what is sealed, to see that it lies where it belongs: give it COFFER_MASTER_KEY.'

function examine(command: Command, options: Options, ledger: ExportedLedger | undefined): Promise<Diagnosis> {
  const work = async (ctx: OwnedContext) => {
    if (ctx.sealer.keyIds().length === 0) throw new UserError(NEEDS_KEY)
    const operatorId = options.operator === undefined ? undefined : (await operatorOf(ctx, options.operator)).operatorId
    if (ledger) await refuseUncompared(ctx, ledger, options)
    const clockToleranceMs = 2 * ctx.limits.clockSkewMs
    return checkInvariants(ctx, { ledger: ledger?.read, healed: options.healed, operatorId, clockToleranceMs })
  }
  return withContext(command, work)
}

/** A file of somebody else, or of nobody, must not pass for books that agree. */
async function refuseUncompared(ctx: OwnedContext, { operators }: ExportedLedger, options: Options): Promise<void> {
  const { ledger: file, operator } = options
  for (const slug of operators) {
    if (await ctx.systemTx((tx) => findOperatorBySlug(tx, slug))) continue
    throw new UserError(
      `${file} names an operator that is not there: ${slug}. \`operator\` is the slug, as coffer operator list shows it.`,
    )
  }
  if (operator === undefined || operators.has(operator)) return
  throw new UserError(`${file} has no entry of ${operator}: nothing was compared.`)
}

function words({ checked, violations }: Diagnosis): string {
  const broken = checked.filter((one) => one.broken > 0).length
  const verdict = broken === 0 ? 'All of it holds.' : `${broken} of ${checked.length} do not hold.`
  return [...checked.flatMap((one) => linesOf(one, violations)), verdict].join('\n')
}

function linesOf({ name, rows, broken }: Diagnosis['checked'][number], violations: Diagnosis['violations']): string[] {
  if (broken === 0) return [`✓ ${name} (${rows})`]
  const found = violations.filter(({ invariant }) => invariant === name)
  const more = broken > found.length ? [`    and ${broken - found.length} more`] : []
  return [
    `✗ ${name} (${broken} of ${rows})`,
    ...found.map(({ operatorId, subject, detail }) => `    operator ${operatorId}, ${subject}: ${detail}`),
    ...more,
  ]
}
