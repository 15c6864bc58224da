import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { adminRoutes } from '@coffer/contract/admin'
import { PERMISSIONS, type Permission, STAFF_ROLES, type StaffRole } from '@coffer/contract/permissions'
import { OPERATOR_ROLES } from '@coffer/contract/roles'
import type { AdminRoute } from '@coffer/contract/route'
import { setOperatorStatus } from '@coffer/service/administration'
import { disableStaff } from '../../service/src/staff/index.ts'
import { told } from '../support/door.ts'
import { subscribe } from '../support/receiver.ts'
import { openRows } from '../support/rows.ts'
import { askDesk, type DeskAnswer, type DeskBrowser, startDesk } from '../support/staff.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

/** The policy, written apart from the table of the contract: a change of either fails here. */
const POLICY: Record<Permission, readonly StaffRole[]> = {
  'audit.read': ['auditor', 'owner', 'platform_admin'],
  'boxes.manage': ['catalog', 'owner', 'platform_admin'],
  'boxes.read': [
    'auditor',
    'catalog',
    'finance',
    'fulfilment',
    'owner',
    'platform_admin',
    'shipping',
    'support',
    'viewer',
  ],
  'integration.read': ['auditor', 'owner', 'platform_admin', 'support', 'viewer'],
  'deliveries.personal': ['auditor', 'owner', 'platform_admin'],
  'deliveries.read': ['auditor', 'owner', 'platform_admin', 'support'],
  'integration.manage': ['owner', 'platform_admin'],
  'home.read': [
    'auditor',
    'catalog',
    'finance',
    'fulfilment',
    'owner',
    'platform_admin',
    'shipping',
    'support',
    'viewer',
  ],
  'items.approve': ['owner', 'platform_admin'],
  'items.manage': ['catalog', 'owner', 'platform_admin'],
  'items.read': [
    'auditor',
    'catalog',
    'finance',
    'fulfilment',
    'owner',
    'platform_admin',
    'shipping',
    'support',
    'viewer',
  ],
  'items.stock': ['catalog', 'fulfilment', 'owner', 'platform_admin', 'shipping'],
  'kyc.count': ['auditor', 'owner', 'platform_admin', 'support', 'viewer'],
  'kyc.read': ['auditor', 'kyc_reviewer', 'platform_admin'],
  'kyc.review': ['kyc_reviewer', 'platform_admin'],
  'operators.read': ['auditor', 'fulfilment', 'kyc_reviewer', 'platform_admin'],
  'orders.count': ['auditor', 'fulfilment', 'owner', 'platform_admin', 'shipping', 'support', 'viewer'],
  'orders.manage': ['fulfilment', 'owner', 'platform_admin', 'shipping'],
  'orders.read': ['auditor', 'fulfilment', 'owner', 'platform_admin', 'shipping', 'support'],
  'play.read': ['auditor', 'catalog', 'finance', 'owner', 'platform_admin', 'viewer'],
  'players.read': ['auditor', 'finance', 'owner', 'platform_admin', 'support'],
  'players.personal': ['owner', 'platform_admin'],
  'players.restrict': ['owner', 'platform_admin', 'support'],
  'rounds.read': ['auditor', 'finance', 'owner', 'platform_admin', 'support'],
  'staff.read': ['auditor', 'owner', 'platform_admin'],
  'staff.manage': ['owner', 'platform_admin'],
}

test('permissions: each role has those of the policy', () => {
  const table = Object.entries(PERMISSIONS).map(([name, roles]) => [name, [...roles].sort()])
  assert.deepEqual(Object.fromEntries(table), POLICY)
})

const ROUTES = Object.entries<AdminRoute>(adminRoutes)

test('permissions: an auditor may use every route that reads and none that changes', () => {
  for (const [name, { access, method, reads, success }] of ROUTES) {
    if (access === 'anyone' || access === 'session' || access === 'staff') continue
    const isRead = method === 'GET' || reads === true || success[200] === 'csv'
    assert.equal(POLICY[access].includes('auditor'), isRead, name)
  }
})

/** No row has this id. */
const UNKNOWN_ID = '999999'

/** Calls a route with these path parameters. */
function call(
  world: World,
  { method, path }: AdminRoute,
  desk: Pick<DeskBrowser, 'cookie' | 'csrfToken'> | null,
  { ids = {}, body }: { ids?: Record<string, unknown>; body?: object } = {},
): Promise<DeskAnswer> {
  const all: Record<string, unknown> = { kind: 'front', ...ids }
  const filled = path.replace('/api/admin', '').replace(/:(\w+)/g, (_, name: string) => `${all[name] ?? UNKNOWN_ID}`)
  const session = { cookie: desk?.cookie ?? null, csrf: desk?.csrfToken ?? null }
  return askDesk(world, method, filled, { ...session, ...(body && { body }) })
}

test('permissions: every route serves the roles of its permission and refuses others', async (t) => {
  const { world, aurum, borealis } = await startOperators(t)
  const { ctx } = world.service
  const isOfOperator = (role: StaffRole) => OPERATOR_ROLES.some((one) => one === role)
  const signIn = (name: string, role: StaffRole, operator?: TestOperator) =>
    startDesk(world, `${name}@desk.example`, [role], operator)

  const desks: [StaffRole, DeskBrowser][] = []
  for (const role of STAFF_ROLES) {
    desks.push([role, await signIn(role, role, isOfOperator(role) ? aurum : undefined)])
  }
  const disabled = await signIn('disabled', 'platform_admin')
  await disableStaff(ctx, { staffId: disabled.staff.staffId })
  const suspended = await signIn('suspended', 'owner', borealis)
  await setOperatorStatus(ctx, borealis.operatorId, { status: 'suspended', reason: 'a test', actor: 'test' })

  for (const [name, route] of ROUTES) {
    const { access } = route
    if (access === 'anyone' || access === 'session') continue
    // The pace at which a person may make changes.
    world.clock.advance(1_000)
    for (const [role, desk] of desks) {
      const answer = await call(world, route, desk)
      if (access !== 'staff' && !POLICY[access].includes(role)) {
        assert.equal(told(answer), '403 STAFF_FORBIDDEN', `${role}: ${name}`)
      } else if (name === 'startPasskey' && isOfOperator(role)) {
        assert.equal(told(answer), '403 PASSKEYS_FOR_PLATFORM_ONLY', role)
      } else assert.ok([200, 404, 409, 422].includes(answer.status), `${role}: ${name} ${told(answer)}`)
    }
    assert.equal(told(await call(world, route, disabled)), '401 STAFF_SESSION_INVALID', name)
    assert.equal(told(await call(world, route, suspended)), '403 OPERATOR_SUSPENDED', name)
    assert.equal(told(await call(world, route, null)), '401 STAFF_SESSION_INVALID', name)
  }
})

test('permissions: staff of an operator reach no person of another operator or of the platform', async (t) => {
  const { world, aurum, borealis } = await startOperators(t)
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], aurum)
  const rows = openRows(world.databaseUrl)
  const others = [
    await startDesk(world, 'owner@borealis.example', ['owner'], borealis),
    await startDesk(world, 'admin@desk.example', ['platform_admin']),
  ]
  const [session] = await rows.query<{ session_id: number }>(
    'select session_id from staff_sessions where staff_id = $1',
    [others[0]!.staff.staffId],
  )
  const unchanged = await rows.fingerprint()
  for (const { staff } of others) {
    const ids = { staffId: staff.staffId, sessionId: session!.session_id }
    for (const [name, route] of ROUTES.filter(([, { path }]) => path.includes(':staffId'))) {
      const body = name === 'grantStaffRoles' ? { roles: ['viewer'] } : undefined
      assert.equal(told(await call(world, route, owner, { ids, ...(body && { body }) })), '404 STAFF_NOT_FOUND', name)
    }
  }
  const own = await owner.post(`/me/sessions/${session!.session_id}/end`)
  assert.equal(told(own), 200, 'the session is none of theirs, so nothing ends')
  assert.equal(told(await owner.post('/staff/list', { operator: 'borealis' })), '404 OPERATOR_NOT_FOUND')
  const invited = { email: 'new@borealis.example', roles: ['owner'], operator: 'borealis' }
  assert.equal(told(await owner.post('/staff', invited)), '404 OPERATOR_NOT_FOUND')
  assert.deepEqual(await rows.fingerprint(), unchanged)
  for (const { get } of others) assert.equal(told(await get('/me')), 200)
})

test('permissions: staff of an operator reach no endpoint and no delivery of another operator', async (t) => {
  const { world, aurum, borealis } = await startOperators(t)
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], aurum)
  const { endpointId } = await subscribe(t, world, borealis)
  const { delivery } = await borealis.coffer.testEndpoint({ endpointId })
  const rows = openRows(world.databaseUrl)
  const unchanged = await rows.fingerprint()
  const ids = { endpointId, deliveryId: delivery.id }
  const bodies: Record<string, object> = {
    changeEndpoint: { types: ['box_updated'], version: 1 },
    rotateEndpointSecret: { overlapHours: 0, version: 1 },
  }
  const routes = ROUTES.filter(([, { path }]) => path.startsWith('/api/admin/webhooks/'))
  for (const [name, route] of routes) {
    if (!route.path.includes(':')) continue
    const missing = route.path.includes(':deliveryId') ? 'DELIVERY_NOT_FOUND' : 'ENDPOINT_NOT_FOUND'
    const body = route.method === 'POST' ? { body: bodies[name] ?? {} } : {}
    assert.equal(told(await call(world, route, owner, { ids, ...body })), `404 ${missing}`, name)
  }
  const whole = { url: 'http://127.0.0.1:9', types: ['box_updated'], overlapHours: 0, version: 1, operator: 'borealis' }
  for (const [name, route] of routes) {
    const named = route.method === 'GET' ? { ...route, path: `${route.path}?operator=borealis` } : route
    const body = route.method === 'POST' ? { body: whole } : {}
    assert.equal(told(await call(world, named, owner, { ids, ...body })), '404 OPERATOR_NOT_FOUND', name)
  }
  assert.deepEqual(await rows.fingerprint(), unchanged)
  const listed = await owner.get('/webhooks/endpoints')
  assert.deepEqual(listed.body, { endpoints: [] })
  assert.deepEqual((await owner.post('/webhooks/deliveries/list', {})).body.deliveries, [])
})

test('permissions: staff of an operator reach no settings or keys of another operator', async (t) => {
  const { world, aurum, borealis } = await startOperators(t)
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], aurum)
  const rows = openRows(world.databaseUrl)
  const unchanged = await rows.fingerprint()
  const routes = ROUTES.filter(([, { path }]) => /^\/api\/admin\/(integration|keys)/.test(path))
  assert.equal(routes.length, 8)
  const ids = { keyId: borealis.keyId }
  const whole = { overlapHours: 0, version: 1, scopes: ['read'], requireNonce: false, operator: 'borealis' }
  for (const [name, route] of routes) {
    const named = route.method === 'GET' ? { ...route, path: `${route.path}?operator=borealis` } : route
    const body = route.method === 'POST' ? { body: whole } : {}
    assert.equal(told(await call(world, named, owner, { ids, ...body })), '404 OPERATOR_NOT_FOUND', name)
    if (!route.path.includes(':')) continue
    const own = { ids, body: { overlapHours: 0 } }
    assert.equal(told(await call(world, route, owner, own)), '404 API_KEY_NOT_FOUND', name)
  }
  assert.deepEqual(await rows.fingerprint(), unchanged)
  const { keys } = (await owner.post('/keys/list', {})).body
  assert.deepEqual(
    (keys as { keyId: string }[]).map(({ keyId }) => keyId),
    [aurum.keyId],
  )
})

async function startOperators(t: TestContext) {
  const world = await startWorld(t, { wallet: false, operators: { aurum: {}, borealis: {} } })
  return { world, aurum: world.operators.aurum!, borealis: world.operators.borealis! }
}
