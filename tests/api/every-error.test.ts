import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adminRoutes } from '@coffer/contract/admin'
import { ERROR_CODES, ERRORS, type ErrorCode } from '@coffer/contract/errors'
import { kycPageRoutes } from '@coffer/contract/kyc'
import { playRoutes } from '@coffer/contract/play'
import { publicRoutes } from '@coffer/contract/public'
import type { Route } from '@coffer/contract/route'
import { s2sRoutes } from '@coffer/contract/s2s'
import { PROVOKERS } from '../support/errors/provokers.ts'
import type { Refused, Surface } from '../support/errors/refused.ts'
import { makeErrorStage } from '../support/errors/stage.ts'
import type { World } from '../support/world.ts'

test('every code is answered to a real request, on each surface, with its status, words, page and fields', async (t) => {
  const stage = await makeErrorStage(t)
  for (const code of ERROR_CODES) {
    for (const [surface, provoke] of Object.entries(PROVOKERS[code])) {
      await t.test(`${code} is told to a caller of ${surface}`, async (t) => {
        await assertRefused(stage.world, code, await provoke({ ...stage, t }))
      })
    }
  }
})

/** The answer says this code and nothing less, and nothing more than what stands in the interface and the decisions. */
async function assertRefused(world: World, code: ErrorCode, { answer, error, beside, waits }: Refused): Promise<void> {
  assert.equal(answer.body.error?.code, code, `${answer.status} ${answer.text}`)
  assert.equal(answer.status, ERRORS[code].status)
  const { docUrl, requestId, ...more } = answer.body.error
  assert.deepEqual(more, { code, message: ERRORS[code].message, ...error })
  assert.equal(requestId, answer.headers.get('x-request-id'))
  const { error: _, ...rest } = answer.body
  assert.deepEqual(rest, beside)
  const { pathname } = new URL(docUrl)
  assert.equal(pathname, `/docs/errors/${code}`)
  assert.equal((await fetch(`${world.baseUrl}${pathname}`)).status, 200)
  assert.equal(answer.headers.get('retry-after') !== null, waits, `Retry-After of ${code}`)
  if (waits) assert.match(answer.headers.get('retry-after')!, /^[1-9]\d*$/)
}

/** As the interface and the decisions write them, apart from the table of the contract. */
const STATUSES: Partial<Record<ErrorCode, number>> = {
  ...{ LAUNCH_TOKEN_CONSUMED: 409, LAUNCH_TOKEN_INVALID: 401, LAUNCH_TOKEN_EXPIRED: 401 },
  ...{ SESSION_INVALID: 401, SESSION_EXPIRED: 401, GAME_DISABLED: 403, OPERATOR_SUSPENDED: 403 },
  ...{ INSUFFICIENT_FUNDS: 422, PLAYER_BLOCKED: 403, WALLET_UNAVAILABLE: 503, FREE_OPENS_EXHAUSTED: 409 },
  ...{ UNKNOWN_BOX: 404, BOX_NOT_PLAYABLE: 409, UNSUPPORTED_CURRENCY: 422, FX_RATE_MOVED: 422 },
  ...{ ROUND_NOT_FOUND: 404, ROUND_NOT_HELD: 409, ROUND_NOT_REFUNDABLE: 409, REFUND_NOT_ALLOWED: 403 },
  ...{ INVENTORY_ITEM_NOT_FOUND: 404, CASHBACK_NOT_AVAILABLE: 422, PRICE_CHANGED: 409, ITEM_BUSY: 409 },
  ...{ SHIPPING_DISABLED: 403, INVENTORY_NOT_SHIPPABLE: 422, SHIPMENT_BELOW_MINIMUM: 422, ORDER_NOT_FOUND: 404 },
  ...{ SHIPMENT_NOT_CANCELLABLE: 422, SHIPMENT_NOT_EDITABLE: 422, PAYOUT_NOT_AVAILABLE: 422 },
  ...{ VALUE_STEP_TOO_LARGE: 422, CASHBACK_ABOVE_LIMIT: 422 },
  ...{ VALIDATION_FAILED: 422, UNSUPPORTED_MEDIA_TYPE: 415, BODY_TOO_LARGE: 413, NOT_FOUND: 404 },
  ...{ RATE_LIMITED: 429, INTERNAL: 500, MISSING_HEADERS: 401, TIMESTAMP_SKEW: 401, INVALID_SIGNATURE: 401 },
  ...{ REPLAYED_REQUEST: 401, SCOPE_MISSING: 403, UPGRADER_MODE_DISABLED: 403, UPGRADER_CHANCE_INVALID: 422 },
  ...{ KYC_DISABLED: 403, KYC_ALREADY_SUBMITTED: 409, KYC_NO_OPEN_REQUEST: 404, KYC_NOT_CONFIRMED: 409 },
  ...{ UPGRADER_ITEM_NOT_OWNED: 422, UPGRADER_WAGER_OUT_OF_RANGE: 422, UPGRADER_PRIZE_OUT_OF_RANGE: 422 },
}

test('the status of a code is the one that the interface or the decisions give it', () => {
  const told = Object.keys(STATUSES).map((code) => [code, ERRORS[code as ErrorCode].status])
  assert.deepEqual(Object.fromEntries(told), STATUSES)
})

const SURFACES: Record<Surface, Record<string, Route>> = {
  ...{ play: playRoutes, s2s: s2sRoutes, public: publicRoutes },
  ...{ kyc: kycPageRoutes, admin: adminRoutes },
}

test('a code that a route of a surface can refuse with is provoked on that surface', () => {
  const missing = Object.entries(SURFACES).flatMap(([surface, routes]) => {
    const codes = new Set(Object.values(routes).flatMap((route) => route.refusals))
    return [...codes].filter((code) => !PROVOKERS[code][surface as Surface]).map((code) => `${surface} ${code}`)
  })
  assert.deepEqual(missing, [])
})
