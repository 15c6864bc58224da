import { present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { compareLedger, LEDGER_INVARIANTS, type LedgerComparison, type LedgerJudgements } from './compare-ledger.ts'
import type { Finding, Invariant, Judgement, Reading } from './invariant.ts'
import { INVARIANTS } from './invariants.ts'
import type { WalletLedger, WalletLedgerReader } from './ledger.ts'
import { beginReading, judge, listOperators } from './store.ts'

export type Examination = {
  /** The wallet's own books, to compare with; without them only the database is checked. */
  ledger?: WalletLedgerReader | undefined
  /** Nothing is under way any more: nothing may be undecided either. */
  healed?: boolean | undefined
  /** All operators when omitted. */
  operatorId?: number | undefined
  /** Names of the invariants of the database to check. All when omitted. */
  only?: readonly string[] | undefined
  /** How far apart the clocks of the processes may be. Default 0. */
  clockToleranceMs?: number | undefined
}

export type Diagnosis = {
  /** Every invariant that was asked, with the number of things it looked at, and of those that break it. */
  checked: { name: string; rows: number; broken: number }[]
  /** The first of them, `limits.doctorFindingsCount` of each invariant at most. */
  violations: ({ invariant: string } & Finding)[]
}

/**
 * Asks whether the data keeps every promise of money protocol §7. Reads one unchanging picture of the database and
 * writes nothing, so it may run beside a service at work. A wallet's books are read before and after, outside the transaction.
 */
export async function checkInvariants(
  ctx: Pick<Context, 'systemTx' | 'limits' | 'sealer'>,
  { ledger, healed = false, operatorId = undefined, only, clockToleranceMs = 0 }: Examination = {},
): Promise<Diagnosis> {
  const asked = askedFor(healed, only)
  const operators = await ctx.systemTx((tx) => listOperators(tx, operatorId ?? null))
  const books = await readBooks(ledger, operators)
  const read = async (tx: Tx) => {
    await beginReading(tx)
    const reading = { tx, operatorId: operatorId ?? null, limits: ctx.limits, sealer: ctx.sealer, clockToleranceMs }
    return { judgements: await judgeAll(reading, asked), comparisons: await compareAll(reading, books) }
  }
  const statementMs = ctx.limits.doctorStatementMs
  const { judgements, comparisons } = await ctx.systemTx(read, { statementMs })
  return diagnosisOf([...judgements, ...(ledger ? await concludeAll(comparisons, ledger) : [])])
}

function askedFor(healed: boolean, only: Examination['only']): readonly Invariant[] {
  const unknown = only?.find((name) => !INVARIANTS.some((one) => one.name === name))
  if (unknown !== undefined) throw new RangeError(`no invariant is named "${unknown}"`)
  return INVARIANTS.filter(({ name, whenHealed }) => (healed || !whenHealed) && (only?.includes(name) ?? true))
}

type Named = { operatorId: number; slug: string }
type Book = { operator: Named; ledger: WalletLedger }
type NamedJudgement = { name: string; judgement: Judgement }

async function readBooks(reader: WalletLedgerReader | undefined, operators: readonly Named[]): Promise<Book[]> {
  const books: Book[] = []
  if (!reader) return books
  for (const operator of operators) books.push({ operator, ledger: await reader(operator.slug) })
  return books
}

/** In the order of {@link INVARIANTS}; those that one query judges are asked some at a time. */
async function judgeAll(reading: Reading, asked: readonly Invariant[]): Promise<NamedJudgement[]> {
  const judged = new Map<string, Judgement>()
  const left = asked.filter((invariant) => 'query' in invariant)
  while (left.length > 0) {
    const together = left.splice(0, reading.limits.doctorTogetherCount)
    const judgements = await judge(
      reading,
      together.map(({ query }) => query(reading)),
    )
    for (const [index, { name }] of together.entries()) judged.set(name, present(judgements[index], 'each is judged'))
  }
  for (const invariant of asked) if ('check' in invariant) judged.set(invariant.name, await invariant.check(reading))
  return asked.map(({ name }) => ({ name, judgement: present(judged.get(name), 'each is asked') }))
}

type Open = { operator: Named; comparison: LedgerComparison }

async function compareAll(reading: Reading, books: readonly Book[]): Promise<Open[]> {
  const open: Open[] = []
  for (const { operator, ledger } of books) {
    open.push({ operator, comparison: await compareLedger(reading, operator, ledger) })
  }
  return open
}

async function concludeAll(open: readonly Open[], reader: WalletLedgerReader): Promise<NamedJudgement[]> {
  const all: LedgerJudgements[] = []
  for (const { operator, comparison } of open) all.push(comparison.conclude(await reader(operator.slug)))
  return (Object.keys(LEDGER_INVARIANTS) as (keyof LedgerJudgements)[]).map((key) => ({
    name: LEDGER_INVARIANTS[key],
    judgement: together(all.map((judgements) => judgements[key])),
  }))
}

function together(judgements: readonly Judgement[]): Judgement {
  return {
    rows: judgements.reduce((sum, { rows }) => sum + rows, 0),
    broken: judgements.reduce((sum, { broken }) => sum + broken, 0),
    findings: judgements.flatMap(({ findings }) => findings),
  }
}

function diagnosisOf(judged: readonly NamedJudgement[]): Diagnosis {
  return {
    checked: judged.map(({ name, judgement: { rows, broken } }) => ({ name, rows, broken })),
    violations: judged.flatMap(({ name, judgement }) =>
      judgement.findings.map((finding) => ({ invariant: name, ...finding })),
    ),
  }
}
