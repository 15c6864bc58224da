import type { AdminBoxRow } from '@coffer/contract/admin'
import type { CursorPair } from '@coffer/contract/shapes'
import { pageOf, readPage } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import {
  type AdminBoxCondition,
  type AdminBoxSort,
  boxSortTypeOf,
  boxSortValueOf,
  listAdminBoxPage,
} from './admin-box-store.ts'
import { customAttributes } from './attributes.ts'
import { listAttributes } from './box-store.ts'

type BoxPage = { boxes: AdminBoxRow[]; cursor: CursorPair }

type Filters = { [Name in keyof Omit<AdminBoxCondition, 'operatorId'>]?: AdminBoxCondition[Name] | undefined }
type BoxPageRequest = Filters & { sort: AdminBoxSort; limit?: number | undefined; cursor?: string | undefined }

/** A page of the boxes of an operator that match the filters. Throws a 422 for a cursor of another list. */
export function listCatalogueBoxes(ctx: Context, operatorId: number, request: BoxPageRequest): Promise<BoxPage> {
  const { search = null, status = null, schedule = null, sort } = request
  // Without the text that is searched for: URLs contain the cursor.
  const page = readPage(
    request,
    ['catalogue boxes', operatorId, status, schedule, sort],
    ctx.limits.pageCount,
    boxSortTypeOf(sort),
  )
  return ctx.tx(operatorId, async (tx) => {
    const declared = await listAttributes(tx, operatorId)
    const found = await listAdminBoxPage(tx, { operatorId, search, status, schedule }, sort, page)
    const { rows, cursor } = pageOf(found, page, (box) => ({ sort: boxSortValueOf(box, sort), id: box.boxId }))
    const boxes = rows.map(
      ({ attributes, unprofitableSince, publishedAt, scheduledFor, createdAt, archivedAt, ...box }) => ({
        ...box,
        customAttributes: customAttributes(declared, attributes),
        unprofitableSince: unprofitableSince?.toISOString() ?? null,
        publishedAt: publishedAt?.toISOString() ?? null,
        scheduledFor: scheduledFor?.toISOString() ?? null,
        createdAt: createdAt.toISOString(),
        archivedAt: archivedAt?.toISOString() ?? null,
      }),
    )
    return { boxes, cursor }
  })
}
