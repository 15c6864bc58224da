import { storeAnswer } from '../actions/index.ts'
import type { Tx } from '../platform/index.ts'
import { openedAnswer } from './answers.ts'
import type { Begun } from './begin-round.ts'
import { clickOf, type RoundClick } from './click.ts'

/** A round that settled in its first transaction, without a wallet: its click is answered for good. */
export async function answerAtOnce(tx: Tx, click: RoundClick, opened: Record<string, unknown>): Promise<Begun> {
  const answer = openedAnswer(opened)
  await storeAnswer(tx, clickOf(click), answer)
  return { kind: 'answer', answer, replayed: false }
}
