import { hash } from 'node:crypto'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { Tables } from './database.ts'

/** What is stored of a bearer token, a link or a cookie. Each has 256 random bits, so a plain hash cannot be turned back. */
export function tokenHash(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Those of these hashes that stand in a column of a table, which the caller owns. */
export async function listKnownHashes<Name extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, Name, unknown>,
  column: 'token_hash' | 'cookie_hash',
  hashes: readonly Buffer[],
): Promise<Buffer[]> {
  const hash = sql.ref<Buffer>(column)
  const found = await rows
    .select(hash.as('hash'))
    .where(sql<boolean>`${hash} = any(${[...hashes]})`)
    .execute()
  return found.map((row) => row.hash)
}
