import type { AuditAction } from '@coffer/contract/audit'
import type { CursorPair } from '@coffer/contract/shapes'
import { actorIdOf, appendAudit } from '../audit/index.ts'
import { makeSlots, withSlot } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import type { Employer } from './employer.ts'

type Page<Row> = { rows: readonly Row[]; cursor: CursorPair }

type Export<Row> = {
  action: AuditAction
  /** The filters, without texts that were searched for: they may be names, and the audit log is never changed. */
  details: object
  /** Reads a page with `limits.exportPageCount` rows. */
  readPage: (cursor: string | undefined) => Promise<Page<Row>>
}

/** Limits the pages that exports of a process read concurrently, so that long lists leave connections and time for other requests. */
const READS = makeSlots(2)

/** All rows of a list, read page by page. The export is recorded in the log of the employer before the first row. */
export async function exportList<Row>(
  ctx: Context,
  { operatorId, actor }: Employer,
  { action, details, readPage }: Export<Row>,
): Promise<AsyncIterable<Row>> {
  const readInTurn: typeof readPage = (cursor) => withSlot(READS, () => readPage(cursor))
  const first = await readInTurn(undefined)
  await ctx.systemTx((tx) => appendAudit(ctx, tx, operatorId, { actor, action, details, at: ctx.clock.now() }))
  ctx.log.info({ operatorId, actor: actorIdOf(actor), exported: action, details }, 'list exported')
  return rowsOf(first, readInTurn)
}

/** Every row of a list, read page by page, `limits.exportPageCount` rows at a time. */
export async function* readAllRows<Row>(readPage: Export<Row>['readPage']): AsyncGenerator<Row> {
  const readInTurn: typeof readPage = (cursor) => withSlot(READS, () => readPage(cursor))
  yield* rowsOf(await readInTurn(undefined), readInTurn)
}

async function* rowsOf<Row>(first: Page<Row>, readPage: Export<Row>['readPage']): AsyncGenerator<Row> {
  // Not with `yield*`: a download that is cancelled would fail, as the iterator of an array has no `throw`.
  for (const row of first.rows) yield row
  for (let { next } = first.cursor; next !== null; ) {
    const { rows, cursor } = await readPage(next)
    for (const row of rows) yield row
    next = cursor.next
  }
}
