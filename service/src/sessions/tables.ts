import type { GameKey } from '@coffer/contract/shapes'
import type { Generated } from 'kysely'

declare module '../platform/database.ts' {
  interface Tables {
    launches: LaunchesTable
    sessions: SessionsTable
  }
}

export type LaunchesTable = {
  operator_id: number
  launch_id: Generated<number>
  player_id: number
  token_hash: Buffer
  game_key: GameKey
  box_id: number | null
  auto_open: boolean
  locale: string
  currency: string
  return_url: string | null
  free_opens_granted: number
  free_opens_used: number
  created_at: Date
  expires_at: Date
  consumed_at: Date | null
}

export type SessionsTable = {
  operator_id: number
  session_id: Generated<number>
  player_id: number
  launch_id: number
  token_hash: Buffer
  currency: string
  /** numerator/denominator, from `rate_from` to the session's currency. */
  rate: string
  /** The operator's currency when the rate was pinned. */
  rate_from: string
  rate_pinned_at: Date
  created_at: Date
  seen_at: Date
  ends_at: Date
  revoked_at: Date | null
  /** The operator's last entry in the history when the session began; 0 when there was none. */
  history_after: number
}
