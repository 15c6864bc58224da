import assert from 'node:assert/strict'
import type { ApiKeyRow, Integration } from '@coffer/contract/admin'
import { openRows } from './rows.ts'
import type { DeskAnswer, DeskBrowser } from './staff.ts'
import type { TestOperator, World } from './world.ts'

/** Inserts a debit that the operator's wallet has not decided. Returns a function that deletes it. */
export async function insertUndecided(world: World, { operatorId }: TestOperator): Promise<() => Promise<unknown>> {
  const rows = openRows(world.databaseUrl)
  const key = `round:rnd_undecided_${operatorId}`
  await rows.query(
    `with player as (
       insert into players (operator_id, external_id, created_at) values ($1, 'undecided', now()) returning operator_id, player_id
     )
     insert into wallet_operations (operator_id, player_id, player_external_id, kind, subject_id, idempotency_key, direction, amount_minor,
       currency, body, state, created_at, next_look_at, resolver_tries)
     select operator_id, player_id, 'undecided', 'round_debit', 'rnd_undecided', $2, 'debit', 500, 'EUR', '{}', 'open', now(), 'infinity', 0
     from player`,
    [operatorId, key],
  )
  return () => rows.query('delete from wallet_operations where idempotency_key = $1', [key])
}

/** The integration of the operator, or of the operator that staff of the platform name. */
export async function integrationOf(desk: DeskBrowser, query = ''): Promise<Integration> {
  return integrationIn(await desk.get(`/integration${query}`))
}

export function integrationIn({ status, body, text }: DeskAnswer): Integration {
  assert.equal(status, 200, text)
  return body.integration as Integration
}

/** A page of the API keys that match filters. */
export async function keysIn(desk: DeskBrowser, request: object = {}) {
  const { status, body, text } = await desk.post('/keys/list', request)
  assert.equal(status, 200, text)
  return body as unknown as { keys: ApiKeyRow[]; cursor: { next: string | null; prev: string | null } }
}
