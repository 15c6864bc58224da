import { KYC_LIST } from '@coffer/contract/list'
import { readPage } from '../kernel/index.ts'
import {
  changeKycEmail,
  claimCase,
  decideCase,
  exportQueue,
  listKycRequests,
  listQueue,
  mintKycLink,
  noteCase,
  readCase,
  readCaseImage,
  readKycImage,
  readKycPage,
  releaseCase,
  removeKycImage,
  reverifyKyc,
  saveKycDraft,
  storeKycImage,
  submitKyc,
} from '../kyc/index.ts'
import { employerNamed } from '../staff/index.ts'
import { cookieHeader, KYC_COOKIE } from './cookies.ts'
import { created, noContent, ok, okCsv, okImage, type Subject } from './handlers.ts'
import { commaList } from './read-input.ts'
import { listOf, NO_PAGES } from './who.ts'

/** A verification, as its operator asks for it, its player fills it in, and a reviewer decides it. */
export const kyc = {
  s2s: {
    createKycSession: async (ctx, { operator }, { body }) => {
      const { kycUrl, expiresAt } = await mintKycLink(ctx, operator, body)
      return created({ kycUrl, expiresAt: expiresAt.toISOString() })
    },

    changeKycEmail: async (ctx, { operator, owner }, { body }) => {
      await changeKycEmail(ctx, operator, owner, body.email)
      return ok({ ok: true })
    },

    reverifyKyc: async (ctx, { operator, owner, actor }, { body }) => {
      const wish = { reason: body.reason, actor }
      const { status, requestId } = await reverifyKyc(ctx, operator, owner, wish)
      return status === 'opened' ? created({ status, requestId }) : ok({ status, requestId })
    },

    listKycRequests: async (ctx, who, { query }) => {
      const { operator, owner, playerExternalId, actor } = who
      const statuses = commaList(query.status)
      const page = readPage(query, ['kyc_requests', ...listOf(who), statuses], ctx.limits.pageCount)
      if (playerExternalId !== null && !owner) return ok({ requests: [], cursor: NO_PAGES })
      const reader = { operatorId: operator.operatorId, playerId: owner?.playerId ?? null, actor }
      return ok(await listKycRequests(ctx, reader, { statuses, page }))
    },
  },
  kyc: {
    openKycLink: async (ctx, visitor, { body }) => {
      const cookie = await visitor.openLink(body.token)
      return { ...noContent(), headers: cookie === null ? {} : cookieHeader(ctx, KYC_COOKIE, cookie) }
    },
    kycPage: async (ctx, browser) => ok({ page: await readKycPage(ctx, browser) }),
    saveKycDraft: async (ctx, browser, { body }) => ok({ page: await saveKycDraft(ctx, browser, body) }),
    storeKycImage: async (ctx, browser, { params, body }) =>
      ok({ page: await storeKycImage(ctx, browser, params.kind, body) }),
    kycImage: async (ctx, browser, { params }) => okImage(await readKycImage(ctx, browser, params.kind)),
    removeKycImage: async (ctx, browser, { params }) => ok({ page: await removeKycImage(ctx, browser, params.kind) }),
    submitKyc: async (ctx, browser) => ok({ page: await submitKyc(ctx, browser) }),
  },
  admin: {
    listKycQueue: async (ctx, staff, { body: { operator, ...page } }) => {
      const { operatorId } = await employerNamed(ctx, staff, operator)
      return ok(await listQueue(ctx, operatorId, page))
    },

    exportKycQueue: async (ctx, staff, { body: { operator, ...filters } }) => {
      const rows = await exportQueue(ctx, await employerNamed(ctx, staff, operator), filters)
      return okCsv(ctx, { name: 'verifications', columns: KYC_LIST.columns, rows })
    },

    getKycCase: async (ctx, staff, { params }) => ok({ request: await readCase(ctx, staff, params.requestId) }),
    getKycCaseImage: async (ctx, staff, { params }) =>
      okImage(await readCaseImage(ctx, staff, params.requestId, params.kind)),
    claimKycCase: async (ctx, staff, { params }) => ok({ request: await claimCase(ctx, staff, params.requestId) }),
    releaseKycCase: async (ctx, staff, { params }) => ok({ request: await releaseCase(ctx, staff, params.requestId) }),
    noteKycCase: async (ctx, staff, { params, body }) =>
      created({ request: await noteCase(ctx, staff, params.requestId, body.text) }),
    decideKycCase: async (ctx, staff, { params, body }) =>
      ok({ request: await decideCase(ctx, staff, params.requestId, body) }),
  },
} satisfies Subject
