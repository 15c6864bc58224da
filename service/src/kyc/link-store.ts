import { type Generated, type Selectable, sql } from 'kysely'
import { listKnownHashes, type Tx } from '../platform/index.ts'
import type { RequestKey } from './request-store.ts'

declare module '../platform/database.ts' {
  interface Tables {
    kyc_links: KycLinksTable
  }
}

type KycLinksTable = {
  operator_id: number
  link_id: Generated<number>
  request_id: number
  token_hash: Buffer
  created_at: Date
  expires_at: Date
  opened_at: Date | null
  cookie_hash: Buffer | null
  seen_at: Date | null
  ended_at: Date | null
}

type LinkRecord = Selectable<KycLinksTable>

/** A new link, in the place of every earlier one of the request and of the browsers that they opened. */
export async function replaceLinks(
  tx: Tx,
  row: Pick<KycLinksTable, 'operator_id' | 'request_id' | 'token_hash' | 'created_at' | 'expires_at'>,
): Promise<void> {
  await endLinks(tx, { operatorId: row.operator_id, requestId: row.request_id }, row.created_at)
  await tx
    .insertInto('kyc_links')
    .values({ ...row, opened_at: null, cookie_hash: null, seen_at: null, ended_at: null })
    .execute()
}

export async function endLinks(tx: Tx, { operatorId, requestId }: RequestKey, at: Date): Promise<void> {
  await tx
    .updateTable('kyc_links')
    .set({ ended_at: at })
    .where('operator_id', '=', operatorId)
    .where('request_id', '=', requestId)
    .where('ended_at', 'is', null)
    .execute()
}

/** Whose link this is, whatever has become of it. Run as the system. */
export async function findOperatorOfLink(tx: Tx, tokenHash: Buffer): Promise<number | null> {
  const query = tx.selectFrom('kyc_links').select('operator_id').where('token_hash', '=', tokenHash)
  return (await query.executeTakeFirst())?.operator_id ?? null
}

/** Whose link this is while it can be taken; null when it is none, is used, replaced or too old. Run as the system. */
export async function findOpenLink(tx: Tx, tokenHash: Buffer, now: Date): Promise<number | null> {
  const found = await tx
    .selectFrom('kyc_links')
    .select('operator_id')
    .where('token_hash', '=', tokenHash)
    .where('opened_at', 'is', null)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found?.operator_id ?? null
}

/** Takes a link, once, for the browser whose cookie is named; false when it is none, is used, replaced or too old. Run as the system. */
export async function takeLink(tx: Tx, tokenHash: Buffer, cookieHash: Buffer, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update kyc_links set opened_at = ${now}, cookie_hash = ${cookieHash}, seen_at = ${now}
    where token_hash = ${tokenHash} and opened_at is null and ended_at is null and expires_at > ${now}
    returning link_id`.execute(tx)
  return rows.length === 1
}

/** The link that a browser came by. Run as the system. */
export async function findBrowser(tx: Tx, cookieHash: Buffer): Promise<LinkRecord | null> {
  const found = await tx.selectFrom('kyc_links').selectAll().where('cookie_hash', '=', cookieHash).executeTakeFirst()
  return found ?? null
}

/** Another link took its place meanwhile, or the person was erased. */
export async function hasLinkEnded(tx: Tx, operatorId: number, linkId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('kyc_links')
    .select('ended_at')
    .where('operator_id', '=', operatorId)
    .where('link_id', '=', linkId)
    .executeTakeFirst()
  return found?.ended_at !== null
}

export async function markBrowserSeen(tx: Tx, operatorId: number, linkId: number, now: Date): Promise<void> {
  await tx
    .updateTable('kyc_links')
    .set({ seen_at: now })
    .where('operator_id', '=', operatorId)
    .where('link_id', '=', linkId)
    .execute()
}

/** Those of these hashes that are of a browser that opened a link. Run as the system. */
export function listKnownBrowsers(tx: Tx, hashes: readonly Buffer[]): Promise<Buffer[]> {
  return listKnownHashes(tx.selectFrom('kyc_links'), 'cookie_hash', hashes)
}

/** Those of these hashes that are of a link. Run as the system. */
export function listKnownLinks(tx: Tx, hashes: readonly Buffer[]): Promise<Buffer[]> {
  return listKnownHashes(tx.selectFrom('kyc_links'), 'token_hash', hashes)
}
