import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import type { AuditRow, KycQueueRow } from '@coffer/contract/admin'
import { KYC_LIST } from '@coffer/contract/list'
import { parse } from 'csv-parse/sync'
import { told } from '../support/door.ts'
import { mintLink, signInReviewer, submitFor } from '../support/kyc.ts'
import { BRAM, PIP, ZOFIA } from '../support/kyc-people.ts'
import { messagesOf } from '../support/query-count.ts'
import { type DeskBrowser, faultyFields, startDesk } from '../support/staff.ts'
import { walkBothWays } from '../support/walk.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

type Page = { requests: KycQueueRow[]; cursor: { next: string | null; prev: string | null } }

const LIST = '/kyc/requests/list'
const EXPORT = '/kyc/requests/export'

let world: World
let desk: DeskBrowser
let aurum: TestOperator
/** Requests in the order in which they were made. */
let pending: number
let decided: number
let first: number
let second: number
let ofBeryl: number

before(async (t) => {
  world = await startWorld(t as TestContext, {
    wallet: false,
    operators: { aurum: { settings: { kyc: { enabled: true } } }, beryl: { settings: { kyc: { enabled: true } } } },
    service: { limits: { exportPageCount: 2 } },
  })
  const { beryl } = world.operators as Record<'beryl', TestOperator>
  aurum = world.operators.aurum!
  await mintLink(aurum, 'pia', ZOFIA)
  decided = await submitFor(world, aurum, 'ann', BRAM)
  first = await submitFor(world, aurum, 'kid', PIP)
  second = await submitFor(world, aurum, 'dan', ZOFIA)
  world.clock.advance(1_000)
  ofBeryl = await submitFor(world, beryl, 'ann', BRAM)
  await (await signInReviewer(world)).decide(decided, 'rejected', ['FORGERY'])
  desk = await startDesk(world, 'rita@desk.example', ['kyc_reviewer'])
  pending = (await pageOf({ status: 'PENDING' })).requests[0]!.requestId
})

async function pageOf(body: object): Promise<Page> {
  const answer = await desk.post(LIST, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as unknown as Page
}

const idsOf = ({ requests }: Page) => requests.map(({ requestId }) => requestId)

test('verifications: filters and the export return exactly the matching rows', async () => {
  for (const [filters, expected] of [
    [{}, [ofBeryl, second, first, decided, pending]],
    [{ status: 'SUBMITTED' }, [first, second, ofBeryl]],
    [{ status: 'PENDING' }, [pending]],
    [{ status: 'REJECTED' }, [decided]],
    [{ status: 'CONFIRMED' }, []],
    [{ operator: 'beryl' }, [ofBeryl]],
    [{ operator: 'aurum', status: 'SUBMITTED' }, [first, second]],
    [{ search: 'ann' }, [ofBeryl, decided]],
    [{ search: 'ann', operator: 'aurum' }, [decided]],
    [{ search: 'ann', status: 'SUBMITTED' }, [ofBeryl]],
    [{ search: 'an' }, []],
    [{ search: 'ANN' }, []],
    [{ search: 'x'.repeat(190) }, []],
  ] as const) {
    assert.deepEqual(idsOf(await pageOf(filters)), expected, JSON.stringify(filters))
    const { text } = await desk.post(EXPORT, filters)
    const exported: { requestId: string }[] = parse(text, { bom: true, columns: true })
    assert.deepEqual(
      exported.map(({ requestId }) => Number(requestId)),
      expected,
      JSON.stringify(filters),
    )
  }
})

test('verifications: the export has all columns; its entry has no search text', async () => {
  const { text, headers } = await desk.post(EXPORT, { search: 'ann', operator: 'aurum', status: 'REJECTED' })
  assert.match(headers.get('content-disposition')!, /verifications\.csv/)
  const [columns, row, ...others] = parse(text, { bom: true }) as string[][]
  assert.deepEqual(columns, [...KYC_LIST.columns])
  const fields = Object.fromEntries(KYC_LIST.columns.map((name, index) => [name, row![index]]))
  assert.deepEqual(
    [fields.playerExternalId, fields.operator, fields.status, fields.reasons, fields.retryable, others],
    ['ann', 'aurum', 'REJECTED', 'FORGERY', 'false', []],
  )
  await desk.post(EXPORT, {})
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  const last = async (log: object) => {
    const { body } = await admin.post('/audit/list', { action: 'kyc.exported', limit: 1, ...log })
    return (body as unknown as { entries: AuditRow[] }).entries[0]?.details
  }
  assert.deepEqual(await last({ operator: 'aurum' }), { status: 'REJECTED', hasSearch: true })
  assert.deepEqual(await last({}), { status: null, hasSearch: false })
})

test('verifications: pages of both orders contain each row once, forwards and back', async () => {
  for (const filters of [{}, { status: 'SUBMITTED' }, { search: 'ann' }]) {
    const pages = await walkBothWays(async (query) => {
      const { limit, cursor } = Object.fromEntries(new URLSearchParams(query))
      const page = await pageOf({ ...filters, limit: Number(limit), ...(cursor && { cursor }) })
      return { rows: idsOf(page), cursor: page.cursor as never }
    }, 1)
    assert.deepEqual(pages.flat(), idsOf(await pageOf(filters)), JSON.stringify(filters))
  }
})

test('verifications: a page reads all its operators and players in one statement each', async () => {
  const messages = await messagesOf(world.databaseUrl, () => pageOf({ status: 'SUBMITTED' }))
  const lookups = messages.flat().filter((text) => /\bjoin (operators|players) using\b/.test(text))
  assert.equal(lookups.length, 2, lookups.join('\n'))
})

test('verifications: invalid filters and cursors are refused by field name', async () => {
  for (const [field, values] of [
    ['status', ['', 'submitted', ['SUBMITTED']]],
    ['search', ['', 'x'.repeat(201), '\u0000']],
    ['operator', ['', 7]],
  ] as const) {
    for (const value of values) {
      for (const path of [LIST, EXPORT]) assert.deepEqual(await faultyFields(desk, path, { [field]: value }), [field])
    }
  }
  for (const body of [{ sort: '-queue' }, { limit: 0 }, { limit: 201 }, { cursor: 'x' }]) {
    assert.deepEqual(await faultyFields(desk, LIST, body), Object.keys(body))
  }
  const { next } = (await pageOf({ status: 'SUBMITTED', limit: 1 })).cursor
  const [direction, sort, id, hash] = JSON.parse(Buffer.from(next!, 'base64url').toString())
  assert.equal(typeof sort, 'number')
  const cursorWith = (value: unknown) => Buffer.from(JSON.stringify([direction, value, id, hash])).toString('base64url')
  for (const value of ['2031-01-01', null, -1, 1.5, 8.65e15]) {
    assert.deepEqual(await faultyFields(desk, LIST, { status: 'SUBMITTED', cursor: cursorWith(value) }), ['cursor'])
  }
  assert.deepEqual(idsOf(await pageOf({ status: 'SUBMITTED', cursor: cursorWith(8.64e15) })), [])
  assert.deepEqual(await faultyFields(desk, LIST, { cursor: next }), ['cursor'])
  assert.deepEqual(await faultyFields(desk, LIST, { status: 'SUBMITTED', operator: 'aurum', cursor: next }), ['cursor'])
  for (const path of [LIST, EXPORT]) {
    assert.equal(told(await desk.post(path, { operator: 'unknown' })), '404 OPERATOR_NOT_FOUND')
  }
})
