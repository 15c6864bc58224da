import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { test } from 'node:test'
import type { StaffRow, StaffSessionRow } from '@coffer/contract/admin'
import { minutes } from '@coffer/service/kernel'
import { createStaff } from '../../service/src/staff/index.ts'
import { told } from '../support/door.ts'
import { openMeeting } from '../support/racing.ts'
import { openRows } from '../support/rows.ts'
import {
  askDesk,
  type DeskAnswer,
  type DeskBrowser,
  detailOf,
  openDesk,
  startDesk,
  startOwner,
  tokenOf,
  trySignIn,
} from '../support/staff.ts'
import type { World } from '../support/world.ts'

test('staff in the admin: an owner invites people and grants roles', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  const invite = (wish: object) => owner.post('/staff', wish)
  const email = 'Clerk@aurum.example'

  await t.test('an invitation is a login link that works once, for 24 hours', async () => {
    const answer = await invite({ email, roles: ['shipping', 'catalog'] })
    const { staff, sessions, link } = detailOf(answer)
    const { loginUrl, expiresAt } = link
    assert.equal(answer.status, 201)
    assert.deepEqual(staff, {
      ...{ staffId: staff.staffId, email: 'clerk@aurum.example', displayName: null, externalId: null },
      ...{ operator: { slug: 'aurum', name: 'aurum' }, roles: ['catalog', 'shipping'], hasDefaultRoles: false },
      ...{ status: 'invited', createdAt: world.clock.now().toISOString(), lastSignedInAt: null },
      linkExpiresAt: expiresAt,
    })
    assert.deepEqual(sessions, [])
    assert.equal(Date.parse(expiresAt) - world.clock.now().getTime(), minutes(24 * 60))
    const clerk = await openDesk(world, tokenOf(loginUrl))
    assert.deepEqual(clerk.staff.roles, ['catalog', 'shipping'])
    assert.equal(told(await trySignIn(world, tokenOf(loginUrl))), '401 STAFF_LINK_INVALID')
  })

  await t.test('a known e-mail, a role of the platform and a wrong e-mail are refused', async () => {
    assert.equal(told(await invite({ email, roles: ['viewer'] })), '409 STAFF_EXISTS')
    for (const [wish, field] of [
      [{ email: 'x@aurum.example', roles: ['kyc_reviewer'] }, 'roles'],
      [{ email: 'x@aurum.example', roles: [] }, 'roles'],
      [{ email: 'x@aurum.example', roles: ['king'] }, 'roles.0'],
      [{ email: 'nobody', roles: ['viewer'] }, 'email'],
    ] as const) {
      const { status, body } = await invite(wish)
      assert.deepEqual([status, Object.keys((body.error as { fields?: object }).fields ?? {})], [422, [field]])
    }
  })

  await t.test('roles apply to the next request; without a grant the default roles apply', async () => {
    const clerk = await startDesk(world, 'roles@aurum.example', ['support'], aurum)
    const { staffId } = clerk.staff
    const grant = async (roles: string[] | null) => detailOf(await owner.post(`/staff/${staffId}/roles`, { roles }))
    const rolesNow = async () => ((await clerk.get('/me')).body.staff as StaffRow).roles
    assert.deepEqual((await grant(['finance', 'owner'])).staff.roles, ['owner', 'finance'])
    assert.deepEqual([await rolesNow(), told(await clerk.post('/staff/list'))], [['owner', 'finance'], 200])
    const { staff } = await grant(null)
    assert.deepEqual([staff.roles, staff.hasDefaultRoles], [['viewer'], true])
    assert.deepEqual([await rolesNow(), told(await clerk.post('/staff/list'))], [['viewer'], '403 STAFF_FORBIDDEN'])
  })
})

test('staff in the admin: an owner disables and enables people', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  const another = await world.anotherProcess()

  await t.test('disabling ends sessions and links on every process; enabling needs a new link', async () => {
    const leaver = await startDesk(world, 'leaver@aurum.example', ['support'], aurum)
    const path = `/staff/${leaver.staff.staffId}`
    const unused = detailOf(await owner.post(`${path}/link`)).link.loginUrl
    assert.equal(told(await askDesk(another, 'GET', '/me', leaver)), 200)
    const { staff, sessions } = detailOf(await owner.post(`${path}/disable`))
    assert.deepEqual([staff.status, sessions], ['disabled', []])
    for (const process of [world, another]) {
      assert.equal(told(await askDesk(process, 'GET', '/me', leaver)), '401 STAFF_SESSION_INVALID')
      assert.equal(told(await trySignIn(process, tokenOf(unused))), '401 STAFF_LINK_INVALID')
    }
    assert.equal(told(await owner.post(`${path}/link`)), '409 STAFF_DISABLED')
    assert.equal(detailOf(await owner.post(`${path}/enable`)).staff.status, 'active')
    assert.equal(told(await leaver.get('/me')), '401 STAFF_SESSION_INVALID')
    assert.equal(told(await trySignIn(world, tokenOf(unused))), '401 STAFF_LINK_INVALID')
    const { link } = detailOf(await owner.post(`${path}/link`))
    assert.equal(told(await trySignIn(world, tokenOf(link.loginUrl))), 200)
  })

  await t.test('an owner cannot change their own access', async () => {
    const path = `/staff/${owner.staff.staffId}`
    for (const act of ['disable', 'enable', 'link', 'sessions/end', 'sessions/1/end']) {
      assert.equal(told(await owner.post(`${path}/${act}`)), '409 STAFF_OWN_ACCOUNT', act)
    }
    assert.equal(told(await owner.post(`${path}/roles`, { roles: ['viewer'] })), '409 STAFF_OWN_ACCOUNT')
    assert.equal(told(await owner.get('/me')), 200)
  })
})

test('staff in the admin: the audit log names the actor, the change and the person', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  const { staff, link } = detailOf(await owner.post('/staff', { email: 'clerk@aurum.example', roles: ['viewer'] }))
  const clerk = await openDesk(world, tokenOf(link.loginUrl))
  const path = `/staff/${clerk.staff.staffId}`
  for (let times = 0; times < 2; times += 1) await owner.post(`${path}/roles`, { roles: ['support'] })
  await owner.post(`${path}/link`)
  await owner.post(`${path}/sessions/end`)
  for (const act of ['disable', 'disable', 'enable', 'enable', 'sessions/end', 'disable'])
    await owner.post(`${path}/${act}`)
  const employer = { operatorId: aurum.operatorId, actor: 'cli' }
  await createStaff(world.service.ctx, { email: 'clerk@aurum.example', roles: ['viewer'] }, employer)
  const entries = await openRows(world.databaseUrl).query<{ action: string; actor: string; details: object }>(
    `select action, actor, details from audit_log where operator_id = $1 and action like 'staff.%' order by entry_number`,
    [aurum.operatorId],
  )
  const [by, staffId] = [`staff:${owner.staff.staffId}`, staff.staffId]
  const after = entries.slice(entries.findIndex(({ action, actor }) => action === 'staff.invited' && actor === by))
  assert.deepEqual(
    after.map(({ action, actor, details }) => [action, actor, details]),
    [
      ['staff.invited', by, { staffId, roles: ['viewer'] }],
      ['staff.signed_in', `staff:${staffId}`, { method: 'login_link' }],
      ['staff.roles_set', by, { staffId, changes: [{ field: 'roles', from: ['viewer'], to: ['support'] }] }],
      ['staff.link_created', by, { staffId }],
      ['staff.sessions_ended', by, { staffId, sessionId: null }],
      ['staff.disabled', by, { staffId }],
      ['staff.enabled', by, { staffId }],
      ['staff.disabled', by, { staffId }],
      [
        'staff.roles_set',
        'cli',
        {
          staffId,
          changes: [
            { field: 'roles', from: ['support'], to: ['viewer'] },
            { field: 'isDisabled', from: true, to: false },
          ],
        },
      ],
    ],
  )
})

test('staff in the admin: of two owners who disable each other, one remains', async (t) => {
  const { world, aurum, owner: first } = await startOwner(t)
  const another = await world.anotherProcess()
  const second = await startDesk(world, 'second@aurum.example', ['owner'], aurum)
  const disable = (process: World, by: DeskBrowser, whom: DeskBrowser) => () =>
    askDesk(process, 'POST', `/staff/${whom.staff.staffId}/disable`, { cookie: by.cookie, csrf: by.csrfToken })
  const lock = `select pg_advisory_xact_lock(hashtextextended('staff:${aurum.operatorId}', 0))`
  const meeting = openMeeting(world.databaseUrl, 'two owners')
  const moving = await meeting.crowd(lock, [disable(world, first, second), disable(another, second, first)])
  const answers = (await Promise.all(moving)).map(told).sort()
  assert.deepEqual(answers, [200, '403 STAFF_FORBIDDEN'])
  const [left] = await Promise.all([first, second].map(({ get }) => get('/me'))).then((all) => all.map(told).sort())
  assert.equal(left, 200)
})

test('staff in the admin: a request whose body arrives after its sender was disabled is refused', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  const { staff, cookie, csrfToken } = await startDesk(world, 'leaver@aurum.example', ['support'], aurum)
  const { origin } = new URL(world.service.ctx.config.baseUrl)
  const headers = { cookie, origin, 'x-csrf-token': csrfToken, 'content-type': 'application/json' }
  const slow = request(`${world.service.url}/api/admin/me/sessions/end-others`, {
    method: 'POST',
    headers: { ...headers, 'content-length': 2, expect: '100-continue' },
  })
  slow.flushHeaders()
  await once(slow, 'continue')
  await owner.post(`/staff/${staff.staffId}/disable`)
  const answered = once(slow, 'response')
  slow.end('{}')
  const [response] = (await answered) as [IncomingMessage]
  response.resume()
  assert.equal(response.statusCode, 401)
})

test('staff in the admin: links end with the access of their creator', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  const second = await startDesk(world, 'second@aurum.example', ['owner'], aurum)
  const invite = async (name: string) =>
    tokenOf(detailOf(await second.post('/staff', { email: `${name}@aurum.example`, roles: ['owner'] })).link.loginUrl)
  const path = `/staff/${second.staff.staffId}`
  const first = await invite('first')
  await owner.post(`${path}/roles`, { roles: ['viewer'] })
  assert.equal(told(await trySignIn(world, first)), '401 STAFF_LINK_INVALID')
  await owner.post(`${path}/roles`, { roles: ['owner'] })
  const third = await invite('third')
  await owner.post(`${path}/disable`)
  assert.equal(told(await trySignIn(world, third)), '401 STAFF_LINK_INVALID')
})

test('staff in the admin: sessions are listed and ended one by one', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  const another = await world.anotherProcess()
  const sessionsOf = (answer: DeskAnswer) => (answer.body as unknown as { sessions: StaffSessionRow[] }).sessions
  const enter = () => startDesk(world, 'clerk@aurum.example', ['support'], aurum)

  const first = await enter()
  world.clock.advance(minutes(10))
  const [second, third] = [await enter(), await enter()]
  const begun = world.clock.now()
  const [newest, , oldest] = sessionsOf(await third.get('/me/sessions'))
  assert.deepEqual(newest, {
    ...{ sessionId: newest!.sessionId, isCurrent: true, signedInAt: begun.toISOString() },
    ...{ lastSeenAt: begun.toISOString(), expiresAt: new Date(begun.getTime() + minutes(12 * 60)).toISOString() },
    ...{ address: '127.0.0.1', userAgent: 'node' },
  })
  assert.equal(oldest!.isCurrent, false)

  const left = sessionsOf(await third.post(`/me/sessions/${oldest!.sessionId}/end`))
  assert.equal(left.length, 2)
  assert.equal(told(await askDesk(another, 'GET', '/me', first)), '401 STAFF_SESSION_INVALID')
  assert.equal(told(await third.post(`/me/sessions/${oldest!.sessionId}/end`)), 200, 'it has ended already')
  assert.equal(sessionsOf(await third.post('/me/sessions/end-others')).length, 1)
  assert.equal(told(await second.get('/me')), '401 STAFF_SESSION_INVALID')
  assert.equal(told(await third.get('/me')), 200)

  const fourth = await enter()
  const path = `/staff/${third.staff.staffId}`
  const seen = detailOf(await owner.get(path))
  assert.deepEqual(
    seen.sessions.map(({ isCurrent }) => isCurrent),
    [false, false],
  )
  assert.equal(seen.staff.lastSignedInAt, begun.toISOString())
  const ended = detailOf(await owner.post(`${path}/sessions/${newest!.sessionId}/end`))
  assert.equal(ended.sessions.length, 1)
  assert.equal(told(await askDesk(another, 'GET', '/me', third)), '401 STAFF_SESSION_INVALID')
  assert.equal(told(await fourth.get('/me')), 200)
  assert.deepEqual(detailOf(await owner.post(`${path}/sessions/end`)).sessions, [])
  assert.equal(told(await fourth.get('/me')), '401 STAFF_SESSION_INVALID')

  await enter()
  world.clock.advance(minutes(20))
  assert.equal(told(await owner.get('/me')), 200)
  world.clock.advance(minutes(12))
  assert.deepEqual(detailOf(await owner.get(path)).sessions, [], 'a session that is idle for too long is not listed')
})

test('staff sessions: ending the current one signs out and clears the cookie', async (t) => {
  const { owner } = await startOwner(t)
  const { body } = await owner.get('/me/sessions')
  const [{ sessionId }] = (body as unknown as { sessions: [StaffSessionRow] }).sessions
  const { headers } = await owner.post(`/me/sessions/${sessionId}/end`)
  assert.match(headers.get('set-cookie') ?? '', /coffer_desk=;.*Max-Age=0/)
  assert.equal(told(await owner.get('/me')), '401 STAFF_SESSION_INVALID')
})

test('staff sessions: the next sign-in after 30 days deletes the row', async (t) => {
  const { world, aurum } = await startOwner(t)
  const rows = openRows(world.databaseUrl)
  const { staff } = await startDesk(world, 'old@aurum.example', ['viewer'], aurum)
  const stored = () => rows.query('select 1 from staff_sessions where staff_id = $1', [staff.staffId])
  world.clock.advance(minutes(30 * 24 * 60))
  await startDesk(world, 'new@aurum.example', ['viewer'], aurum)
  assert.equal((await stored()).length, 1)
  world.clock.advance(1)
  await startDesk(world, 'newer@aurum.example', ['viewer'], aurum)
  assert.equal((await stored()).length, 0)
})

test('staff limit: adding and enabling beyond it are refused', async (t) => {
  const { world, aurum, owner } = await startOwner(t, { staffPerOperatorCount: 2 })
  const { ctx } = world.service
  const employer = { operatorId: aurum.operatorId, actor: 'test' }
  const email = 'clerk@aurum.example'
  const { staffId } = await createStaff(ctx, { email, roles: ['viewer'] }, employer)
  const last = { email: 'last@aurum.example', roles: ['viewer'] }
  assert.equal(told(await owner.post('/staff', last)), '409 STAFF_LIMIT_REACHED')
  await owner.post(`/staff/${staffId}/disable`)
  assert.equal(told(await owner.post('/staff', last)), 201)
  assert.equal(told(await owner.post(`/staff/${staffId}/enable`)), '409 STAFF_LIMIT_REACHED')
  await assert.rejects(createStaff(ctx, { email, roles: ['viewer'] }, employer), { code: 'STAFF_LIMIT_REACHED' })
})

test('staff requests: each member of staff has a limit of requests and one of changes', async (t) => {
  const limits = { staffRequestsPerMinuteCount: 10, staffChangesPerMinuteCount: 2 }
  const { world, aurum, owner } = await startOwner(t, limits)
  const change = () => owner.post('/me/sessions/end-others')
  assert.deepEqual([told(await change()), told(await change()), told(await change())], [200, 200, '429 RATE_LIMITED'])
  assert.equal(told(await owner.post('/staff/export')), '429 RATE_LIMITED', 'an export is recorded, as a change is')
  assert.equal(told(await owner.post('/staff/list')), 200, 'a list changes nothing')
  const answers: unknown[] = []
  for (let count = 0; count < 6; count++) answers.push(told(await owner.get('/me')))
  assert.deepEqual(answers, [200, 200, 200, 200, 200, '429 RATE_LIMITED'])
  const other = await startDesk(world, 'other@aurum.example', ['viewer'], aurum)
  assert.equal(told(await other.get('/me')), 200)
})
