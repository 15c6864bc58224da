import { assert, assertMove } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import { INTENT_MOVES, type IntentState } from './intent.ts'
import { updateIntent } from './intent-store.ts'
import type { IntentRecord } from './tables.ts'

/** Moves a locked intent by the transition table. */
export async function moveIntent(tx: Tx, intent: IntentRecord, to: IntentState): Promise<void> {
  assertMove(INTENT_MOVES, intent.state, to)
  assert(await updateIntent(tx, intent, to), 'a locked intent moves')
}
