import type { Generated } from 'kysely'
import { type Owner, present } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import type { Player } from './player.ts'

declare module '../platform/database.ts' {
  interface Tables {
    players: PlayersTable
  }
}

type PlayersTable = {
  operator_id: number
  player_id: Generated<number>
  external_id: string
  created_at: Date
}

const COLUMNS = ['player_id as playerId', 'external_id as externalId'] as const

export async function findPlayer(tx: Tx, operatorId: number, externalId: string): Promise<Player | null> {
  const found = await tx
    .selectFrom('players')
    .select(COLUMNS)
    .where('operator_id', '=', operatorId)
    .where('external_id', '=', externalId)
    .executeTakeFirst()
  return found ?? null
}

/** The player of this external id, made on first sight. One row however many ask at once. */
export async function ensurePlayer(tx: Tx, operatorId: number, externalId: string, now: Date): Promise<Player> {
  const known = await findPlayer(tx, operatorId, externalId)
  if (known) return known
  const inserted = await tx
    .insertInto('players')
    .values({ operator_id: operatorId, external_id: externalId, created_at: now })
    .onConflict((conflict) => conflict.columns(['operator_id', 'external_id']).doNothing())
    .returning(COLUMNS)
    .executeTakeFirst()
  return inserted ?? present(await findPlayer(tx, operatorId, externalId), 'a player that could not be inserted exists')
}

/** The player of a row that refers to one. */
export async function getPlayer(tx: Tx, owner: Owner): Promise<Player> {
  const found = await tx
    .selectFrom('players')
    .select(COLUMNS)
    .where('operator_id', '=', owner.operatorId)
    .where('player_id', '=', owner.playerId)
    .executeTakeFirst()
  return present(found, 'a player that is referred to exists')
}
