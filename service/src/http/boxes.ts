import { BOX_LIST } from '@coffer/contract/list'
import { countFreeOpens, countFreeOpensOfBox } from '../boxes/index.ts'
import {
  archiveBox,
  browseBoxes,
  cancelSchedule,
  changeBox,
  createBox,
  listCatalogueBoxes,
  publishVersion,
  restoreBox,
  scheduleVersion,
  setBoxPicture,
  showBox,
} from '../catalog/index.ts'
import type { Context } from '../platform/index.ts'
import { checkVersion, previewVersion, readBox, readBoxVersion } from '../reports/index.ts'
import { exportList, type NamedOperator, operatorNamed, type StaffSession } from '../staff/index.ts'
import { created, ok, okCsv, type Subject } from './handlers.ts'

/** The boxes of the catalogue: to a player what is on sale, with the free opens that they have; to a backend and to staff all of them. */
export const boxes = {
  play: {
    listBoxes: async (ctx, session, { query }) => {
      const { boxes, cursor } = await browseBoxes(ctx, session.operator, query, session, { onSaleOnly: true })
      const boxIds = boxes.map(({ boxId }) => boxId)
      const freeOpens = await ctx.tx(session.owner.operatorId, (tx) => countFreeOpens(ctx, tx, session, boxIds))
      return ok({ boxes: boxes.map((box) => ({ ...box, freeOpens: freeOpens.get(box.boxId) ?? 0 })), cursor })
    },

    getBox: async (ctx, session, { params }) => {
      const box = await showBox(ctx, session.operator, params.boxId, session)
      const freeOpens = await ctx.tx(session.owner.operatorId, (tx) => countFreeOpensOfBox(ctx, tx, session, box.boxId))
      return ok({ box: { ...box, freeOpens } })
    },
  },
  s2s: {
    listBoxes: async (ctx, { operator, currency }, { query }) =>
      ok(await browseBoxes(ctx, operator, query, { currency: query.currency ?? currency })),

    getBox: async (ctx, { operator, currency }, { params, query }) =>
      ok({ box: await showBox(ctx, operator, params.boxId, { currency: query.currency ?? currency }) }),
  },
  admin: {
    listBoxes: async (ctx, session, { body: { operator, ...request } }) => {
      const { operatorId } = await operatorNamed(ctx, session, operator)
      return ok(await listCatalogueBoxes(ctx, operatorId, request))
    },

    exportBoxes: async (ctx, session, { body: { operator, ...filters } }) => {
      const by = await operatorNamed(ctx, session, operator)
      const { search, ...details } = filters
      const rows = await exportList(ctx, by, {
        action: 'box.exported',
        details: { ...details, hasSearch: search !== undefined },
        readPage: async (cursor) => {
          const request = { ...filters, sort: '-createdAt', limit: ctx.limits.exportPageCount, cursor } as const
          const page = await listCatalogueBoxes(ctx, by.operatorId, request)
          return { rows: page.boxes, cursor: page.cursor }
        },
      })
      return okCsv(ctx, { name: 'boxes', columns: BOX_LIST.columns, rows })
    },

    getBox: async (ctx, session, { params, query }) => {
      const by = await operatorNamed(ctx, session, query.operator)
      return ok({ box: await readBox(ctx, { ...by, session }, params.boxId) })
    },

    getBoxVersion: async (ctx, session, { params, query }) => {
      const { operatorId } = await operatorNamed(ctx, session, query.operator)
      return ok({ version: await readBoxVersion(ctx, operatorId, params) })
    },

    changeBox: (ctx, session, { params: { boxId }, body: { operator, reason, before, ...to } }) =>
      changeAndRead(ctx, session, { boxId, operator }, (by) => changeBox(ctx, { ...by, boxId, to, before, reason })),

    setBoxPicture: (ctx, session, { params: { boxId }, query: { operator }, body: bytes }) =>
      changeAndRead(ctx, session, { boxId, operator }, (by) => setBoxPicture(ctx, { ...by, boxId, bytes })),

    archiveBox: (ctx, session, { params: { boxId }, body: { operator, reason } }) =>
      changeAndRead(ctx, session, { boxId, operator }, (by) => archiveBox(ctx, { ...by, boxId, reason })),

    restoreBox: (ctx, session, { params: { boxId }, body: { operator, ...change } }) =>
      changeAndRead(ctx, session, { boxId, operator }, (by) => restoreBox(ctx, { ...by, boxId, ...change })),

    createBox: async (ctx, session, { body: { operator, reason, ...box } }) => {
      const by = await operatorNamed(ctx, session, operator)
      const boxId = await createBox(ctx, { ...by, box, reason })
      return created({ box: await readBox(ctx, { ...by, session }, boxId) })
    },

    checkVersion: async (ctx, session, { params: { boxId }, body: { operator, ...planned } }) => {
      const { operatorId } = await operatorNamed(ctx, session, operator)
      return ok({ version: await checkVersion(ctx, { operatorId, boxId }, planned) })
    },

    previewVersion: async (ctx, session, { params: { boxId }, body: { operator, ...planned } }) => {
      const { operatorId } = await operatorNamed(ctx, session, operator)
      return ok({ preview: await previewVersion(ctx, { operatorId, boxId }, planned) })
    },

    publishVersion: (ctx, session, { params: { boxId }, body: { operator, checkHash, reason, ...planned } }) =>
      changeAndRead(ctx, session, { boxId, operator }, (by) =>
        publishVersion(ctx, { ...by, boxId, planned, checkHash, reason }),
      ),

    scheduleVersion: (
      ctx,
      session,
      { params: { boxId }, body: { operator, priceMinor, prizes, publishAt, ...rest } },
    ) =>
      changeAndRead(ctx, session, { boxId, operator }, (by) =>
        scheduleVersion(ctx, {
          ...by,
          boxId,
          planned: { priceMinor, prizes },
          publishAt: new Date(publishAt),
          ...rest,
        }),
      ),

    cancelSchedule: (ctx, session, { params: { boxId }, body: { operator, ...change } }) =>
      changeAndRead(ctx, session, { boxId, operator }, (by) => cancelSchedule(ctx, { ...by, boxId, ...change })),
  },
} satisfies Subject

type NamedBox = { boxId: number; operator: string | undefined }

/** Changes a box, and returns the changed box. */
async function changeAndRead(
  ctx: Context,
  session: StaffSession,
  { boxId, operator }: NamedBox,
  carryOut: (by: NamedOperator) => Promise<void>,
) {
  const by = await operatorNamed(ctx, session, operator)
  await carryOut(by)
  return ok({ box: await readBox(ctx, { ...by, session }, boxId) })
}
