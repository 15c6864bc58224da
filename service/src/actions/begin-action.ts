import { assert, type Owner, present } from '../kernel/index.ts'
import type { Tx } from '../platform/index.ts'
import type { ActionKind, Answer } from './action.ts'
import { findAction, findAnswered, insertAction, updateAnswer, updateAnswers } from './store.ts'

export type Click = { owner: Owner; kind: ActionKind; clientActionId: string }

/**
 * Records the first request of a click, for a subject whose id is chosen beforehand. A repeat gets the first one's subject,
 * and its answer when there is one. The body of a repeat is not compared: the first one counts.
 */
export async function beginAction(
  tx: Tx,
  click: Click,
  subjectId: string,
  now: Date,
): Promise<{ isNew: true } | { isNew: false; subjectId: string; answer: Answer | null }> {
  const { owner, kind, clientActionId } = click
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

/** The answer that repeats of a click get, as it stands now; null while there is none. */
export async function readStoredAnswer(tx: Tx, click: Click): Promise<Answer | null> {
  const first = await findAction(tx, click.owner, click.kind, click.clientActionId)
  return first ? readAnswer(first) : null
}

/** Makes an answer final for the click. */
export async function storeAnswer(tx: Tx, click: Click, answer: Answer): Promise<void> {
  assert(await storeAnswerUnlessThere(tx, click, answer), 'a click is answered for good once')
}

/** The same for a click that may have been answered for good before; that answer stands. True when this one is the first. */
export async function storeAnswerUnlessThere(tx: Tx, click: Click, answer: Answer): Promise<boolean> {
  assert(answer.retryAfterSeconds === undefined, 'an undecided answer is not stored')
  const body = JSON.stringify(answer.body)
  return updateAnswer(tx, click.owner, click.kind, click.clientActionId, { status: answer.status, body })
}

/** Answers a click for good, unless that was done before: one click has one answer, whatever is heard since. Gives the one that stands. */
export async function answerForGood(tx: Tx, click: Click, answer: Answer): Promise<Answer> {
  if (await storeAnswerUnlessThere(tx, click, answer)) return answer
  return present(await readStoredAnswer(tx, click), 'an answer that could not be stored stands there')
}

/** Clicks that are about one subject, of which there may be several: a later one may take up what an earlier one began. */
export type ClicksOf = { owner: Owner; kind: ActionKind; subjectId: string }

/** The same for all clicks about a subject. */
export async function answerAllForGood(tx: Tx, clicks: ClicksOf, answer: Answer): Promise<Answer> {
  const standing = (await readAnswerOfSubject(tx, clicks)) ?? answer
  assert(standing.retryAfterSeconds === undefined, 'an undecided answer is not stored')
  await updateAnswers(tx, clicks, { status: standing.status, body: JSON.stringify(standing.body) })
  return standing
}

/** The answer that the clicks about a subject have got; null while there is none. */
export async function readAnswerOfSubject(tx: Tx, clicks: ClicksOf): Promise<Answer | null> {
  const first = await findAnswered(tx, clicks)
  return first ? readAnswer(first) : null
}

function readAnswer(row: { status: number | null; body: string | null }): Answer | null {
  if (row.status === null || row.body === null) return null
  return { status: row.status, body: JSON.parse(row.body) as Record<string, unknown> }
}
