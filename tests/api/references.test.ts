import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkInvariants } from '@coffer/service/administration'
import { sql } from 'kysely'
import { openOwner } from '../support/rows.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

const APART = 'No row of one operator points at a row of another, or at none.'
const NOBODY = 900_001

/** What rows of an open name, and no foreign key keeps. */
const REFERENCES = [
  ['actions', 'player_id', 'players'],
  ['rounds', 'player_id', 'players'],
  ['rounds', 'pair_id', 'seed_pairs'],
  ['round_reels', 'round_id', 'rounds'],
  ['round_reels', 'box_version_id', 'box_versions'],
  ['wallet_operations', 'player_id', 'players'],
  ['wallet_attempts', 'operation_id', 'wallet_operations'],
  ['inventory_items', 'player_id', 'players'],
  ['inventory_items', 'item_id', 'catalogue_items'],
  ['history_entries', 'player_id', 'players'],
  ['history_entries', 'operation_id', 'wallet_operations'],
] as const

test('the doctor finds each row of an open that names something which is not there', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  await win(world.operator, await world.play(world.operator, 'ann'), 'mug')
  const { limits, sealer } = world.service.ctx
  const strays = (spoil: string) =>
    openOwner(world.databaseUrl)
      .connection()
      .execute(async (tx) => {
        await sql.raw('begin isolation level repeatable read').execute(tx)
        await sql.raw('set local session_replication_role = replica').execute(tx)
        await sql.raw(spoil).execute(tx)
        const { violations } = await checkInvariants({ limits, sealer, systemTx: (work) => work(tx) })
        await sql.raw('rollback').execute(tx)
        return violations.filter(({ invariant }) => invariant === APART).map(({ detail }) => detail)
      })
  assert.deepEqual(await strays('select'), [])
  for (const [table, column, named] of REFERENCES) {
    const one = `ctid = (select ctid from ${table} where ${column} is not null limit 1)`
    const told = await strays(`update ${table} set ${column} = ${NOBODY} where ${one}`)
    assert.ok(told.includes(`its ${column} is no row of ${named} of this operator`), `${table}.${column}: ${told}`)
  }
})
