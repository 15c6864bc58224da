import type { ReferenceOperator } from '@coffer/reference-operator'
import type { Service } from '@coffer/service'
import { checkInvariants, type Diagnosis, type WalletLedgerReader } from '@coffer/service/administration'
import { type Context, type Database, systemTransaction } from '@coffer/service/platform'
import { failWithoutRetry } from '../../scripts/run/non-retryable.ts'

/** The books of the reference wallet, as the doctor reads them. */
export function booksOf({ wallet }: Pick<ReferenceOperator, 'wallet'>): WalletLedgerReader {
  return (slug) => {
    const entries = wallet.ledger(slug)
    const players = [...new Set(entries.map((entry) => entry.player))]
    return {
      entries,
      balances: players.flatMap((player) => wallet.balances(slug, player).map((balance) => ({ player, ...balance }))),
    }
  }
}

/** Every promise of the money protocol holds, in the database and against the wallet's own books. `jobs`: a connection to look with. */
export async function checkWorld(
  world: { service: Pick<Service, 'ctx'>; casino: Pick<ReferenceOperator, 'wallet'> },
  { healed = false, jobs }: { healed?: boolean; jobs?: Database['jobs'] } = {},
): Promise<void> {
  const { ctx } = world.service
  const systemTx: Context['systemTx'] = (work, options) =>
    systemTransaction(jobs ? { ...ctx.db, jobs } : ctx.db, work, options)
  const { violations } = await checkInvariants({ ...ctx, systemTx }, { ledger: booksOf(world.casino), healed })
  if (violations.length > 0) failWithoutRetry(`The doctor found violations:\n${readable(violations)}`)
}

function readable(violations: Diagnosis['violations']): string {
  const lines = violations.map(({ invariant, operatorId, subject, detail }) => {
    return `  ✗ ${invariant}\n      operator ${operatorId}, ${subject}: ${detail}`
  })
  return lines.join('\n')
}
