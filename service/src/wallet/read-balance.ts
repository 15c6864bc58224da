import { isShownWalletCode } from '@coffer/contract/errors'
import { Refusal } from '../kernel/index.ts'
import { type Operator, walletOf } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { callWallet } from './call-wallet.ts'
import { type BalanceReading, readBalanceReply } from './read-reply.ts'

export type Balance = (Extract<BalanceReading, { kind: 'ok' }> & { at: Date }) | Exclude<BalanceReading, { kind: 'ok' }>

export type BalanceReader = {
  /** Names whose reads are counted together, such as `session 7`. */
  by: string
  operator: Operator
  playerExternalId: string
  currency: string
}

/**
 * Reads a player's balance now; nothing is cached. Never throws for what a wallet does. A reader with
 * `limits.balanceReadsOfSessionCount` reads under way in this process gets none.
 */
export async function readBalance(ctx: Context, reader: BalanceReader, timeoutMs: number): Promise<Balance> {
  const underWay = readsUnderWay(ctx)
  const count = underWay.get(reader.by) ?? 0
  if (count >= ctx.limits.balanceReadsOfSessionCount) return { kind: 'unavailable' }
  underWay.set(reader.by, count + 1)
  try {
    return await ask(ctx, reader, timeoutMs)
  } finally {
    const left = (underWay.get(reader.by) ?? 1) - 1
    if (left === 0) underWay.delete(reader.by)
    else underWay.set(reader.by, left)
  }
}

/** Reads a balance that the reader waits for. Throws WALLET_UNAVAILABLE for any failure, with the wallet's own code where it gave one. */
export async function readBalanceNow(
  ctx: Context,
  reader: BalanceReader,
): Promise<{ balanceMinor: number; currency: string; balanceFetchedAt: string }> {
  const { currency } = reader
  const read = await readBalance(ctx, reader, ctx.limits.walletCallMs)
  if (read.kind === 'ok') {
    return { balanceMinor: read.balanceMinor, currency, balanceFetchedAt: read.at.toISOString() }
  }
  const code = read.kind === 'refused' ? read.errorCode : null
  throw new Refusal('WALLET_UNAVAILABLE', code !== null && isShownWalletCode(code) ? { walletErrorCode: code } : {})
}

async function ask(
  ctx: Context,
  { operator, playerExternalId, currency }: BalanceReader,
  timeoutMs: number,
): Promise<Balance> {
  const body = JSON.stringify({ type: 'wallet.balance', playerExternalId, currency })
  const reply = await callWallet(ctx, operator, { purpose: 'balance', wallet: walletOf(operator), body, timeoutMs })
  const reading = readBalanceReply(reply, currency)
  return reading.kind === 'ok' ? { ...reading, at: ctx.clock.now() } : reading
}

/** Reads under way belong to a process, and so to its context. */
const readsOf = new WeakMap<Context, Map<string, number>>()

function readsUnderWay(ctx: Context): Map<string, number> {
  const reads = readsOf.get(ctx) ?? new Map<string, number>()
  readsOf.set(ctx, reads)
  return reads
}
