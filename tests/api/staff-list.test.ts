import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StaffRow } from '@coffer/contract/admin'
import { STAFF_LIST } from '@coffer/contract/list'
import { parse } from 'csv-parse/sync'
import { disableStaff, exportStaff } from '../../service/src/staff/index.ts'
import { signInBySso } from '../support/admin-sso.ts'
import { told } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { type DeskBrowser, detailOf, openDesk, staffLink, startDesk, startOwner, tokenOf } from '../support/staff.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

type Page = { members: StaffRow[]; cursor: { next: string | null; prev: string | null } }

test('staff list: each filter returns the staff who match it', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  await addStaff(world, aurum)
  const found = async (body: object) => namesOf(await listStaff(owner, body))
  assert.deepEqual(await found({}), ['Ünal Jane u-2', 'new', 'gone', 'Jane Doe u-1', 'owner'])
  for (const [filters, names] of [
    [{ role: 'viewer' }, ['Ünal Jane u-2', 'new', 'Jane Doe u-1']],
    [{ role: 'support' }, ['gone']],
    [{ status: 'invited' }, ['new']],
    [{ status: 'disabled' }, ['gone']],
    [{ status: 'active' }, ['Ünal Jane u-2', 'Jane Doe u-1', 'owner']],
    [{ search: 'JANE' }, ['Ünal Jane u-2', 'Jane Doe u-1']],
    [{ search: 'ünal' }, ['Ünal Jane u-2']],
    [{ search: 'u-1' }, ['Jane Doe u-1']],
    [{ search: 'owner@' }, ['owner']],
    [{ search: '%' }, []],
    [{ search: 'jane', role: 'owner' }, []],
  ] as const) {
    assert.deepEqual(await found(filters), names, JSON.stringify(filters))
  }
  for (const [field, values] of [
    ['role', ['unknown', '', ['viewer']]],
    ['status', ['']],
    ['search', ['', 'x'.repeat(201), '\u0000']],
  ] as const) {
    for (const value of values) {
      assert.deepEqual(await fieldsOf(owner, '/list', { [field]: value }), [field])
      assert.deepEqual(await fieldsOf(owner, '/export', { [field]: value }), [field])
    }
  }
  for (const body of [{ sort: 'roles' }, { sort: '-email,staff_id' }, { limit: 0 }, { limit: 201 }]) {
    assert.deepEqual(await fieldsOf(owner, '/list', body), Object.keys(body))
  }
})

test('staff list: pages of every order contain each person once, forwards and back', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  await addStaff(world, aurum)
  for (const sort of STAFF_LIST.sorts) {
    const all = idsOf(await listStaff(owner, { sort }))
    assert.equal(new Set(all).size, 5)
    const pageAt = (cursor: string) => listStaff(owner, { sort, limit: 2, cursor })
    const forwards = [await listStaff(owner, { sort, limit: 2 })]
    while (forwards.at(-1)!.cursor.next !== null) forwards.push(await pageAt(forwards.at(-1)!.cursor.next!))
    assert.deepEqual(forwards.map(idsOf), [all.slice(0, 2), all.slice(2, 4), all.slice(4)], sort)
    const back = [forwards.at(-1)!]
    while (back.at(-1)!.cursor.prev !== null) back.push(await pageAt(back.at(-1)!.cursor.prev!))
    assert.deepEqual(back.map(idsOf).reverse(), forwards.map(idsOf), sort)
    const reversed = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
    assert.deepEqual(idsOf(await listStaff(owner, { sort: reversed })), all.toReversed(), reversed)
  }
  const byEmail = namesOf(await listStaff(owner, { sort: 'email' }))
  assert.deepEqual(byEmail, ['Jane Doe u-1', 'Ünal Jane u-2', 'gone', 'new', 'owner'], 'no e-mail comes first')
  assert.equal(namesOf(await listStaff(owner, { sort: 'lastSignedInAt' }))[0], 'new', 'never comes first')
})

test('staff list: a cursor of another list, order or form is refused', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  await addStaff(world, aurum)
  const cursorOf = async (body: object) => (await listStaff(owner, { limit: 1, ...body })).cursor.next!
  const [newest, byEmail] = [await cursorOf({}), await cursorOf({ sort: 'email' })]
  const [direction, sort, id, hash] = JSON.parse(Buffer.from(byEmail, 'base64url').toString())
  assert.equal(sort, null, 'an address with the cursor contains no e-mail')
  const forged = Buffer.from(JSON.stringify([direction, 'text', id, hash])).toString('base64url')
  for (const body of [
    { sort: 'email', cursor: newest },
    { sort: 'email', cursor: forged },
    { role: 'viewer', cursor: newest },
    { cursor: 'none' },
  ]) {
    assert.deepEqual(await fieldsOf(owner, '/list', body), ['cursor'], JSON.stringify(body))
  }
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  assert.deepEqual(await fieldsOf(admin, '/list', { cursor: newest }), ['cursor'])
  const found = await listStaff(owner, { limit: 1, search: 'aurum', cursor: newest })
  assert.deepEqual(namesOf(found), ['new'], 'the cursor contains nothing of a search')
})

test('staff list: a cursor with the id of another employer returns no rows', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  await addStaff(world, aurum)
  const { staff } = await startDesk(world, 'kim@desk.example', ['platform_admin'])
  for (const sort of ['email', '-email']) {
    const { next } = (await listStaff(owner, { limit: 1, sort })).cursor
    const [, value, , hash] = JSON.parse(Buffer.from(next!, 'base64url').toString())
    for (const direction of ['next', 'prev']) {
      const forged = Buffer.from(JSON.stringify([direction, value, staff.staffId, hash])).toString('base64url')
      assert.deepEqual(idsOf(await listStaff(owner, { sort, cursor: forged })), [], `${sort} ${direction}`)
    }
  }
})

test('staff list: the next page follows the last row also when that person has signed in since', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  await addStaff(world, aurum)
  const request = { sort: '-lastSignedInAt', limit: 3 }
  const first = await listStaff(owner, request)
  assert.deepEqual(namesOf(first), ['Ünal Jane u-2', 'gone', 'Jane Doe u-1'])
  world.clock.advance(1000)
  await signInBySso(world, aurum, { adminExternalId: 'u-1' })
  assert.deepEqual(namesOf(await listStaff(owner, { ...request, cursor: first.cursor.next })), ['owner', 'new'])
})

test('staff export: CSV of the matching staff, with an audit entry', async (t) => {
  const { world, aurum, owner } = await startOwner(t, { exportPageCount: 2 })
  await addStaff(world, aurum)
  const answer = await owner.post('/staff/export', {})
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="staff.csv"')
  const { members } = await listStaff(owner, {})
  const cell = (value: unknown) => (Array.isArray(value) ? value.join(' ') : `${value ?? ''}`)
  const expected = members.map((row) => STAFF_LIST.columns.map((column) => cell(row[column])))
  assert.deepEqual(parse(answer.text, { bom: true }), [[...STAFF_LIST.columns], ...expected])
  assert.equal(expected.length, 5)

  const filtered = parse((await owner.post('/staff/export', { role: 'viewer', search: 'doe' })).text, { bom: true })
  assert.deepEqual(
    filtered.map(([, , externalId]: unknown[]) => externalId),
    ['externalId', 'u-1'],
  )
  const recorded = await openRows(world.databaseUrl).query<{ actor: string; details: object }>(
    `select actor, details from audit_log where operator_id = $1 and action = 'staff.exported' order by entry_number`,
    [aurum.operatorId],
  )
  const actor = `staff:${owner.staff.staffId}`
  assert.deepEqual(recorded, [
    { actor, details: { role: null, status: null, hasSearch: false } },
    { actor, details: { role: 'viewer', status: null, hasSearch: true } },
  ])
  assert.equal(told(await owner.post('/staff/export', { operator: 'borealis' })), '404 OPERATOR_NOT_FOUND')
})

test('staff export: no text becomes a formula of a spreadsheet', async (t) => {
  const { aurum, owner } = await startOwner(t)
  const names = ['=1+1', '+1', '-1', '@sum', 'Ann;=1+1', 'Ann;"=1+1;x', 'Ann; -2', '\uFF1D1', 'Ann-Lee, +1']
  const safe = ["'=1+1", "'+1", "'-1", "'@sum", "Ann;'=1+1", 'Ann;"\'=1+1;x', "Ann; '-2", "'\uFF1D1", 'Ann-Lee, +1']
  for (const [index, displayName] of names.entries()) {
    await aurum.coffer.createAdminSsoLink({ adminExternalId: `u\t=${index}`, displayName })
  }
  const { text } = await owner.post('/staff/export', { status: 'invited' })
  const rows: string[][] = parse(text, { bom: true, from: 2 })
  assert.deepEqual(rows.map(([, name]) => name).reverse(), safe)
  assert.deepEqual(new Set(rows.map(([, , id]) => id?.slice(0, 4))), new Set(["u\t'="]))
})

test('staff export: a failure half-way breaks the download and is logged', async (t) => {
  const { world, aurum, owner } = await startOwner(t, { exportPageCount: 1 })
  await staffLink(world, 'new@aurum.example', ['viewer'], aurum)
  const logged: unknown[] = []
  world.service.ctx.log.error = ((...line: unknown[]) => logged.push(line[1])) as never
  // The second page cannot be shown.
  const rows = openRows(world.databaseUrl)
  await rows.query(`update staff set created_at = 'infinity' where staff_id = $1`, [owner.staff.staffId])
  await assert.rejects(owner.post('/staff/export', {}))
  assert.deepEqual(logged, ['export failed'])
})

test('staff export: a download that is cancelled ends without another error', async (t) => {
  const { world, aurum } = await startOwner(t)
  const rows = await exportStaff(world.service.ctx, { operatorId: aurum.operatorId, actor: 'test' }, {})
  const reader = rows[Symbol.asyncIterator]()
  assert.equal((await reader.next()).done, false)
  const cancelled = new Error('cancelled')
  await assert.rejects(reader.throw!(cancelled), cancelled)
})

test('staff list: staff of the platform choose an operator, and manage both sides', async (t) => {
  const { world, owner } = await startOwner(t)
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  assert.deepEqual(namesOf(await listStaff(admin, {})), ['admin'])
  assert.deepEqual(namesOf(await listStaff(admin, { operator: 'aurum' })), ['owner'])
  const secondOwner = { email: 'second@aurum.example', roles: ['owner'], operator: 'aurum' }
  assert.equal(detailOf(await admin.post('/staff', secondOwner)).staff.operator?.slug, 'aurum')
  assert.equal(detailOf(await admin.post(`/staff/${owner.staff.staffId}/disable`)).staff.status, 'disabled')

  const reviewer = { email: 'reviewer@desk.example', roles: ['kyc_reviewer'] }
  const { staff, link } = detailOf(await admin.post('/staff', reviewer))
  assert.equal(staff.operator, null)
  const path = `/staff/${staff.staffId}`
  assert.deepEqual(detailOf(await admin.post(`${path}/roles`, { roles: ['auditor'] })).staff.roles, ['auditor'])
  const none = await admin.post(`${path}/roles`, { roles: null })
  assert.equal(told(none), '422 VALIDATION_FAILED', 'the platform has no default roles')
  await openDesk(world, tokenOf(link.loginUrl))
  const taken = await admin.post(`${path}/link`)
  assert.equal(told(taken), '409 STAFF_SIGNED_IN_BEFORE', 'no administrator opens the account of a reviewer')
})

test('operators: staff of the platform see the names of all operators', async (t) => {
  const world = await startWorld(t, { wallet: false, operators: { aurum: {}, borealis: {} } })
  const reviewer = await startDesk(world, 'reviewer@desk.example', ['kyc_reviewer'])
  const operators = ['aurum', 'borealis'].map((slug) => ({ slug, name: slug }))
  assert.deepEqual((await reviewer.get('/operators')).body, { operators })
})

async function listStaff(desk: DeskBrowser, body: object): Promise<Page> {
  const { status, text } = await desk.post('/staff/list', body)
  assert.equal(status, 200, text)
  return JSON.parse(text)
}

/** The fields that a request is refused for. */
async function fieldsOf(desk: DeskBrowser, path: string, wish: object): Promise<string[]> {
  const { status, body } = await desk.post(`/staff${path}`, wish)
  assert.equal(status, 422, JSON.stringify(wish))
  return Object.keys((body.error as { fields?: object }).fields ?? {})
}

const idsOf = ({ members }: Page) => members.map(({ staffId }) => staffId)
const namesOf = ({ members }: Page) =>
  members.map(({ email, displayName, externalId }) => email?.split('@')[0] ?? `${displayName} ${externalId}`)

/** Adds two people who signed in by single sign-on and have the default roles, one who was disabled and one who never signed in. */
async function addStaff(world: World, aurum: TestOperator): Promise<void> {
  await signInBySso(world, aurum, { adminExternalId: 'u-1', displayName: 'Jane Doe' })
  const { staff } = await startDesk(world, 'gone@aurum.example', ['support'], aurum)
  const employer = { operatorId: aurum.operatorId, actor: 'test' }
  await disableStaff(world.service.ctx, { staffId: staff.staffId }, employer)
  await staffLink(world, 'new@aurum.example', ['viewer'], aurum)
  world.clock.advance(1000)
  await signInBySso(world, aurum, { adminExternalId: 'u-2', displayName: 'Ünal Jane' })
}
