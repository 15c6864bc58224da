import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StaffRow } from '@coffer/contract/admin'
import { STAFF_LIST } from '@coffer/contract/list'
import { parse } from 'csv-parse/sync'
import { disableStaff } from '../../service/src/staff/index.ts'
import { signInBySso } from '../support/admin-sso.ts'
import { told } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { type DeskBrowser, detailOf, openDesk, staffLink, startDesk, startOwner, tokenOf } from '../support/staff.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

type Page = { members: StaffRow[]; cursor: { next: string | null; prev: string | null } }

test('staff list: each filter returns the staff who match it', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  await addStaff(world, aurum)
  const found = async (query: string) => namesOf(await listStaff(owner, query))
  assert.deepEqual(await found(''), ['Ünal Jane u-2', 'new', 'gone', 'Jane Doe u-1', 'owner'])
  for (const [query, names] of [
    ['?role=viewer', ['Ünal Jane u-2', 'new', 'Jane Doe u-1']],
    ['?role=support', ['gone']],
    ['?status=invited', ['new']],
    ['?status=disabled', ['gone']],
    ['?status=active', ['Ünal Jane u-2', 'Jane Doe u-1', 'owner']],
    ['?search=JANE', ['Ünal Jane u-2', 'Jane Doe u-1']],
    ['?search=u-1', ['Jane Doe u-1']],
    ['?search=owner%40', ['owner']],
    ['?search=%25', []],
    ['?search=jane&role=owner', []],
  ] as const) {
    assert.deepEqual(await found(query), names, query)
  }
  for (const [query, field] of [
    ['role=king', 'role'],
    ['status=', 'status'],
    ['search=', 'search'],
    ['sort=roles', 'sort'],
    ['sort=-email,staff_id', 'sort'],
  ]) {
    assert.deepEqual(await fieldsOf(owner, `?${query}`), [field], query)
    if (field !== 'sort') assert.deepEqual(await fieldsOf(owner, `/export?${query}`), [field], query)
  }
})

test('staff list: pages of every order contain each person once, forwards and back', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  await addStaff(world, aurum)
  for (const sort of STAFF_LIST.sorts) {
    const all = (await listStaff(owner, `?sort=${sort}`)).members.map(({ staffId }) => staffId)
    assert.deepEqual([...all].sort(), [...new Set(all)].sort())
    const pages = [await listStaff(owner, `?sort=${sort}&limit=2`)]
    for (let next = pages[0]!.cursor.next; next !== null; next = pages.at(-1)!.cursor.next) {
      pages.push(await listStaff(owner, `?sort=${sort}&limit=2&cursor=${next}`))
    }
    assert.deepEqual(pages.flatMap(idsOf), all, sort)
    const [first, second] = pages
    assert.deepEqual(
      idsOf(await listStaff(owner, `?sort=${sort}&limit=2&cursor=${second!.cursor.prev}`)),
      idsOf(first!),
    )
    const reversed = sort.startsWith('-') ? sort.slice(1) : `-${sort}`
    assert.deepEqual(idsOf(await listStaff(owner, `?sort=${reversed}`)), all.toReversed(), reversed)
  }
  const byEmail = namesOf(await listStaff(owner, '?sort=email'))
  assert.deepEqual(byEmail, ['Jane Doe u-1', 'Ünal Jane u-2', 'gone', 'new', 'owner'], 'no e-mail comes first')
  assert.equal(namesOf(await listStaff(owner, '?sort=lastSignedInAt'))[0], 'new', 'never comes first')
})

test('staff list: a cursor of another list, order or type is refused', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  await addStaff(world, aurum)
  const cursorOf = async (query: string) => (await listStaff(owner, `?limit=1&${query}`)).cursor.next!
  const [newest, byEmail] = [await cursorOf(''), await cursorOf('sort=email')]
  const [direction, , id, hash] = JSON.parse(Buffer.from(byEmail, 'base64url').toString())
  const forged = Buffer.from(JSON.stringify([direction, 7, id, hash])).toString('base64url')
  for (const query of [`sort=email&cursor=${newest}`, `sort=email&cursor=${forged}`, `role=viewer&cursor=${newest}`]) {
    assert.deepEqual(await fieldsOf(owner, `?${query}`), ['cursor'], query)
  }
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  assert.deepEqual(await fieldsOf(admin, `?cursor=${newest}`), ['cursor'])
})

test('staff export: a CSV file has every person who matches the filters, and the export is recorded', async (t) => {
  const { world, aurum, owner } = await startOwner(t, { exportPageCount: 2 })
  await addStaff(world, aurum)
  await signInBySso(world, aurum, { adminExternalId: 'u-3', displayName: '=HYPERLINK("https://evil.example"), "Jane"' })
  const answer = await owner.get('/staff/export')
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="staff.csv"')
  const rows: Record<string, string>[] = parse(answer.text, { columns: true, bom: true })
  const { members } = await listStaff(owner, '')
  const cell = (value: unknown) => (Array.isArray(value) ? value.join(' ') : `${value ?? ''}`)
  const expected = members.map((row) =>
    Object.fromEntries(STAFF_LIST.columns.map((column) => [column, cell(row[column]).replace(/^=/, "'=")])),
  )
  assert.deepEqual(rows, expected)
  assert.equal(rows.length, 6)

  const filtered: Record<string, string>[] = parse((await owner.get('/staff/export?role=viewer&search=doe')).text, { columns: true, bom: true })
  assert.deepEqual(
    filtered.map(({ externalId }) => externalId),
    ['u-1'],
  )
  const recorded = await openRows(world.databaseUrl).query<{ actor: string; details: object }>(
    `select actor, details from audit_log where operator_id = $1 and action = 'staff.exported' order by entry_number`,
    [aurum.operatorId],
  )
  const actor = `staff:${owner.staff.staffId}`
  assert.deepEqual(recorded, [
    { actor, details: { role: null, status: null, isSearch: false } },
    { actor, details: { role: 'viewer', status: null, isSearch: true } },
  ])
  assert.equal(told(await owner.get('/staff/export?operator=borealis')), '404 OPERATOR_NOT_FOUND')
})

test('staff list: staff of the platform choose an operator, and manage both sides', async (t) => {
  const { world, owner } = await startOwner(t)
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  assert.deepEqual(namesOf(await listStaff(admin, '')), ['admin'])
  assert.deepEqual(namesOf(await listStaff(admin, '?operator=aurum')), ['owner'])
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

async function listStaff(desk: DeskBrowser, query: string): Promise<Page> {
  const { status, text } = await desk.get(`/staff${query}`)
  assert.equal(status, 200, text)
  return JSON.parse(text)
}

/** The fields that a request is refused for. */
async function fieldsOf(desk: DeskBrowser, query: string): Promise<string[]> {
  const { status, body } = await desk.get(`/staff${query}`)
  assert.equal(status, 422, query)
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
