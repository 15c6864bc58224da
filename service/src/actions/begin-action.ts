import { assert, type Owner, present } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import type { ActionKind, Answer } from './action.ts'
import { findAction, findAnswered, insertAction, markAnswered, updateAnswer, updateAnswers } from './store.ts'

export type ActionKey = { owner: Owner; kind: ActionKind; clientActionId: string }

/** What the first request of an action came to: its subject, and its answer when there is one. */
export type FirstRequest = { subjectId: string; answer: Answer | null }

/** The first request of an action; null when none was recorded. The body of a repeat is not compared: the first one counts. */
export async function findFirstRequest(tx: Tx, key: ActionKey): Promise<FirstRequest | null> {
  const first = await findAction(tx, key.owner, key.kind, key.clientActionId)
  return first ? { subjectId: first.subject_id, answer: readAnswer(first) } : null
}

/**
 * Records the first request of an action, for a subject whose id is chosen beforehand. When another request of it is recorded first, by the
 * end of this transaction, all of it is done again, and finds that one.
 */
export function recordFirstRequest(tx: Tx, key: ActionKey, subjectId: string, now: Date): void {
  const { owner, kind, clientActionId } = key
  insertAction(tx, {
    operator_id: owner.operatorId,
    player_id: owner.playerId,
    kind,
    client_action_id: clientActionId,
    subject_id: subjectId,
    created_at: now,
  })
}

/** Finds the first request of an action, or records this one as the first. */
export async function beginAction(
  tx: Tx,
  key: ActionKey,
  subjectId: string,
  now: Date,
): Promise<{ isNew: true } | ({ isNew: false } & FirstRequest)> {
  const first = await findFirstRequest(tx, key)
  if (first) return { isNew: false, ...first }
  recordFirstRequest(tx, key, subjectId, now)
  return { isNew: true }
}

/** The answer that repeats of an action get, as it stands now; null while there is none. */
export async function readStoredAnswer(tx: Tx, key: ActionKey): Promise<Answer | null> {
  const first = await findAction(tx, key.owner, key.kind, key.clientActionId)
  return first ? readAnswer(first) : null
}

/** Makes an answer final for an action that has none. */
export function storeAnswer(tx: Tx, key: ActionKey, answer: Answer): void {
  markAnswered(tx, key.owner, key.kind, key.clientActionId, storedForm(answer))
}

function storedForm(answer: Answer): { status: number; body: string } {
  assert(answer.retryAfterSeconds === undefined, 'an undecided answer is not stored')
  return { status: answer.status, body: JSON.stringify(answer.body) }
}

/** Answers an action for good, unless that was done before: one action has one answer, whatever is heard since. Gives the one that stands. */
export async function answerForGood(tx: Tx, key: ActionKey, answer: Answer): Promise<Answer> {
  if (await updateAnswer(tx, key.owner, key.kind, key.clientActionId, storedForm(answer))) return answer
  return present(await readStoredAnswer(tx, key), 'an answer that could not be stored stands there')
}

/** Actions that are about one order, of which there may be several: a later one may take up what an earlier one began. */
export type ActionsOf = { owner: Owner; kind: 'shipping'; subjectId: string }

/** The same for all actions about a subject. */
export async function answerAllForGood(tx: Tx, actions: ActionsOf, answer: Answer): Promise<Answer> {
  const kept = (await readAnswerOfSubject(tx, actions)) ?? answer
  await updateAnswers(tx, actions, storedForm(kept))
  return kept
}

/** The answer that the actions about a subject have got; null while there is none. */
export async function readAnswerOfSubject(tx: Tx, actions: ActionsOf): Promise<Answer | null> {
  const first = await findAnswered(tx, actions)
  return first ? readAnswer(first) : null
}

function readAnswer(row: { status: number | null; body: string | null }): Answer | null {
  if (row.status === null || row.body === null) return null
  return { status: row.status, body: JSON.parse(row.body) as Record<string, unknown> }
}
