import { sql } from 'kysely'
import { type Judgement, makeJudgement, type Reading } from './invariant.ts'
import { isOurs, type LedgerEntry, type WalletLedger } from './ledger.ts'
import { eachRow } from './store.ts'

export const LEDGER_INVARIANTS = {
  once: 'The wallet moved money at most once for a key.',
  booked: 'An accepted operation has one entry in the wallet\u2019s books, of the same player, amount and currency.',
  ours: 'An entry of the wallet\u2019s books with a key of ours belongs to an operation that asked for it and was not refused.',
  balance: 'A player\u2019s balance is what the casino put there, less the accepted debits, plus the accepted credits.',
} as const

export type LedgerJudgements = Record<keyof typeof LEDGER_INVARIANTS, Judgement>

/** What is left to do once the database is read: the wallet moved on meanwhile, so its books are read again. */
export type LedgerComparison = { conclude(after: WalletLedger): LedgerJudgements }

type Named = { operatorId: number; slug: string }

/**
 * Compares the books that the wallet of one operator had before the database was read with the operations in it. An entry made before
 * has its operation in the database; an operation accepted there has its entry in the books that are read afterwards.
 */
export async function compareLedger(
  reading: Reading,
  { operatorId }: Named,
  before: WalletLedger,
): Promise<LedgerComparison> {
  const judge = () => makeJudgement(reading.limits)
  const [once, booked, ours] = [judge(), judge(), judge()]
  const byKey = Map.groupBy(before.entries.filter(isOurs), (entry) => entry.idempotencyKey)
  for (const [key, entries] of byKey) {
    once.add(operatorId, `key ${key}`, entries.length > 1 ? `it moved money ${entries.length} times` : null)
  }
  const expected = sumsOf(before.entries.filter((entry) => !isOurs(entry)))
  const faults = new Map<string, string | null>([...byKey.keys()].map((key) => [key, 'no operation has its key']))
  const unbooked: ComparedOperation[] = []
  await eachOperation({ ...reading, operatorId }, (operation) => {
    const entry = byKey.get(operation.idempotency_key)?.[0]
    if (entry) faults.set(operation.idempotency_key, faultOf(operation, entry, faults.get(operation.idempotency_key)))
    const accepted = operation.state === 'accepted' || operation.state === 'conflict'
    if (accepted) add(expected, accountOf(operation), operation.amount_minor)
    else if (entry && isUndecided(operation)) add(expected, accountOf(operation), entry.amountMinor)
    if (!accepted) return
    if (!entry && unbooked.length < reading.limits.doctorFetchCount) unbooked.push(operation)
    else booked.add(operatorId, `operation ${operation.operation_id}`, entry ? difference(operation, entry) : MISSING)
  })
  for (const [key, fault] of faults) ours.add(operatorId, `entry ${key}`, fault)

  const conclude = (after: WalletLedger): LedgerJudgements => {
    const late = new Map(after.entries.filter(isOurs).map((entry) => [entry.idempotencyKey, entry]))
    for (const operation of unbooked) {
      const entry = late.get(operation.idempotency_key)
      booked.add(operatorId, `operation ${operation.operation_id}`, entry ? difference(operation, entry) : MISSING)
    }
    const balance = judge()
    for (const { account, balanceMinor } of restingBalances(before, after)) {
      const sum = expected.get(account) ?? 0n
      const fault = sum === BigInt(balanceMinor) ? null : `it is ${balanceMinor} in place of ${sum}`
      balance.add(operatorId, `balance of ${account}`, fault)
    }
    const judged = { once, booked, ours, balance }
    return Object.fromEntries(
      Object.entries(judged).map(([name, { judgement }]) => [name, judgement]),
    ) as LedgerJudgements
  }
  return { conclude }
}

const MISSING = 'the wallet has no entry for it'

const isUndecided = ({ state }: ComparedOperation) => state === 'open' || state === 'parked'

/** Why an entry is not that of this operation; what an earlier operation of the key said stands where this one is over. */
function faultOf(operation: ComparedOperation, entry: LedgerEntry, earlier: string | null | undefined): string | null {
  const { operation_id, state } = operation
  if (state !== 'refused' && state !== 'never_sent') return difference(operation, entry)
  return earlier === null ? null : `operation ${operation_id} is ${state}`
}

function difference(operation: ComparedOperation, entry: LedgerEntry): string | null {
  const [asked, moved] = [
    [operation.player, operation.amount_minor, operation.currency].join(' '),
    [entry.player, entry.amountMinor, entry.currency].join(' '),
  ]
  return asked === moved ? null : `operation ${operation.operation_id} asked for ${asked}, the wallet moved ${moved}`
}

const accountOf = ({ player, currency }: { player: string; currency: string }) => `${player} in ${currency}`

function add(sums: Map<string, bigint>, account: string, amountMinor: number): void {
  sums.set(account, (sums.get(account) ?? 0n) + BigInt(amountMinor))
}

function sumsOf(entries: readonly LedgerEntry[]): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const entry of entries) add(sums, accountOf(entry), entry.amountMinor)
  return sums
}

/** Balances of players whom the wallet moved nothing for while the database was read. */
function restingBalances(before: WalletLedger, after: WalletLedger) {
  const counts = (ledger: WalletLedger) => Map.groupBy(ledger.entries, accountOf)
  const [then, today] = [counts(before), counts(after)]
  return after.balances
    .map((balance) => ({ account: accountOf(balance), balanceMinor: balance.balanceMinor }))
    .filter(({ account }) => then.get(account)?.length === today.get(account)?.length)
}

/** An operation as it is compared with the wallet's books; the amount is signed like theirs. */
type ComparedOperation = {
  operation_id: number
  idempotency_key: string
  state: 'open' | 'accepted' | 'refused' | 'never_sent' | 'parked' | 'conflict'
  player: string
  amount_minor: number
  currency: string
}

/** Hands over every operation of one operator. */
function eachOperation(reading: Reading, take: (operation: ComparedOperation) => void): Promise<void> {
  return eachRow(
    reading,
    sql<ComparedOperation>`
      select o.operator_id, o.operation_id, o.idempotency_key, o.state, o.player_external_id as player,
        case o.direction when 'debit' then -o.amount_minor else o.amount_minor end as amount_minor, o.currency
      from wallet_operations o`,
    take,
  )
}
