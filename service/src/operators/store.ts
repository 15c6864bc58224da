import type { Settings } from '@coffer/contract/settings'
import { type Generated, sql } from 'kysely'
import { atOnce, Hidden, present } from '../kernel/index.ts'
import { askFor, assertNotLocked, lookup, many, type SealedColumn, type Tx } from '../platform/index.ts'
import type { Operator, Wallet } from './operator.ts'
import { readSettings, type SettingsPatch } from './settings.ts'

type OperatorsTable = {
  operator_id: Generated<number>
  slug: string
  name: string
  currency: string
  locale: string
  status: 'active' | 'suspended'
  settings: string
  outbound_secret_sealed: Buffer
  previous_outbound_secret_sealed: Buffer | null
  previous_outbound_ends_at: Date | null
  wallet_may_be_private: Generated<boolean>
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

declare module '../platform/database.ts' {
  interface Tables {
    operators: OperatorsTable
  }
}

/** What we sign with when we call the operator's wallet. */
export const OUTBOUND_SECRET: SealedColumn = {
  ...{ purpose: 'operator-outbound', table: 'operators', column: 'outbound_secret_sealed', operator: 'operator_id' },
  ...{ key: 'operator_id', keyType: 'bigint', row: [] },
}

export const PREVIOUS_OUTBOUND_SECRET: SealedColumn = { ...OUTBOUND_SECRET, column: 'previous_outbound_secret_sealed' }

type GeneratedColumn = 'operator_id' | 'wallet_may_be_private' | 'version'
export type OperatorRow = Omit<OperatorsTable, GeneratedColumn> & {
  operator_id: number
  wallet_may_be_private: boolean
  version: number
}

/** Columns of an operator, as {@link toOperator} reads them. The settings come as text, which is what their cache is keyed by. */
export const OPERATOR_COLUMNS = [
  'operators.operator_id',
  'operators.slug',
  'operators.name',
  'operators.currency',
  'operators.locale',
  'operators.status',
  sql<string>`operators.settings::text`.as('settings'),
  'operators.outbound_secret_sealed',
  'operators.previous_outbound_secret_sealed',
  'operators.previous_outbound_ends_at',
  'operators.wallet_may_be_private',
  'operators.version',
  'operators.created_at',
  'operators.updated_at',
] as const

/** Of rows that several are handed at once. */
const read = new WeakMap<OperatorRow, Operator>()

export function toOperator(row: OperatorRow): Operator {
  const known = read.get(row)
  if (known) return known
  const operator = readOperator(row)
  read.set(row, operator)
  return operator
}

function readOperator(row: OperatorRow): Operator {
  return {
    operatorId: row.operator_id,
    slug: row.slug,
    name: row.name,
    currency: row.currency,
    locale: row.locale,
    status: row.status,
    settings: settingsInForce(row),
    outboundSecretSealed: new Hidden(row.outbound_secret_sealed),
    previousOutbound: previousOf(row),
    walletMayBePrivate: row.wallet_may_be_private,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

function previousOf(row: OperatorRow): Operator['previousOutbound'] {
  const { previous_outbound_secret_sealed: sealed, previous_outbound_ends_at: endsAt } = row
  return sealed === null || endsAt === null ? null : { sealed: new Hidden(sealed), endsAt }
}

const CACHED_COUNT = 1000
const cache = new Map<string, Settings>()

/** What was saved keeps to the bounds of its day and place, so the wider ones read it. */
function settingsInForce({ settings, currency }: OperatorRow): Settings {
  const key = `${currency} ${settings}`
  const found = cache.get(key)
  if (found) return found
  const read = readSettings(JSON.parse(settings), currency, { production: false })
  if (cache.size >= CACHED_COUNT) cache.clear()
  cache.set(key, read)
  return read
}

const FIND_OPERATORS = lookup<{ operator_id: number }, OperatorRow>`
  select place, operator_id, slug, name, currency, locale, status, settings::text as settings, outbound_secret_sealed,
    previous_outbound_secret_sealed, previous_outbound_ends_at, wallet_may_be_private, version, created_at, updated_at
  from rows as asked (place int, operator_id bigint)
  join operators using (operator_id)`

/** Throws when there is no such operator: ids come from our own rows only. */
export async function getOperator(tx: Tx, operatorId: number): Promise<Operator> {
  const [row] = await askFor(tx, FIND_OPERATORS, { operator_id: operatorId })
  return toOperator(present(row, 'the operator exists'))
}

const FIND_WALLETS = lookup<{ operator_id: number }, Wallet>`
  select place, coalesce(settings->'wallet'->>'url', '') as url, wallet_may_be_private as "mayBePrivate"
  from rows as asked (place int, operator_id bigint)
  join operators using (operator_id)`

/** Returns the operator's saved wallet. Reads less than {@link getOperator}, as each operation needs it. */
export async function getWallet(tx: Tx, operatorId: number): Promise<Wallet> {
  const [wallet] = await askFor(tx, FIND_WALLETS, { operator_id: operatorId })
  return present(wallet, 'the operator exists')
}

const SHARE_WALLET_URLS = many<{ operator_id: number }, { locked: unknown }>`
  select place, pg_advisory_xact_lock_shared(hashtextextended('wallet-url:' || operator_id, 0)) as locked
  from rows as asked (place int, operator_id bigint)`

/**
 * Returns the operator's wallet and shares the lock of its URL: the URL does not change until this transaction ends. Must come before the
 * locks of the catalogue and of the audit log.
 */
export async function shareWallet(tx: Tx, operatorId: number): Promise<Wallet> {
  assertNotLocked(tx, 'audit log')
  // Statements that lock are sent first. The read is a statement of its own, so it sees a URL that was committed while the lock waited.
  const [, wallet] = await atOnce(askFor(tx, SHARE_WALLET_URLS, { operator_id: operatorId }), getWallet(tx, operatorId))
  return wallet
}

/**
 * Locks the wallet URL for a change, with the key of {@link shareWallet}: waits for transactions that share it, and blocks new ones until this
 * one ends. From here on each wait for a lock fails after `timeoutMs` ({@link isLockTimeout}).
 */
export async function lockWalletUrl(tx: Tx, operatorId: number, timeoutMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${timeoutMs}ms`}, true)`.execute(tx)
  await sql`select pg_advisory_xact_lock(hashtextextended(${`wallet-url:${operatorId}`}, 0))`.execute(tx)
}

export async function findOperatorBySlug(tx: Tx, slug: string): Promise<Operator | null> {
  const row = await tx.selectFrom('operators').select(OPERATOR_COLUMNS).where('slug', '=', slug).executeTakeFirst()
  return row ? toOperator(row) : null
}

/** Active operators, oldest first. */
export async function listActiveOperators(tx: Tx): Promise<Operator[]> {
  const rows = await tx
    .selectFrom('operators')
    .select(OPERATOR_COLUMNS)
    .where('status', '=', 'active')
    .orderBy('operator_id')
    .execute()
  return rows.map(toOperator)
}

/** Suspended ones too: what is kept for them has its end all the same. */
export async function listAllOperators(tx: Tx): Promise<Operator[]> {
  const rows = await tx.selectFrom('operators').select(OPERATOR_COLUMNS).orderBy('operator_id').execute()
  return rows.map(toOperator)
}

/** Slug and name of operators by name, suspended ones too. */
export async function listOperatorNames(tx: Tx, count: number): Promise<{ slug: string; name: string }[]> {
  return tx.selectFrom('operators').select(['slug', 'name']).orderBy('name').orderBy('slug').limit(count).execute()
}

/** Of all operators, suspended ones too. */
export async function listOperatorIds(tx: Tx): Promise<number[]> {
  const rows = await tx.selectFrom('operators').select('operator_id').execute()
  return rows.map((row) => row.operator_id)
}

/** The id of the next operator, before there is one: what is sealed for it needs its name. */
export async function takeOperatorId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('operators_operator_id_seq') as id`.execute(tx)
  return present(rows[0], 'a sequence has a next number').id
}

export async function insertOperator(
  tx: Tx,
  row: Omit<OperatorRow, 'settings' | `previous_${string}` | 'wallet_may_be_private' | 'version'> & {
    settings: SettingsPatch
  },
): Promise<void> {
  await tx
    .insertInto('operators')
    .values({ ...row, settings: JSON.stringify(row.settings) })
    .execute()
}

/** Nobody else changes the operator until the transaction ends. Returns the document that was saved. */
export async function lockSavedSettings(tx: Tx, operatorId: number): Promise<SettingsPatch> {
  const row = await tx
    .selectFrom('operators')
    .select(sql<SettingsPatch>`settings`.as('settings'))
    .where('operator_id', '=', operatorId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return present(row, 'the operator exists').settings
}

export async function saveSettings(
  tx: Tx,
  operatorId: number,
  { document, walletMayBePrivate, at }: { document: SettingsPatch; walletMayBePrivate: boolean; at: Date },
): Promise<void> {
  const change = { settings: JSON.stringify(document), wallet_may_be_private: walletMayBePrivate, updated_at: at }
  await tx
    .updateTable('operators')
    .set(({ eb }) => ({ ...change, version: eb('version', '+', 1) }))
    .where('operator_id', '=', operatorId)
    .execute()
}

/** The same with another currency of its own. */
export async function saveCurrency(
  tx: Tx,
  operatorId: number,
  { currency, document, at }: { currency: string; document: SettingsPatch; at: Date },
): Promise<void> {
  await tx
    .updateTable('operators')
    .set(({ eb }) => ({
      ...{ currency, settings: JSON.stringify(document), updated_at: at },
      version: eb('version', '+', 1),
    }))
    .where('operator_id', '=', operatorId)
    .execute()
}

/** Nobody else changes the operator until the transaction ends. */
export async function lockStatus(tx: Tx, operatorId: number): Promise<OperatorsTable['status']> {
  const row = await tx
    .selectFrom('operators')
    .select('status')
    .where('operator_id', '=', operatorId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return present(row, 'the operator exists').status
}

export async function saveStatus(
  tx: Tx,
  operatorId: number,
  status: OperatorsTable['status'],
  at: Date,
): Promise<void> {
  await tx.updateTable('operators').set({ status, updated_at: at }).where('operator_id', '=', operatorId).execute()
}

export async function replaceOutboundSecret(
  tx: Tx,
  operatorId: number,
  { sealed, previous, endsAt, at }: { sealed: Buffer; previous: Buffer; endsAt: Date; at: Date },
): Promise<void> {
  const change = { outbound_secret_sealed: sealed, previous_outbound_secret_sealed: previous, updated_at: at }
  await tx
    .updateTable('operators')
    .set(({ eb }) => ({ ...change, previous_outbound_ends_at: endsAt, version: eb('version', '+', 1) }))
    .where('operator_id', '=', operatorId)
    .execute()
}
