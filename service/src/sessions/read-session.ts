import { readRate } from '@coffer/contract/rates'
import type { Operator } from '../operators/index.ts'
import type { Tx } from '../platform/index.ts'
import { getPlayer } from '../players/index.ts'
import type { Session } from './session.ts'
import type { SessionRow } from './store.ts'

/** A session as the rest of the service sees it, with whose it is. */
export async function readSession(tx: Tx, row: SessionRow, operator: Operator): Promise<Session> {
  const owner = { operatorId: row.operator_id, playerId: row.player_id }
  return {
    sessionId: row.session_id,
    operator,
    owner,
    playerExternalId: (await getPlayer(tx, owner)).externalId,
    launchId: row.launch_id,
    currency: row.currency,
    rate: readRate(row.rate),
    rateFrom: row.rate_from,
    ratePinnedAt: row.rate_pinned_at,
    locale: row.locale,
    gameKey: row.game_key,
    returnUrl: row.return_url,
    targetBoxId: row.box_id,
    autoOpen: row.auto_open,
    startedAt: row.created_at,
    endsAt: row.ends_at,
    historyAfter: row.history_after,
  }
}
