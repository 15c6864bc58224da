import type { EndpointRow } from '@coffer/contract/admin'
import { DELIVERY_LIST } from '@coffer/contract/list'
import { mayDo } from '@coffer/contract/permissions'
import { endOfDay, hours, present, readPage, startOfDay } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import {
  exportList,
  isOfPlatform,
  type NamedOperator,
  operatorNamed,
  refuseUnconfirmed,
  type StaffSession,
} from '../staff/index.ts'
import {
  changeEndpoint,
  createEndpoint,
  type DeliveryFilter,
  endpointView,
  findEndpoint,
  listEndpoints,
  readDeliveries,
  readDelivery,
  replayDeliveries,
  replayDelivery,
  revealEndpointSecret,
  rotateEndpointSecret,
  setEndpointEnabled,
  testEndpoint,
} from '../webhooks/index.ts'
import { created, ok, okCsv, type Subject } from './handlers.ts'
import { timeOrNull } from './read-input.ts'

/** An operator's webhook endpoints and what was sent to them. */
export const webhooks = {
  s2s: {
    listDeliveries: async (ctx, { operator: { operatorId } }, { query }) => {
      const { status = null, type = null, endpointId = null, from = null, to = null } = query
      const filters = ['deliveries', operatorId, status, type, endpointId, from, to]
      const page = readPage(query, filters, ctx.limits.pageCount)
      const period = { from: timeOrNull(from), to: timeOrNull(to) }
      return ok(await readDeliveries(ctx, { operatorId, search: null, status, type, endpointId, ...period }, page))
    },

    /** A key that may only read sees no personal data: an event of a verification is shown to keys with the scope `kyc`. */
    getDelivery: async (ctx, { operator, actor, scopes }, { params }) => {
      const reader = {
        operatorId: operator.operatorId,
        actor,
        authorizePersonalRead: () => scopes.includes('kyc'),
        isStaff: false,
      }
      const { delivery } = await readDelivery(ctx, reader, params.deliveryId)
      return ok({ delivery })
    },

    replayDelivery: async (ctx, { operator: { operatorId }, actor }, { params }) =>
      ok({ delivery: await replayDelivery(ctx, { operatorId, name: params.deliveryId, actor }) }),

    replayDeliveries: async (ctx, { operator: { operatorId }, actor }, { body }) => {
      const period = { from: new Date(body.from), to: new Date(body.to) }
      const filter = { operatorId, search: null, type: null, endpointId: null, ...period }
      const { replayedCount } = await replayDeliveries(ctx, filter, actor)
      return ok({ replayedCount })
    },

    testEndpoint: async (ctx, { operator: { operatorId }, actor }, { params: { endpointId } }) =>
      created({ delivery: await testEndpoint(ctx, { operatorId, endpointId, actor }) }),
  },
  admin: {
    listEndpoints: async (ctx, session, { query }) => {
      const { operatorId } = await operatorNamed(ctx, session, query.operator)
      const endpoints = await ctx.tx(operatorId, (tx) => listEndpoints(tx, operatorId))
      const now = ctx.clock.now()
      return ok({ endpoints: endpoints.map((endpoint) => endpointView(endpoint, now)) })
    },

    createEndpoint: async (ctx, session, { body: { operator, ...endpoint } }) => {
      const by = await operatorNamed(ctx, session, operator)
      const { endpointId, secret } = await createEndpoint(ctx, {
        ...by,
        ...endpoint,
        mayBePrivate: isOfPlatform(session),
      })
      return created({ endpoint: await readEndpoint(ctx, by, endpointId), secret })
    },

    changeEndpoint: (ctx, session, { params, body: { operator, ...change } }) =>
      changed(ctx, session, { ...params, operator }, (which) =>
        changeEndpoint(ctx, { ...which, ...change, mayBePrivate: isOfPlatform(session) }),
      ),

    enableEndpoint: (ctx, session, { params, body }) =>
      changed(ctx, session, { ...params, ...body }, (which) => setEndpointEnabled(ctx, { ...which, enabled: true })),

    disableEndpoint: (ctx, session, { params, body }) =>
      changed(ctx, session, { ...params, ...body }, (which) => setEndpointEnabled(ctx, { ...which, enabled: false })),

    revealEndpointSecret: async (ctx, session, { params, body }) => {
      const by = await operatorNamed(ctx, session, body.operator)
      const { oldSecretEndsAt, ...secrets } = await revealEndpointSecret(ctx, { ...by, ...params })
      return ok({ ...secrets, oldSecretEndsAt: oldSecretEndsAt?.toISOString() ?? null })
    },

    rotateEndpointSecret: async (ctx, session, { params, body }) => {
      const by = await operatorNamed(ctx, session, body.operator)
      const change = { overlapMs: hours(body.overlapHours), version: body.version }
      const { secret } = await rotateEndpointSecret(ctx, { ...by, ...params, ...change })
      return ok({ endpoint: await readEndpoint(ctx, by, params.endpointId), secret })
    },

    testEndpoint: async (ctx, session, { params, body }) => {
      const by = await operatorNamed(ctx, session, body.operator)
      return created({ delivery: await testEndpoint(ctx, { ...by, ...params }) })
    },

    listDeliveries: async (ctx, session, { body: { operator, ...request } }) => {
      const { operatorId } = await operatorNamed(ctx, session, operator)
      return ok(await showDeliveries(ctx, operatorId, request))
    },

    exportDeliveries: async (ctx, session, { body: { operator, ...filters } }) => {
      const by = await operatorNamed(ctx, session, operator)
      const { search, status = null, type = null, endpointId, from = null, to = null } = filters
      const rows = await exportList(ctx, by, {
        action: 'webhook.exported',
        details: {
          status,
          type,
          ...(endpointId && { endpointId }),
          period: { from, to },
          hasSearch: search !== undefined,
        },
        readPage: async (cursor) => {
          const page = { ...filters, limit: ctx.limits.exportPageCount, cursor }
          const { deliveries, ...others } = await showDeliveries(ctx, by.operatorId, page)
          return { rows: deliveries, ...others }
        },
      })
      return okCsv(ctx, { name: 'deliveries', columns: DELIVERY_LIST.columns, rows })
    },

    getDelivery: async (ctx, session, { params, query }) => {
      const by = await operatorNamed(ctx, session, query.operator)
      const authorizePersonalRead = () => {
        if (!mayDo(session.roles, 'deliveries.personal')) return false
        refuseUnconfirmed(ctx, session, 'recent')
        return true
      }
      const reader = { ...by, authorizePersonalRead, isStaff: true }
      const { delivery, ...about } = await readDelivery(ctx, reader, params.deliveryId)
      return ok({ delivery: { ...delivery, ...about } })
    },

    replayDelivery: async (ctx, session, { params, body }) => {
      const by = await operatorNamed(ctx, session, body.operator)
      return ok({ delivery: await replayDelivery(ctx, { ...by, name: params.deliveryId }) })
    },

    replayDeliveries: async (ctx, session, { body: { operator, ...filters } }) => {
      const { operatorId, actor } = await operatorNamed(ctx, session, operator)
      const { status: _, ...filter } = deliveryFilterOf(operatorId, filters)
      return ok(await replayDeliveries(ctx, filter, actor))
    },
  },
} satisfies Subject

/** Changes an endpoint and answers with its new state. */
async function changed(
  ctx: Context,
  session: StaffSession,
  { endpointId, operator }: { endpointId: number; operator?: string | undefined },
  change: (which: NamedOperator & { endpointId: number }) => Promise<void>,
) {
  const by = await operatorNamed(ctx, session, operator)
  await change({ ...by, endpointId })
  return ok({ endpoint: await readEndpoint(ctx, by, endpointId) })
}

async function readEndpoint(ctx: Context, { operatorId }: NamedOperator, endpointId: number): Promise<EndpointRow> {
  const found = await ctx.tx(operatorId, (tx) => findEndpoint(tx, operatorId, endpointId))
  return endpointView(present(found, 'endpoints are never deleted'), ctx.clock.now())
}

type DeliveryFilters = {
  search?: string | undefined
  status?: DeliveryFilter['status'] | undefined
  type?: string | undefined
  endpointId?: number | undefined
  /** Days in UTC, `YYYY-MM-DD`, both inclusive. */
  from?: string | undefined
  to?: string | undefined
}

function deliveryFilterOf(operatorId: number, filters: DeliveryFilters): DeliveryFilter {
  const { search = null, status = null, type = null, endpointId = null, from, to } = filters
  const period = { from: from === undefined ? null : startOfDay(from), to: to === undefined ? null : endOfDay(to) }
  return { operatorId, search, status, type, endpointId, ...period }
}

function showDeliveries(
  ctx: Context,
  operatorId: number,
  { limit, cursor, ...filters }: DeliveryFilters & { limit?: number | undefined; cursor?: string | undefined },
) {
  const filter = deliveryFilterOf(operatorId, filters)
  // Without the text that is searched for: URLs contain the cursor.
  const page = readPage(
    { limit, cursor },
    ['deliveries in the admin', { ...filter, search: null }],
    ctx.limits.pageCount,
  )
  return readDeliveries(ctx, filter, page)
}
