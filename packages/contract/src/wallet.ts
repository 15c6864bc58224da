import { z } from 'zod'
import { currencyCode, minor, uncredited } from './shapes.ts'
import { wireText } from './text.ts'

/** The wallet RPC that an operator implements (interface §4.8, decisions §7). */

export const walletReference = z.union([
  z.object({ kind: z.literal('round'), publicId: z.string() }),
  z.object({ kind: z.literal('refund'), publicId: z.string() }),
  z.object({
    kind: z.literal('cashback'),
    /** Every cashback that is begun now names both; one that was begun before they were is sent again as it was stored. */
    inventoryItemId: z.int().optional(),
    /** The round that the item was won in. */
    roundPublicId: z.string().nullable().optional(),
    itemId: z.int(),
    itemName: z.string(),
    basisMinor: minor,
    creditsMinor: minor,
    uncredited,
  }),
  z.object({ kind: z.literal('shipping'), orderPublicId: z.string() }),
  z.object({ kind: z.literal('refund'), orderPublicId: z.string() }),
])

/** As it was launched, by the rules that held then. */
const playerExternalId = wireText(1, 190)

const money = {
  playerExternalId,
  amountMinor: z.int().min(1),
  currency: currencyCode,
  idempotencyKey: z.string().min(1),
  reference: walletReference,
}

export const walletCall = z.discriminatedUnion('type', [
  z.object({ type: z.literal('wallet.debit'), ...money }),
  z.object({ type: z.literal('wallet.credit'), ...money }),
  z.object({ type: z.literal('wallet.balance'), playerExternalId, currency: currencyCode }),
])

/** What a well-behaved wallet answers to a debit or a credit. */
export const walletMoneyReply = z.union([
  z.object({ accepted: z.literal(true), balanceAfterMinor: z.int().optional(), providerTxnRef: z.string().optional() }),
  z.object({ accepted: z.literal(false), errorCode: z.string() }),
])

/** What a well-behaved wallet answers to a balance read. */
export const walletBalanceReply = z.union([
  z.object({ balanceMinor: z.int(), currency: currencyCode }),
  z.object({ errorCode: z.string() }),
])

export type WalletReference = z.infer<typeof walletReference>
export type WalletCall = z.infer<typeof walletCall>
export type WalletMoneyCall = Exclude<WalletCall, { type: 'wallet.balance' }>
export type WalletMoneyReply = z.infer<typeof walletMoneyReply>
export type WalletBalanceReply = z.infer<typeof walletBalanceReply>
