import { type Operator, walletOf } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { callWallet } from './call-wallet.ts'
import { type BalanceReading, readBalanceReply } from './read-reply.ts'

export type Balance = (Extract<BalanceReading, { kind: 'ok' }> & { at: Date }) | Exclude<BalanceReading, { kind: 'ok' }>

/** The session that wants to know its player's balance. */
export type BalanceReader = { sessionId: number; operator: Operator; playerExternalId: string; currency: string }

/**
 * Reads a player's balance now; nothing is cached. Never throws for what a wallet does. A session that already has
 * `limits.balanceReadsOfSessionCount` reads under way in this process gets none at once.
 */
export async function readBalance(ctx: Context, reader: BalanceReader, timeoutMs: number): Promise<Balance> {
  const underWay = readsUnderWay(ctx)
  const count = underWay.get(reader.sessionId) ?? 0
  if (count >= ctx.limits.balanceReadsOfSessionCount) return { kind: 'unavailable' }
  underWay.set(reader.sessionId, count + 1)
  try {
    return await ask(ctx, reader, timeoutMs)
  } finally {
    const left = (underWay.get(reader.sessionId) ?? 1) - 1
    if (left === 0) underWay.delete(reader.sessionId)
    else underWay.set(reader.sessionId, left)
  }
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
const readsOf = new WeakMap<Context, Map<number, number>>()

function readsUnderWay(ctx: Context): Map<number, number> {
  const reads = readsOf.get(ctx) ?? new Map<number, number>()
  readsOf.set(ctx, reads)
  return reads
}
