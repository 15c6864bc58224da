import type { Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { callWallet } from './call-wallet.ts'
import { type BalanceReading, readBalanceReply } from './read-reply.ts'

export type Balance = (Extract<BalanceReading, { kind: 'ok' }> & { at: Date }) | Exclude<BalanceReading, { kind: 'ok' }>

/** Reads a player's balance now; nothing is cached. Never throws for what a wallet does. */
export async function readBalance(
  ctx: Context,
  operator: Operator,
  playerExternalId: string,
  currency: string,
  timeoutMs: number,
): Promise<Balance> {
  const body = JSON.stringify({ type: 'wallet.balance', playerExternalId, currency })
  const reply = await callWallet(ctx, operator, { body, timeoutMs })
  const reading = readBalanceReply(reply, currency)
  return reading.kind === 'ok' ? { ...reading, at: ctx.clock.now() } : reading
}
