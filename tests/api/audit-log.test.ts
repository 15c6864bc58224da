import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { AuditRow, AuditVerdict } from '@coffer/contract/admin'
import type { AuditAction } from '@coffer/contract/audit'
import { AUDIT_LIST } from '@coffer/contract/list'
import { s2sRoutes } from '@coffer/contract/s2s'
import type { Limits } from '@coffer/service/kernel'
import { parse } from 'csv-parse/sync'
import { appendAudit } from '../../service/src/audit/index.ts'
import { createStaff, grantRoles, mintStaffLink } from '../../service/src/staff/index.ts'
import { knock, told } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { type DeskBrowser, detailOf, faultyFields, openDesk, startDesk, startOwner, tokenOf } from '../support/staff.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

const DAY_MS = 86_400_000

type Page = { entries: AuditRow[]; cursor: { next: string | null; prev: string | null } }

test('audit log: each filter returns the entries that match it', async (t) => {
  const { aurum, owner, staffId, dayOf } = await startLog(t)
  const found = async (body: object) => actionsOf(await listAudit(owner, body))
  const own = ['staff.signed_in', 'staff.link_created', 'staff.invited']
  for (const [filters, actions] of [
    [{ action: 'staff.roles_set' }, ['staff.roles_set']],
    [{ action: 'staff.invited' }, ['staff.invited', 'staff.invited']],
    [{ actor: `staff:${owner.staff.staffId}` }, ['staff.signed_in']],
    [{ actor: 'OWNER@' }, ['staff.signed_in']],
    [{ actor: 'clerk' }, []],
    [{ actor: aurum.keyId }, ['player.restrictions_changed']],
    [{ actor: '%' }, []],
    [{ object: 'ann' }, ['player.restrictions_changed']],
    [{ object: `${staffId}` }, ['staff.roles_set', 'staff.invited']],
    [{ object: `${staffId}`, action: 'staff.invited' }, ['staff.invited']],
    [{ object: `0${staffId}` }, []],
    [{ from: dayOf(2) }, [...own, 'player.restrictions_changed', 'staff.roles_set']],
    [{ from: dayOf(1), to: dayOf(1) }, ['staff.invited']],
    [{ from: dayOf(2), to: dayOf(2) }, ['staff.roles_set']],
    [{ from: dayOf(2), to: dayOf(1) }, []],
    [{ from: dayOf(4) }, []],
  ] as const) {
    assert.deepEqual(await found(filters), actions, JSON.stringify(filters))
  }
  const before = await found({ to: dayOf(0) })
  assert.deepEqual(await found({}), [...(await found({ from: dayOf(1) })), ...before])
  for (const [field, values] of [
    ['action', ['unknown', '', ['key.created']]],
    ['actor', ['', 'x'.repeat(201), '\u0000']],
    ['object', ['', 7]],
    ['from', ['', '2031-02-29', '2031-5-1', '2031-05-01T00:00:00Z']],
    ['to', ['tomorrow']],
  ] as const) {
    for (const value of values) {
      assert.deepEqual(await faultyFields(owner, '/audit/list', { [field]: value }), [field])
      assert.deepEqual(await faultyFields(owner, '/audit/export', { [field]: value }), [field])
    }
  }
  assert.deepEqual(await faultyFields(owner, '/audit/list', { sort: 'at' }), ['sort'])
})

test('audit log: pages contain each entry once, forwards and back', async (t) => {
  const { world, owner, dayOf } = await startLog(t)
  for (const sort of AUDIT_LIST.sorts) {
    const all = numbersOf(await listAudit(owner, { sort }))
    const pageAt = (cursor: string) => listAudit(owner, { sort, limit: 3, cursor })
    const forwards = [await listAudit(owner, { sort, limit: 3 })]
    while (forwards.at(-1)!.cursor.next !== null) forwards.push(await pageAt(forwards.at(-1)!.cursor.next!))
    assert.deepEqual(forwards.flatMap(numbersOf), all, sort)
    assert.deepEqual(
      all.toSorted((one, other) => one - other),
      Array.from(all, (_, index) => index + 1),
    )
    const back = [forwards.at(-1)!]
    while (back.at(-1)!.cursor.prev !== null) back.push(await pageAt(back.at(-1)!.cursor.prev!))
    assert.deepEqual(back.reverse().map(numbersOf), forwards.map(numbersOf), sort)
  }
  const { next } = (await listAudit(owner, { limit: 1 })).cursor
  for (const other of [{ sort: 'entryNumber' }, { action: 'key.created' }, { from: dayOf(1) }]) {
    assert.deepEqual(await faultyFields(owner, '/audit/list', { ...other, cursor: next }), ['cursor'])
  }
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  assert.deepEqual(await faultyFields(admin, '/audit/list', { cursor: next }), ['cursor'], 'a cursor of another log')
})

test('audit log: an entry shows the actor, the change, the address and the request', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  const invited = await owner.post('/staff', { email: 'clerk@aurum.example', roles: ['viewer'] })
  const { staffId } = detailOf(invited).staff
  const granted = await admin.post(`/staff/${staffId}/roles`, { roles: ['support'] })
  const restricted = await restrict(world, aurum)
  const requestIdOf = ({ headers }: { headers: Headers }) => headers.get('x-request-id')
  const staff = { objectType: 'staff', objectId: `${staffId}` }

  const { entries } = await listAudit(owner, { limit: 3 })
  const newest = entries.map(({ entryNumber, at, ...shown }) => shown)
  const common = { reason: null, changes: [], details: {}, address: '127.0.0.1', isPlatformStaff: false }
  const [restriction, grant, invitation] = newest
  assert.deepEqual(restriction, {
    ...{ ...common, actor: aurum.keyId, actorName: null, action: 'player.restrictions_changed' },
    ...{ objectType: 'player', objectId: 'ann', requestId: requestIdOf(restricted) },
    changes: [{ field: 'dailyOpensCount', before: null, after: 7 }],
  })
  const grantedByAdmin = {
    ...{ ...common, ...staff, actor: `staff:${admin.staff.staffId}`, action: 'staff.roles_set' },
    changes: [{ field: 'roles', before: ['viewer'], after: ['support'] }],
    ...{ requestId: requestIdOf(granted), isPlatformStaff: true },
  }
  const hidden = { actorName: null, address: null }
  assert.deepEqual(
    grant,
    { ...grantedByAdmin, ...hidden },
    'an operator sees no e-mail or address of staff of the platform',
  )
  assert.deepEqual(invitation, {
    ...{ ...common, ...staff, actor: `staff:${owner.staff.staffId}`, actorName: 'owner@aurum.example' },
    ...{ action: 'staff.invited', details: { roles: ['viewer'] }, requestId: requestIdOf(invited) },
  })
  const number = entries[1]!.entryNumber
  assert.deepEqual((await owner.get(`/audit/${number}`)).body, { entry: entries[1] })
  const seen = await admin.get(`/audit/${number}?operator=aurum`)
  assert.deepEqual(seen.body, { entry: { ...entries[1], actorName: 'admin@desk.example', address: '127.0.0.1' } })
  assert.equal(told(await admin.get(`/audit/${number}`)), '404 NOT_FOUND', 'that is the log of the platform')
  assert.equal(told(await owner.get('/audit/999')), '404 NOT_FOUND')
  assert.equal(told(await owner.get('/audit/0')), '422 VALIDATION_FAILED')

  assert.deepEqual(actionsOf(await listAudit(owner, { actor: 'admin@desk' })), [])
  const byAdmin = await listAudit(admin, { operator: 'aurum', actor: 'admin@desk' })
  assert.deepEqual(actionsOf(byAdmin), ['staff.roles_set'])
})

test('audit log: the platform has a log of its own staff', async (t) => {
  const { world, owner } = await startOwner(t)
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  const { staff } = detailOf(await admin.post('/staff', { email: 'new@desk.example', roles: ['auditor'] }))
  await admin.post('/staff/export', {})
  const second = await startDesk(world, 'second@desk.example', ['kyc_reviewer'])
  await second.post('/me/sessions/end-others')
  const link = await mintStaffLink(world.service.ctx, { staffId: second.staff.staffId })
  const third = await openDesk(world, tokenOf(link.loginUrl))
  await third.post('/me/sessions/end-others')
  await third.post('/sign-out')
  await third.post('/sign-out')

  const own = await listAudit(admin, { sort: 'entryNumber' })
  const by = (desk: DeskBrowser) => `staff:${desk.staff.staffId}`
  assert.deepEqual(
    own.entries.map(({ action, actor, objectId }) => [action, actor, objectId]),
    [
      ['audit.began', 'coffer', null],
      ['staff.invited', 'cli', `${admin.staff.staffId}`],
      ['staff.link_created', 'cli', `${admin.staff.staffId}`],
      ['staff.signed_in', by(admin), null],
      ['staff.invited', by(admin), `${staff.staffId}`],
      ['staff.exported', by(admin), null],
      ['staff.invited', 'cli', `${second.staff.staffId}`],
      ['staff.link_created', 'cli', `${second.staff.staffId}`],
      ['staff.signed_in', by(second), null],
      ['staff.link_created', 'cli', `${second.staff.staffId}`],
      ['staff.signed_in', by(second), null],
      ['staff.sessions_ended', by(second), `${second.staff.staffId}`],
      ['staff.signed_out', by(second), null],
    ],
  )
  const ofOwner = await listAudit(owner, {})
  assert.ok(ofOwner.entries.every(({ actor }) => ![by(admin), by(second)].includes(actor)))
  for (const path of ['/audit/list', '/audit/export', '/audit/verify']) {
    assert.equal(told(await owner.post(path, { operator: '(platform)' })), '404 OPERATOR_NOT_FOUND', path)
  }
})

test('audit log: the verdict on a long log is reused for a while', async (t) => {
  const { world, owner } = await startOwner(t, { auditLongLogCount: 1 })
  const verify = async () => (await owner.post('/audit/verify', {})).body as unknown as AuditVerdict
  const first = await verify()
  const { query } = openRows(world.databaseUrl)
  await query("update audit_log set actor = 'nobody' where operator_id = 1 and entry_number = 2")
  world.clock.advance(first.entryCount - 1)
  assert.deepEqual(await verify(), first)
  world.clock.advance(1)
  assert.deepEqual((await verify()).fault, 'Entry 2 is missing or was changed.')
  await query("update audit_log set actor = 'test' where operator_id = 1 and entry_number = 2")
})

test('audit log: verification finds an entry that was changed', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  const { query } = openRows(world.databaseUrl)
  const verify = async (desk: DeskBrowser, body = {}) => {
    const answer = await desk.post('/audit/verify', body)
    assert.equal(answer.status, 200, answer.text)
    const { checkedAt, ...verdict } = answer.body as unknown as AuditVerdict
    assert.equal(checkedAt, world.clock.now().toISOString())
    return verdict
  }
  const [{ count }] = (await query('select count(*)::int from audit_log where operator_id = $1', [
    aurum.operatorId,
  ])) as [{ count: number }]
  const intact = { isIntact: true, entryCount: count, fault: null }
  assert.deepEqual(await Promise.all([verify(owner), verify(owner), verify(admin, { operator: 'aurum' })]), [
    ...[intact, intact, intact],
  ])
  assert.deepEqual(await verify(admin), { isIntact: true, entryCount: 4, fault: null }, 'the log of the platform')

  const ofRequest = count
  for (const [number, change] of [
    [ofRequest, "address = '192.0.2.1'"],
    [ofRequest, 'address = null'],
    [ofRequest, "request_id = 'req_other'"],
    [ofRequest, 'request_id = null'],
    [1, "address = '192.0.2.1'"],
    [1, "request_id = 'req_other'"],
  ] as const) {
    const [before] = await query(
      'select address, request_id from audit_log where operator_id = $1 and entry_number = $2',
      [aurum.operatorId, number],
    )
    const where = 'where operator_id = $1 and entry_number = $2'
    await query(`update audit_log set ${change} ${where}`, [aurum.operatorId, number])
    const fault = `Entry ${number} is missing or was changed.`
    assert.deepEqual(await verify(owner), { isIntact: false, entryCount: number - 1, fault }, change)
    const { address, request_id } = before as { address: string | null; request_id: string | null }
    const back = [aurum.operatorId, number, address, request_id]
    await query(`update audit_log set address = $3, request_id = $4 ${where}`, back)
  }
  const cut = 'delete from audit_log where operator_id = 0 and entry_number = 4 returning *'
  const [last] = await query<Record<string, unknown>>(cut)
  const verdict = await verify(admin)
  assert.deepEqual([verdict.isIntact, verdict.entryCount], [false, 3])
  assert.match(
    verdict.fault!,
    /^The end of the log is not as it was signed: it ends at entry 3, and its head is entry 4\.$/,
  )
  const row = 'insert into audit_log select * from jsonb_populate_record(null::audit_log, $1::jsonb)'
  await query(row, [JSON.stringify(last)])
  assert.equal((await verify(admin)).isIntact, true)
})

test('audit log: every shape of details is shown, and unknown shapes are kept', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  const { ctx } = world.service
  const record = (action: AuditAction, details: object) =>
    ctx.systemTx((tx) =>
      appendAudit(ctx, tx, aurum.operatorId, { actor: 'system', action, details, at: ctx.clock.now() }),
    )
  const shown = async (action: AuditAction, details: object) => {
    await record(action, details)
    const [entry] = (await listAudit(owner, { limit: 1 })).entries
    const { objectType, objectId, reason, changes, details: others } = entry!
    return { object: objectType && `${objectType} ${objectId}`, reason, changes, details: others }
  }
  const none = { object: null, reason: null, changes: [], details: {} }
  assert.deepEqual(await shown('item.stock_set', { itemId: 7, key: 'crown', from: null, to: 5 }), {
    ...{ ...none, object: 'item 7', details: { key: 'crown' } },
    changes: [{ field: null, before: null, after: 5 }],
  })
  assert.deepEqual(await shown('settings.changed', { changes: [{ path: 'wallet.url', to: 'https://new' }] }), {
    ...{ ...none, changes: [{ field: 'wallet.url', before: null, after: 'https://new' }] },
  })
  assert.deepEqual(await shown('order.changed', { publicId: 'ord_1', changes: [{ field: 'address' }] }), {
    ...{ ...none, object: 'order ord_1', changes: [{ field: 'address' }] },
  })
  assert.deepEqual(await shown('staff.profile_changed', { staffId: 9, changed: ['email'] }), {
    ...{ ...none, object: 'staff 9', changes: [{ field: 'email' }] },
  })
  assert.deepEqual(await shown('operator.suspended', { reason: 'unpaid' }), { ...none, reason: 'unpaid' })
  assert.deepEqual(await shown('catalog.unprofitable_began', { boxId: 4711, slug: 'box-a' }), {
    ...{ ...none, object: 'box 4711', details: { slug: 'box-a' } },
  })
  await record('campaign.created', { extId: 'welcome', boxIds: [4711] })
  await record('key.rotated', { keyId: 'ck_old', replacedBy: 'ck_new' })
  for (const unknown of [{ from: 1 }, { changes: [null] }, { changes: 'all' }, { changed: [1] }, { reason: 5 }]) {
    assert.deepEqual(await shown('order.changed', unknown), { ...none, details: unknown })
  }
  const about = async (object: string) => actionsOf(await listAudit(owner, { object }))
  assert.deepEqual(await about('4711'), ['campaign.created', 'catalog.unprofitable_began'])
  assert.deepEqual(await about('box-a'), ['catalog.unprofitable_began'])
  assert.deepEqual(await about('ck_new'), ['key.rotated'])
})

test('audit log: operators see no opinion of a reviewer before the decision', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  const { ctx } = world.service
  const reviewer = await startDesk(world, 'reviewer@desk.example', ['kyc_reviewer'])
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  const details = { requestId: 3, verdict: 'rejected', reasons: ['FORGERY'] }
  const actor = { id: `staff:${reviewer.staff.staffId}`, address: '192.0.2.7', requestId: 'req_1' }
  for (const action of ['kyc.opinion_given', 'kyc.decided'] as const) {
    const entry = { actor, action, details, at: ctx.clock.now() }
    await ctx.systemTx((tx) => appendAudit(ctx, tx, aurum.operatorId, entry))
  }
  const { requestId: _, ...verdict } = details
  const seen = async (desk: DeskBrowser, body: object) =>
    (await listAudit(desk, { ...body, object: '3', limit: 2 })).entries.map((one) => [
      one.action,
      one.details,
      one.address,
    ])
  assert.deepEqual(await seen(owner, {}), [
    ['kyc.decided', verdict, null],
    ['kyc.opinion_given', {}, null],
  ])
  assert.deepEqual(await seen(admin, { operator: 'aurum' }), [
    ['kyc.decided', verdict, '192.0.2.7'],
    ['kyc.opinion_given', verdict, '192.0.2.7'],
  ])
})

test('audit export: CSV of the matching entries, which is recorded', async (t) => {
  const { owner, staffId, dayOf } = await startLog(t, { exportPageCount: 2 })
  const { entries } = await listAudit(owner, {})
  const answer = await owner.post('/audit/export', {})
  assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="audit-log.csv"')
  const cell = (value: unknown) => {
    if (Array.isArray(value) && value.length === 0) return ''
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : `${value ?? ''}`
  }
  const expected = entries.map((row) => AUDIT_LIST.columns.map((column) => cell(row[column])))
  assert.deepEqual(parse(answer.text, { bom: true }), [[...AUDIT_LIST.columns], ...expected])

  const filters = { action: 'staff.invited', actor: 'cli', object: `${staffId}`, from: dayOf(1) }
  const filtered = parse((await owner.post('/audit/export', filters)).text, { bom: true, columns: true })
  assert.deepEqual(
    (filtered as Record<string, string>[]).map(({ action, objectId }) => [action, objectId]),
    [['staff.invited', `${staffId}`]],
  )
  const [second, first] = (await listAudit(owner, { action: 'audit.exported' })).entries
  assert.equal(first!.requestId, answer.headers.get('x-request-id'))
  assert.deepEqual(first!.details, {
    ...{ action: null, period: { from: null, to: null }, hasActor: false, hasObject: false },
  })
  assert.deepEqual(second!.details, {
    ...{ action: 'staff.invited', period: { from: dayOf(1), to: null }, hasActor: true, hasObject: true },
  })
})

/**
 * Entries of three days after today: an invitation at the end of the first, a change of roles at the start of the second, and on the third a
 * change by the backend and the sign-in of the owner.
 */
async function startLog(t: TestContext, limits: Partial<Limits> = {}) {
  const world = await startWorld(t, { wallet: false, service: { limits } })
  const { clock, operator: aurum } = world
  const today = Math.floor(clock.now().getTime() / DAY_MS)
  const dayOf = (day: number) => new Date((today + day) * DAY_MS).toISOString().slice(0, 10)
  const advanceTo = (ms: number) => clock.advance(today * DAY_MS + ms - clock.now().getTime())
  const { ctx } = world.service
  const employer = { operatorId: aurum.operatorId, actor: 'cli' }
  advanceTo(2 * DAY_MS - 1)
  const { staffId } = await createStaff(ctx, { email: 'clerk@aurum.example', roles: ['viewer'] }, employer)
  advanceTo(2 * DAY_MS)
  await grantRoles(ctx, { staffId, roles: ['support'] }, employer)
  advanceTo(3.5 * DAY_MS)
  await restrict(world, aurum)
  return { world, aurum, staffId, dayOf, owner: await startDesk(world, 'owner@aurum.example', ['owner'], aurum) }
}

function restrict(world: World, operator: TestOperator) {
  const sent = { params: { playerExternalId: 'ann' }, body: { dailyOpensCount: 7 } }
  return knock(world, s2sRoutes.setRestrictions, operator, sent)
}

async function listAudit(desk: DeskBrowser, body: object): Promise<Page> {
  const answer = await desk.post('/audit/list', body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as unknown as Page
}

/** Names of the fields that were refused. */
const actionsOf = ({ entries }: Page) => entries.map(({ action }) => action)
const numbersOf = ({ entries }: Page) => entries.map(({ entryNumber }) => entryNumber)
