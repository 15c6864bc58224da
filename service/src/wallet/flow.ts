import type { OperationKind } from '@coffer/contract/keys'
import type { Owner, PaidActionName } from '../kernel/index.ts'
import type { Who } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import type { UndecidedCode } from './attempt-history.ts'
import type { Attempt, Outcome, Verdict } from './operation.ts'
import type { OperationRow } from './store.ts'

/**
 * What moves the money of one kind of operation, whoever drives it: a request, a repeat of it, or the resolver. The engine of all paid
 * actions (`paid-action.ts`, money protocol §2) records, calls, and applies; a flow says what is particular to it: what the money is for
 * (`Subject`), what whoever asks is answered (`Result`), what it must know of them beyond who they are (`Asker`), and what it asks for beside
 * the locks (`Foreseen`).
 */
export type Flow<Subject, Result, Asker extends Who = Who, Foreseen = unknown> = {
  /** Begins the names of its points. */
  name: PaidActionName
  kind: OperationKind
  /**
   * Whether its transactions may be shared with those of others (`Sharing`): only where they are made of statements of many. They may not
   * when omitted.
   */
  shares?(asker: Asker): boolean
  /** The key of its operations, of which one at the most may stand: the event that the wallet knows it by. */
  keyOf(who: Who, subjectId: string): string
  /** Locks what the money is for. Its operation is locked before it. */
  lock(tx: Tx, owner: Owner, subjectId: string): Promise<Subject>
  /**
   * Whether the subject waits for this operation, which is locked too. Only then is it driven on, or given up, or dropped when it is a
   * credit of which nothing left. A subject may have had other operations before, or have another by now.
   */
  isWaiting(subject: Subject, operation: OperationRow): boolean
  /** Whether the money is owed: no refusal ends such an operation, and nothing drops it. Never when omitted. */
  isOwed?(subject: Subject): boolean
  /** Asks for what `apply` will need where the wallet has accepted, beside the locks. Nothing may come of it but further locks. */
  foresee?(tx: Tx, asker: Asker): Promise<Foreseen | undefined>
  /** Does what the wallet said to the subject, and answers whoever asked. In the transaction that records the outcome. */
  apply(ctx: Context, tx: Tx, end: End<Subject, Asker, Foreseen>): Promise<Result>
  /**
   * Of a debit: what the resolver does, before it asks the wallet, to a subject that nobody came back for. When nothing was ever sent, the
   * operation has been dropped, and that is its end.
   */
  giveUp?(ctx: Context, tx: Tx, who: Who, subject: Subject, was: { sent: boolean }): Promise<void>
}

/** A flow that a request begins, and that a repeat of the request takes up. */
export type PaidAction<Request extends Who, Subject, Result, Foreseen = unknown> = Flow<
  Subject,
  Result,
  Request,
  Foreseen
> & {
  /** The first transaction: refuses, answers, or records the subject with its operation and first attempt. */
  begin(ctx: Context, tx: Tx, request: Request): Promise<Begun<Result>>
  /** Whether a repeat may send the operation again; `sent` says whether anything left before. It may when omitted. */
  mayDriveOn?(ctx: Context, tx: Tx, request: Request, was: { sent: boolean }): Promise<boolean>
  /**
   * Answers a repeat about a subject that waits no more, and keeps that answer where its action has none yet; null while there is none.
   * `operation` is the one that it asked about, as it is now.
   */
  answerDecided(
    ctx: Context,
    tx: Tx,
    request: Request,
    subject: Subject,
    operation: OperationRow,
  ): Promise<Result | null>
  /** Nobody knows yet. Never stored. */
  undecided(ctx: Context, subjectId: string, code: UndecidedCode): Result
}

export type Begun<Result> =
  | { kind: 'answer'; result: Result }
  /** A new operation, whose first attempt is recorded. */
  | ({ kind: 'send' } & Sending)
  /**
   * An earlier request began it, and it is not known to be decided: it is driven on when nobody does. Nothing of it is locked yet.
   * `isNew`: by an action that was never seen before. Whoever decides the operation meanwhile answers the actions that it knows, and not
   * this one: so this one is answered under the locks.
   */
  | { kind: 'repeat'; subjectId: string; isNew: boolean }
  /** The same, where the subject is locked already, which comes after its operation: whoever drives it is waited for. */
  | { kind: 'wait'; subjectId: string; operationId: number }

/** A recorded attempt that is sent after the commit, and what it is for. */
export type Sending = { subjectId: string; attempt: Attempt }

/** What a wallet answered to an attempt. `live` is the request that somebody waits for; otherwise the resolver asks. */
export type Reply<Asker extends Who = Who> = Sending & { who: Asker; outcome: Outcome; live: boolean }

/** What that means. Both the operation and the subject are locked; the subject is as it was before the outcome was recorded. */
export type End<Subject, Asker extends Who = Who, Foreseen = unknown> = Reply<Asker> & {
  operationBefore: OperationRow
  /** As it is with the outcome. */
  operation: OperationRow
  subject: Subject
  /** Nothing where the flow foresees nothing, or the wallet has not accepted. */
  foreseen: Foreseen | undefined
  verdict: Verdict
}
