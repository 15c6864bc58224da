import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { adminPathOf } from '@coffer/contract/admin-path'
import { s2sRoutes } from '@coffer/contract/s2s'
import { createKey, setOperatorStatus } from '@coffer/service/administration'
import { createStaff, disableStaff, grantRoles } from '../../service/src/staff/index.ts'
import { getMe, openSso, signInBySso, ssoLink } from '../support/admin-sso.ts'
import { knock, told } from '../support/door.ts'
import { PATIENT_LIMITS } from '../support/patient-limits.ts'
import { openRows } from '../support/rows.ts'
import { askDesk, startDesk } from '../support/staff.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

const { createAdminSsoLink } = s2sRoutes
const JANE = { adminExternalId: 'u-1', email: 'Jane@aurum.example', displayName: 'Jane Doe' }
const ACTOR = 'test'

test('single sign-on: the ticket', async (t) => {
  const { world, aurum } = await startOperators(t)

  await t.test('a ticket signs in once and lands where the backend said', async () => {
    const { ssoUrl, expiresAt } = await aurum.coffer.createAdminSsoLink({
      ...JANE,
      returnPath: '/shipping?status=open',
    })
    assert.match(ssoUrl, new RegExp(`^${world.service.ctx.config.baseUrl}/admin/sso\\?ticket=at_[\\w-]{43}$`))
    assert.equal(Date.parse(expiresAt) - world.clock.now().getTime(), 60_000)
    const first = await openSso(world, ssoUrl)
    assert.deepEqual([first.status, first.location], [303, '/admin/shipping?status=open'])
    assert.match(first.headers.get('set-cookie') ?? '', /^coffer_desk=ss_[\w-]{43}; HttpOnly; Path=\/; SameSite=Lax$/)
    const headers = ['cache-control', 'referrer-policy'].map((name) => first.headers.get(name))
    assert.deepEqual(headers, ['no-store', 'strict-origin'])
    const { body } = await getMe(world, first.cookie)
    assert.deepEqual(body.staff, {
      staffId: (body.staff as { staffId: number }).staffId,
      email: 'jane@aurum.example',
      displayName: 'Jane Doe',
      operator: { slug: 'aurum', name: 'aurum' },
      roles: ['viewer'],
    })
    const next = await openSso(world, await ssoLink(aurum, JANE), { headers: { cookie: first.cookie! } })
    assert.equal(told(await getMe(world, first.cookie)), '401 STAFF_SESSION_INVALID', 'the session before it has ended')
    assert.equal(told(await getMe(world, next.cookie)), 200)
    const second = await openSso(world, ssoUrl)
    assert.deepEqual([second.status, second.cookie, second.location], [410, null, null])
    assert.match(second.text, /This sign-in link cannot be used/)
  })

  await t.test('of 50 concurrent uses at two processes one gets a session', async () => {
    const another = await world.anotherProcess()
    const ssoUrl = await ssoLink(aurum, JANE)
    const uses = Array.from({ length: 50 }, (_, index) => openSso(index % 2 === 0 ? world : another, ssoUrl))
    const answers = await Promise.all(uses)
    const seen = answers.map(({ status, cookie }) => `${status} ${cookie === null ? 'no cookie' : 'cookie'}`).sort()
    assert.deepEqual(seen, ['303 cookie', ...Array(49).fill('410 no cookie')])
  })

  await t.test('a ticket lives for 60 seconds, and an unused one leaves another valid', async () => {
    const [late, early] = [await ssoLink(aurum, JANE), await ssoLink(aurum, JANE)]
    world.clock.advance(59_999)
    assert.equal((await openSso(world, early)).status, 303)
    world.clock.advance(1)
    assert.equal((await openSso(world, late)).status, 410)
  })

  await t.test('the log has no ticket, no session and no e-mail', () => {
    const log = JSON.stringify(world.lines)
    assert.match(log, /admin sso link created/)
    assert.doesNotMatch(log, /aurum\.example|Jane|\b(at|ss)_[\w-]{43}/)
  })
})

test('single sign-on: HEAD, a prefetch, an image and a wrong ticket use up nothing', async (t) => {
  const { world, aurum } = await startOperators(t)
  const ssoUrl = await ssoLink(aurum, JANE)
  assert.equal((await openSso(world, ssoUrl, { method: 'HEAD' })).status, 404)
  const unasked = [
    ...['sec-purpose', 'purpose', 'x-moz'].map((name) => ({ [name]: 'prefetch' })),
    { 'sec-fetch-dest': 'image' },
  ]
  for (const headers of unasked) {
    const ahead = await openSso(world, ssoUrl, { headers })
    assert.deepEqual([ahead.status, ahead.cookie], [503, null])
  }
  const ticket = new URL(ssoUrl).searchParams.get('ticket')!
  for (const query of ['', '?ticket=', `?ticket=at_${'x'.repeat(43)}`, `?ticket[]=${ticket}`, `?ticket=${ticket}x`]) {
    const { status, cookie } = await openSso(world, `${world.baseUrl}/admin/sso${query}`)
    assert.deepEqual([status, cookie], [410, null], query)
  }
  const link = await askDesk(world, 'POST', '/sign-in', { body: { token: ticket } })
  assert.equal(told(link), '401 STAFF_LINK_INVALID', 'a ticket is no login link')
  assert.equal((await openSso(world, ssoUrl)).status, 303)
})

test('single sign-on: it needs the scope `admin:sso` and an active operator', async (t) => {
  const { world, aurum } = await startOperators(t)
  const { ctx } = world.service
  const { operatorId } = aurum
  const scoped = await createKey(ctx, { operatorId, scopes: ['read', 'play'], actor: ACTOR })
  const body = { adminExternalId: 'u-1' }
  assert.equal(told(await knock(world, createAdminSsoLink, scoped, { body })), '403 SCOPE_MISSING')
  const only = await createKey(ctx, { operatorId, scopes: ['admin:sso'], actor: ACTOR })
  assert.equal(told(await knock(world, createAdminSsoLink, only, { body })), 200)
  const ssoUrl = await ssoLink(aurum, body)
  const { cookie, csrf } = await signInBySso(world, aurum, body)
  await setOperatorStatus(ctx, operatorId, { status: 'suspended', reason: 'a test', actor: ACTOR })
  assert.equal(told(await knock(world, createAdminSsoLink, only, { body })), '403 OPERATOR_SUSPENDED')
  assert.equal((await openSso(world, ssoUrl)).status, 410)
  assert.equal(told(await getMe(world, cookie)), '403 OPERATOR_SUSPENDED')
  const leave = await askDesk(world, 'POST', '/sign-out', { cookie, csrf })
  assert.equal(told(leave), 204, 'signing out is always possible')
  await setOperatorStatus(ctx, operatorId, { status: 'active', reason: 'a test', actor: ACTOR })
  assert.equal(told(await getMe(world, cookie)), '401 STAFF_SESSION_INVALID')
})

test('single sign-on: matching', async (t) => {
  const { world, aurum, borealis } = await startOperators(t)
  const { ctx } = world.service
  const employer = { operatorId: aurum.operatorId, actor: ACTOR }
  const idOf = async (operator: TestOperator, wish: Parameters<typeof ssoLink>[1]) =>
    (await signInBySso(world, operator, wish)).staff.staffId

  await t.test('the id matches first; omitted fields and e-mails of others are unchanged', async () => {
    const known = await idOf(aurum, JANE)
    const other = await idOf(aurum, { adminExternalId: 'u-2', email: 'john@aurum.example' })
    assert.notEqual(other, known)
    const again = await signInBySso(world, aurum, { adminExternalId: 'u-1' })
    assert.deepEqual(
      [again.staff.staffId, again.staff.email, again.staff.displayName],
      [known, 'jane@aurum.example', 'Jane Doe'],
    )
    const renamed = { adminExternalId: 'u-1', email: 'jane.d@aurum.example', displayName: 'Jane D.' }
    assert.deepEqual((await signInBySso(world, aurum, renamed)).staff.email, 'jane.d@aurum.example')
    const { staff } = await signInBySso(world, aurum, { adminExternalId: 'u-1', email: 'john@aurum.example' })
    assert.deepEqual([staff.staffId, staff.email], [known, 'jane.d@aurum.example'])
  })

  await t.test('an e-mail binds an invited person once and conflicts with another id', async () => {
    const invited = await createStaff(ctx, { email: 'owner@aurum.example', roles: ['owner', 'finance'] }, employer)
    const wish = { adminExternalId: 'boss', email: 'OWNER@aurum.example' }
    const { staff } = await signInBySso(world, aurum, wish)
    assert.deepEqual([staff.staffId, staff.roles], [invited.staffId, ['owner', 'finance']])
    const intruder = { email: 'intruder@aurum.example', adminExternalId: 'intruder' }
    await signInBySso(world, aurum, intruder)
    const invite = createStaff(ctx, { email: intruder.email, roles: ['owner'] }, employer)
    await assert.rejects(invite, ({ details }) => /grant roles by staff id/.test(details.fields.email[0]))
    const conflict = await knock(world, createAdminSsoLink, aurum, { body: { ...wish, adminExternalId: 'other' } })
    assert.equal(told(conflict), '409 ADMIN_IDENTITY_CONFLICT')
    assert.equal(await idOf(aurum, wish), invited.staffId)
  })

  await t.test('neither staff of the platform nor of another operator are ever matched', async () => {
    const email = 'shared@desk.example'
    const platform = await startDesk(world, email, ['platform_admin'])
    const theirs = await idOf(borealis, { adminExternalId: 'u-1', email })
    const ours = await signInBySso(world, aurum, { adminExternalId: 'shared', email })
    assert.equal(new Set([platform.staff.staffId, theirs, ours.staff.staffId]).size, 3)
    assert.deepEqual([ours.staff.operator?.slug, ours.staff.roles], ['aurum', ['viewer']])
  })

  await t.test('20 concurrent first links for one person add one person', async () => {
    const wish = { adminExternalId: 'new', email: 'new@aurum.example' }
    const links = await Promise.all(Array.from({ length: 20 }, () => ssoLink(aurum, wish)))
    const people = await Promise.all(
      links.map(async (link) => (await getMe(world, (await openSso(world, link)).cookie)).body.staff),
    )
    assert.equal(new Set(people.map((staff) => (staff as { staffId: number }).staffId)).size, 1)
  })

  await t.test('the audit log of the operator names who was added, bound, and changed', async () => {
    const actions = await auditedActions(world, aurum)
    assert.deepEqual(actions, ['added', 'bound', 'invited', 'profile_changed', 'signed_in'])
  })
})

test('single sign-on: a replaced session is recorded in the log of its person', async (t) => {
  const { world, aurum, borealis } = await startOperators(t)
  const first = await signInBySso(world, borealis, { adminExternalId: 'u-1' })
  const link = await ssoLink(aurum, { adminExternalId: 'u-2' })
  const { status } = await openSso(world, link, { headers: { cookie: first.cookie! } })
  assert.equal(status, 303)
  const entries = await openRows(world.databaseUrl).query(
    "select operator_id, actor, address, details from audit_log where action = 'staff.signed_out'",
  )
  const [operator_id, actor] = [`${borealis.operatorId}`, `staff:${first.staff.staffId}`]
  assert.deepEqual(entries, [{ operator_id, actor, address: '127.0.0.1', details: { because: 'another_sign_in' } }])
})

test('single sign-on: roles', async (t) => {
  const { world, aurum } = await startOperators(t)
  const { ctx } = world.service
  const employer = { operatorId: aurum.operatorId, actor: ACTOR }

  await t.test('default roles follow the setting; granted roles replace them', async () => {
    const wish = { adminExternalId: 'clerk', email: 'clerk@aurum.example' }
    const rolesNow = async () => (await signInBySso(world, aurum, wish)).staff.roles
    assert.deepEqual(await rolesNow(), ['viewer'])
    await world.settings(aurum, { 'adminSso.defaultRoles': ['shipping', 'catalog'] })
    assert.deepEqual(await rolesNow(), ['catalog', 'shipping'])
    await world.settings(aurum, { 'adminSso.defaultRoles': [] })
    assert.deepEqual(await rolesNow(), [])
    const { staff } = await signInBySso(world, aurum, wish)
    await grantRoles(ctx, { staffId: staff.staffId, roles: ['support'] }, employer)
    assert.deepEqual(await rolesNow(), ['support'])
  })

  await t.test('staff of an operator reach nothing of the platform, whatever their role', async () => {
    await createStaff(ctx, { email: 'all@aurum.example', roles: ['owner', 'support', 'viewer'] }, employer)
    const { cookie } = await signInBySso(world, aurum, { adminExternalId: 'all', email: 'all@aurum.example' })
    for (const path of ['/operators', '/kyc/requests/1', '/kyc/requests/1/images/front']) {
      assert.equal(told(await askDesk(world, 'GET', path, { cookie })), '403 STAFF_FORBIDDEN', path)
    }
    const roles = createStaff(ctx, { email: 'x@aurum.example', roles: ['kyc_reviewer'] }, employer)
    await assert.rejects(roles, ({ details }) => /must be one of owner, catalog/.test(details.fields.roles[0]))
  })

  await t.test('disabling ends sessions and tickets on every process', async () => {
    const another = await world.anotherProcess()
    const wish = { adminExternalId: 'leaver', email: 'leaver@aurum.example' }
    const { cookie, staff } = await signInBySso(world, aurum, wish)
    const unused = await ssoLink(aurum, wish)
    assert.equal(told(await getMe(another, cookie)), 200)
    await disableStaff(ctx, { staffId: staff.staffId }, employer)
    for (const process of [world, another])
      assert.equal(told(await getMe(process, cookie)), '401 STAFF_SESSION_INVALID')
    assert.equal((await openSso(world, unused)).status, 410)
    const body = { adminExternalId: wish.adminExternalId }
    assert.equal(told(await knock(world, createAdminSsoLink, aurum, { body })), '403 ADMIN_USER_DISABLED')
  })

  await t.test('the audit log of the operator names the roles that were set and who was disabled', async () => {
    assert.deepEqual(await auditedActions(world, aurum), [
      'added',
      'bound',
      'disabled',
      'invited',
      'roles_set',
      'signed_in',
    ])
  })
})

/** The kinds of changes of staff in the operator's audit log, which names people by their ids alone. */
async function auditedActions({ databaseUrl }: World, { operatorId }: TestOperator): Promise<string[]> {
  const entries = await openRows(databaseUrl).query<{ action: string }>(
    `select action, actor, details from audit_log where operator_id = $1 and action like 'staff.%'`,
    [operatorId],
  )
  assert.doesNotMatch(JSON.stringify(entries), /aurum\.example|Jane/)
  return [...new Set(entries.map(({ action }) => action.replace('staff.', '')))].sort()
}

test('single sign-on: the landing path stays inside the admin', async (t) => {
  const inside = {
    '/': '/admin/',
    '/admin': '/admin',
    '/admin/boxes/42': '/admin/boxes/42',
    '/other': '/admin/other',
    'orders?status=open&q=a%20b': '/admin/orders?status=open&q=a%20b',
    '/administrators': '/admin/administrators',
    '/players/žluť': '/admin/players/%C5%BElu%C5%A5',
    '/q?sum=100%25': '/admin/q?sum=100%25',
    '/q?name=%C5%99%C3%9F%E2%82%AC': '/admin/q?name=%C5%99%C3%9F%E2%82%AC',
  }
  for (const [path, landing] of Object.entries(inside)) assert.equal(adminPathOf(path), landing, path)

  const outside = [
    ...['https://evil.example', 'HTTPS:evil.example', ' javascript:alert(1)', 'data:text/html,x', '/admin/../x'],
    ...['//evil.example', '///evil.example', '/\\evil.example', '\\\\evil.example', '/a/../../x', '..', '/a/..'],
    ...['/%2fevil.example', '/%5Cevil.example', '/%2e%2e/x', '/.%2E/x', '/%252e%252e/x', '/%25252e%25252e/x'],
    ...['%2f%2fevil.example', 'https%3a%2f%2fevil.example', 'javascript%3Aalert(1)', '/x?to=https://evil.example'],
    ...[
      '/a\r\nset-cookie: x=1',
      '/a%0d%0aset-cookie: x=1',
      '/a\u0000',
      '/a\tb',
      '/a\u0085',
      '/#token=st_x',
      '/%23token',
    ],
    ...['/sso', '/admin/sso?ticket=at_x', '/./sso', '/admin/%73so', '/%6Frders', '/x%', '/%zz'],
    ...['a'.repeat(1001), `/%${'25'.repeat(30_000)}`],
  ]
  for (const path of outside) assert.equal(adminPathOf(path), null, path)

  const { world, aurum } = await startOperators(t)
  for (const returnPath of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/a/../../x',
    '/%2e%2e/x',
    7,
  ]) {
    const body = { adminExternalId: 'u-1', returnPath }
    const answer = await knock(world, createAdminSsoLink, aurum, { body })
    assert.deepEqual(
      [answer.status, Object.keys(answer.body.error.fields ?? {})],
      [422, ['returnPath']],
      String(returnPath),
    )
  }
})

function ancestorsIn(headers: Headers): string | undefined {
  return /frame-ancestors ([^;]*)/.exec(headers.get('content-security-policy') ?? '')?.[1]
}

test('framing: by the origins of the own operator only; never for staff of the platform', async (t) => {
  const { world, aurum, borealis } = await startOperators(t)
  const limits = { ...PATIENT_LIMITS, drainMs: 0 }
  const production = await world.anotherProcess({ config: { environment: 'production' }, limits })
  const shown = async (process: World, cookie: string | null, referer = 'https://aurum.example/back-office') => {
    const headers = { referer, 'sec-fetch-dest': 'iframe', ...(cookie !== null && { cookie }) }
    return ancestorsIn((await fetch(`${process.baseUrl}/admin/home`, { headers })).headers)
  }
  const { cookie: ofAurum } = await signInBySso(world, aurum, JANE)
  const { cookie: ofBorealis } = await signInBySso(world, borealis, JANE)
  const platform = await startDesk(world, 'platform@desk.example', ['platform_admin'])
  assert.equal(await shown(world, platform.cookie), "'none'")
  assert.equal(await shown(world, ofAurum), undefined, 'in development an empty list means any page')
  assert.equal(await shown(production, ofAurum), "'none'")
  await world.settings(aurum, { allowedOrigins: ['https://aurum.example'] })
  assert.equal(await shown(production, ofAurum), 'https://aurum.example')
  assert.equal(await shown(production, ofBorealis), "'none'")
  assert.equal(await shown(production, platform.cookie), "'none'")

  assert.equal(await shown(production, null), 'https://aurum.example', 'the page that asks to sign in')
  assert.equal(await shown(production, null, 'https://evil.example/'), "'none'")
  const { headers } = await openSso(production, `${production.baseUrl}/admin/sso?ticket=none`, {
    headers: { referer: 'https://aurum.example/' },
  })
  assert.equal(ancestorsIn(headers), 'https://aurum.example')
})

test('single sign-on: over https the cookie is sent in frames of other sites', async (t) => {
  const environment = { COFFER_BASE_URL: 'https://boxes.example' }
  const world = await startWorld(t, { wallet: false, environment })
  const { headers } = await openSso(world, await ssoLink(world.operator, JANE))
  const attributes = /^__Host-coffer_desk=ss_[\w-]{43}; HttpOnly; Path=\/; Secure; SameSite=None; Partitioned$/
  assert.match(headers.get('set-cookie') ?? '', attributes)
})

async function startOperators(t: TestContext) {
  const world = await startWorld(t, { wallet: false, operators: { aurum: {}, borealis: {} } })
  return { world, aurum: world.operators.aurum!, borealis: world.operators.borealis! }
}
