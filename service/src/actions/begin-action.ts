import { assert, type Owner, present } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import type { ActionKind, Answer } from './action.ts'
import { findAction, findAnswered, insertAction, updateAnswer, updateAnswers } from './store.ts'

export type ActionKey = { owner: Owner; kind: ActionKind; clientActionId: string }

/**
 * Records the first request of an action, for a subject whose id is chosen beforehand. A repeat gets the first one's subject,
 * and its answer when there is one. The body of a repeat is not compared: the first one counts.
 */
export async function beginAction(
  tx: Tx,
  key: ActionKey,
  subjectId: string,
  now: Date,
): Promise<{ isNew: true } | { isNew: false; subjectId: string; answer: Answer | null }> {
  const { owner, kind, clientActionId } = key
  const isNew = await insertAction(tx, {
    operator_id: owner.operatorId,
    player_id: owner.playerId,
    kind,
    client_action_id: clientActionId,
    subject_id: subjectId,
    created_at: now,
  })
  if (isNew) return { isNew: true }
  const first = present(await findAction(tx, owner, kind, clientActionId), 'a conflicting action exists')
  return { isNew: false, subjectId: first.subject_id, answer: readAnswer(first) }
}

/** The answer that repeats of an action get, as it stands now; null while there is none. */
export async function readStoredAnswer(tx: Tx, key: ActionKey): Promise<Answer | null> {
  const first = await findAction(tx, key.owner, key.kind, key.clientActionId)
  return first ? readAnswer(first) : null
}

/** Makes an answer final for the action. */
export async function storeAnswer(tx: Tx, key: ActionKey, answer: Answer): Promise<void> {
  assert(await storeAnswerUnlessThere(tx, key, answer), 'an action is answered for good once')
}

/** The same for an action that may have been answered for good before; that answer stands. True when this one is the first. */
async function storeAnswerUnlessThere(tx: Tx, key: ActionKey, answer: Answer): Promise<boolean> {
  assert(answer.retryAfterSeconds === undefined, 'an undecided answer is not stored')
  const body = JSON.stringify(answer.body)
  return updateAnswer(tx, key.owner, key.kind, key.clientActionId, { status: answer.status, body })
}

/** Answers an action for good, unless that was done before: one action has one answer, whatever is heard since. Gives the one that stands. */
export async function answerForGood(tx: Tx, key: ActionKey, answer: Answer): Promise<Answer> {
  if (await storeAnswerUnlessThere(tx, key, answer)) return answer
  return present(await readStoredAnswer(tx, key), 'an answer that could not be stored stands there')
}

/** Actions that are about one subject, of which there may be several: a later one may take up what an earlier one began. */
export type ActionsOf = { owner: Owner; kind: ActionKind; subjectId: string }

/** The same for all actions about a subject. */
export async function answerAllForGood(tx: Tx, actions: ActionsOf, answer: Answer): Promise<Answer> {
  const kept = (await readAnswerOfSubject(tx, actions)) ?? answer
  assert(kept.retryAfterSeconds === undefined, 'an undecided answer is not stored')
  await updateAnswers(tx, actions, { status: kept.status, body: JSON.stringify(kept.body) })
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
