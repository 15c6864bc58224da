import { ITEM_LIST } from '@coffer/contract/list'
import {
  approveOrRefuse,
  declineValue,
  findItems,
  listItems,
  setFileValues,
  setItemPicture,
  setShippingCost,
  setStock,
  setValue,
} from '../catalog/index.ts'
import type { Context } from '../platform/index.ts'
import { previewItemValue, previewValueFile, readItem } from '../reports/index.ts'
import { exportList, type NamedOperator, operatorNamed, type StaffSession } from '../staff/index.ts'
import { ok, okCsv, type Subject } from './handlers.ts'

/** Items of the catalogue. */
export const items = {
  admin: {
    listItems: async (ctx, session, { body: { operator, ...request } }) => {
      const { operatorId } = await operatorNamed(ctx, session, operator)
      return ok(await listItems(ctx, operatorId, request))
    },

    findItems: async (ctx, session, { body: { operator, keys } }) => {
      const { operatorId } = await operatorNamed(ctx, session, operator)
      return ok({ items: await findItems(ctx, operatorId, keys) })
    },

    exportItems: async (ctx, session, { body: { operator, ...filters } }) => {
      const by = await operatorNamed(ctx, session, operator)
      const { search, ...details } = filters
      const rows = await exportList(ctx, by, {
        action: 'item.exported',
        details: { ...details, hasSearch: search !== undefined },
        readPage: async (cursor) => {
          const request = { ...filters, sort: '-createdAt', limit: ctx.limits.exportPageCount, cursor } as const
          const page = await listItems(ctx, by.operatorId, request)
          return { rows: page.items, cursor: page.cursor }
        },
      })
      return okCsv(ctx, { name: 'items', columns: ITEM_LIST.columns, rows })
    },

    getItem: async (ctx, session, { params, query }) => {
      const by = await operatorNamed(ctx, session, query.operator)
      return ok({ item: await readItem(ctx, { ...by, session }, params.itemId) })
    },

    setItemStock: (ctx, session, { params: { itemId }, body: { operator, stock, before, reason } }) =>
      changeItem(ctx, session, { itemId, operator }, ({ operatorId, actor }) => {
        const change = stock === null ? 'unlimited' : { set: stock }
        return setStock(ctx, { operatorId, item: itemId, change, before, actor, reason })
      }),

    setItemShippingCost: (ctx, session, { params: { itemId }, body: { operator, ...change } }) =>
      changeItem(ctx, session, { itemId, operator }, (by) => setShippingCost(ctx, { ...by, itemId, ...change })),

    previewItemValue: async (ctx, session, { params: { itemId }, body: { operator, valueMinor } }) => {
      const { operatorId } = await operatorNamed(ctx, session, operator)
      return ok({ preview: await previewItemValue(ctx, operatorId, { itemId, valueMinor }) })
    },

    setItemValue: async (ctx, session, { params: { itemId }, body: { operator, ...change } }) => {
      const by = await operatorNamed(ctx, session, operator)
      const { isHeld } = await setValue(ctx, { ...by, itemId, ...change })
      return ok({ item: await readItem(ctx, { ...by, session }, itemId), isHeld })
    },

    previewItemValues: async (ctx, session, { body: { operator, file } }) => {
      const { operatorId } = await operatorNamed(ctx, session, operator)
      return ok({ preview: await previewValueFile(ctx, operatorId, file) })
    },

    setItemValues: async (ctx, session, { body: { operator, ...change } }) => {
      const { operatorId, actor } = await operatorNamed(ctx, session, operator)
      return ok(await setFileValues(ctx, { operatorId, actor, ...change }))
    },

    setItemPicture: (ctx, session, { params: { itemId }, query: { operator }, body: bytes }) =>
      changeItem(ctx, session, { itemId, operator }, ({ operatorId, actor }) =>
        setItemPicture(ctx, { operatorId, itemId, bytes, actor }),
      ),

    approveItemValue: (ctx, session, { params: { itemId, heldValueId }, body: { operator } }) =>
      changeItem(ctx, session, { itemId, operator }, ({ operatorId, actor: approver }) =>
        approveOrRefuse(ctx, { operatorId, itemId, heldValueId, approver }),
      ),

    declineItemValue: (ctx, session, { params: { itemId, heldValueId }, body: { operator, reason } }) =>
      changeItem(ctx, session, { itemId, operator }, (by) => declineValue(ctx, { ...by, itemId, heldValueId, reason })),
  },
} satisfies Subject

type NamedItem = { itemId: number; operator: string | undefined }

/** Changes an item, and returns it as it is then. */
async function changeItem(
  ctx: Context,
  session: StaffSession,
  { itemId, operator }: NamedItem,
  change: (by: NamedOperator) => Promise<unknown>,
) {
  const by = await operatorNamed(ctx, session, operator)
  await change(by)
  return ok({ item: await readItem(ctx, { ...by, session }, itemId) })
}
