import { assertMove } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import { ROUND_MOVES, type RoundState } from './round.ts'
import { type RoundRecord, updateRound } from './store.ts'

/** Moves a locked round by the transition table and gives it as it is now. */
export function moveRound(tx: Tx, round: RoundRecord, to: RoundState, columns: Partial<RoundRecord> = {}): RoundRecord {
  assertMove(ROUND_MOVES, round.state, to)
  const moved = { ...round, ...columns, state: to }
  updateRound(tx, round.state, moved)
  return moved
}
