import { z } from 'zod'
import { ADMIN_ITEM_STATES, ofOperator } from './admin-fields.ts'
import { GAME_KEYS } from './games.ts'
import { ITEM_TYPES } from './item-names.ts'
import { ROUND_LIST } from './list.ts'
import { filtersOf, pageOfList } from './list-body.ts'
import {
  ADMIN_ROUND_STATUSES,
  BET_STATES,
  CALLS_OF_OPERATION,
  OPERATIONS_OF_KEY,
  WALLET_CALL_OUTCOMES,
  WALLET_OPERATION_STATES,
} from './round-names.ts'
import { defineAdminRoutes } from './route.ts'
import { delivery } from './s2s-webhooks.ts'
import { bps, cursorPair, FUNDINGS, id, minor, roundPublicId, timestamp } from './shapes.ts'
import { OPERATION_KINDS } from './wallet-keys.ts'

export const adminRoundRow = z.object({
  publicId: z.string(),
  createdAt: timestamp,
  settledAt: timestamp.nullable(),
  playerExternalId: z.string(),
  gameKey: z.enum(GAME_KEYS),
  status: z.enum(ADMIN_ROUND_STATUSES),
  funding: z.enum(FUNDINGS),
  mode: z.enum(['open', 'prepay', 'items']).meta({
    description:
      '`open`: paid and drawn immediately; `prepay`: paid, opened later; `items`: paid with items of the vault',
  }),
  boxes: z.array(z.string()).meta({ description: 'Names of the boxes, by reel; none in an Upgrader round' }),
  prizes: z.array(z.string()).meta({ description: 'Names of the items won' }),
  betMinor: minor,
  payoutMinor: minor.meta({ description: 'The value of the prizes when they were drawn' }),
  currency: z.string().meta({ description: 'The currency that the player was charged in' }),
  refundedMinor: minor.nullable(),
})

const call = z.object({
  id,
  recordedAt: timestamp.meta({ description: 'A call is recorded before it is sent' }),
  closedAt: timestamp.nullable(),
  outcome: z.enum(WALLET_CALL_OUTCOMES).nullable().meta({ description: 'Null while no outcome is recorded' }),
  reason: z.string().nullable().meta({ description: 'Why there was no usable answer, or why it was not sent' }),
})

/** A debit or credit, with its calls to the wallet. */
export const adminWalletOperation = z.object({
  id,
  kind: z.enum(OPERATION_KINDS),
  state: z.enum(WALLET_OPERATION_STATES),
  inventoryItemId: id.nullable().meta({ description: 'The item of a cashback' }),
  amountMinor: minor,
  currency: z.string(),
  idempotencyKey: z.string(),
  providerTxnRef: z.string().nullable().meta({ description: 'Transaction reference of the wallet' }),
  walletErrorCode: z.string().nullable().meta({ description: 'Why the wallet refused it' }),
  createdAt: timestamp,
  closedAt: timestamp.nullable(),
  nextAttemptAt: timestamp.nullable().meta({ description: 'When it is sent again; null unless it is retried' }),
  isBusy: z.boolean().meta({ description: 'A request or the resolver is handling it now' }),
  calls: z.array(call).meta({ description: `The newest ${CALLS_OF_OPERATION}, oldest first` }),
})

const prize = z.object({
  inventoryItemId: id.nullable().meta({ description: 'Null for Nuggets, which enter no vault' }),
  itemId: id,
  name: z.string(),
  type: z.enum(ITEM_TYPES),
  valueMinor: minor.meta({ description: 'The value when it was won' }),
  currency: z.string(),
  state: z.enum(ADMIN_ITEM_STATES).nullable().meta({
    description:
      'Null for Nuggets. `crediting`: a cashback has no final answer yet; `disputed`: the wallet accepted a cashback that it had refused',
  }),
})

const draw = z.object({
  reelIndex: z.int().min(0),
  boxName: z.string(),
  boxVersionId: id,
  paidMinor: minor,
  itemName: z.string().nullable().meta({ description: 'Null until it is drawn' }),
  rawDraw: z.int().min(0).nullable(),
  chanceUnits: z.int().min(1).nullable().meta({ description: 'Of 100,000,000' }),
})

const upgrade = z.object({
  targetName: z.string(),
  targetValueMinor: minor,
  chanceBps: bps,
  rolledBps: z.int().min(0).nullable().meta({ description: 'Null until it is rolled' }),
  isWin: z.boolean().nullable(),
  stakes: z.array(z.object({ inventoryItemId: id, countedMinor: minor })),
})

const detail = adminRoundRow.extend({
  playerId: id,
  clientActionId: z.string(),
  operatorCurrency: z.string(),
  operatorBetMinor: minor,
  operatorPayoutMinor: minor,
  refundedAt: timestamp.nullable(),
  bet: z.enum(BET_STATES),
  draws: z.array(draw),
  upgrade: upgrade.nullable(),
  won: z.array(prize),
  operations: z.array(adminWalletOperation).meta({
    description: `Debits and credits of the round and of its prizes, oldest first: of each idempotency key ${OPERATIONS_OF_KEY} at most, those in the state \`conflict\` and the newest`,
  }),
  deliveries: z
    .array(delivery)
    .nullable()
    .meta({ description: 'Webhook deliveries of its events. Null without the permission `deliveries.read`' }),
})

const listRequest = pageOfList(ROUND_LIST)

/** Rounds of an operator. */
export const adminRoundRoutes = defineAdminRoutes({
  listRounds: {
    method: 'POST',
    path: '/api/admin/rounds/list',
    access: ROUND_LIST.permission,
    reads: true,
    summary: 'List rounds, newest first',
    body: listRequest,
    success: { 200: z.object({ rounds: z.array(adminRoundRow), cursor: cursorPair }) },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  exportRounds: {
    method: 'POST',
    path: '/api/admin/rounds/export',
    access: ROUND_LIST.permission,
    summary: 'Every round that the filters match, as CSV, newest first; the export is recorded',
    body: filtersOf(ROUND_LIST),
    success: { 200: 'csv' },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  getRound: {
    method: 'GET',
    path: '/api/admin/rounds/:publicId',
    access: ROUND_LIST.permission,
    summary:
      'One round: what was drawn, what became of its money and its prizes, every call to the wallet, and its webhook deliveries',
    params: z.object({ publicId: roundPublicId }),
    query: ofOperator,
    success: { 200: z.object({ round: detail }) },
    refusals: ['OPERATOR_NOT_FOUND', 'ROUND_NOT_FOUND'],
  },
})

export type ListRoundsRequest = z.infer<typeof listRequest>
export type AdminRoundRow = z.infer<typeof adminRoundRow>
export type AdminRound = z.infer<typeof detail>
export type AdminWalletOperation = z.infer<typeof adminWalletOperation>
export type AdminPrize = z.infer<typeof prize>
