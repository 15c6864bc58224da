import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiKeyRow } from '@coffer/contract/admin'
import { SCOPES } from '@coffer/contract/api-keys'
import { API_KEY_LIST } from '@coffer/contract/list'
import { s2sRoutes } from '@coffer/contract/s2s'
import { createCoffer } from '@coffer/operator-sdk'
import { createKey, revokeKey, rotateKey } from '@coffer/service/administration'
import type { HttpRequest } from '@coffer/service/platform'
import { parse } from 'csv-parse/sync'
import { insertUndecided, integrationIn, integrationOf, keysIn } from '../support/admin-integration.ts'
import { auditEntries } from '../support/admin-webhooks.ts'
import { knock, told } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { type DeskAnswer, type DeskBrowser, faultyFields, startDesk, startOwner } from '../support/staff.ts'
import { openBody, startWorld } from '../support/world.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const WALLET = { url: 'http://wallet.casino.example/coffer' }
const OTHER_WALLET = { url: 'http://wallet.casino.example/further' }

test('integration: wallet URL and allowed origins are changed and audited', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  const first = await integrationOf(owner)
  const { version } = first
  assert.deepEqual(first, {
    version,
    wallet: { url: '', undecidedCount: 0, oldSecretEndsAt: null },
    allowedOrigins: [],
    isFramedByAll: true,
  })
  const change = (fields: object) => owner.post('/integration', fields)
  const withUrl = { ...first, version: version + 1, wallet: { ...first.wallet, ...WALLET } }
  assert.deepEqual(integrationIn(await change({ wallet: WALLET, version })), withUrl)
  const origins = { allowedOrigins: ['HTTPS://Casino.example:443', 'https://casino.example', 'http://127.0.0.1:8080'] }
  assert.equal(told(await change({ ...origins, version })), '409 SETTINGS_CHANGED', 'based on an outdated version')
  const whole = {
    ...withUrl,
    version: version + 2,
    allowedOrigins: ['https://casino.example', 'http://127.0.0.1:8080'],
    isFramedByAll: false,
  }
  assert.deepEqual(integrationIn(await change({ ...origins, isSameWallet: true, version: version + 1 })), whole)
  assert.deepEqual(integrationIn(await change({ ...origins, version: version + 2 })), whole, 'nothing changes')
  assert.deepEqual(await integrationOf(owner), whole)
  // Another setting is changed in the meantime.
  await world.settings(aurum, { minRtpBps: 8600 })
  assert.equal(told(await change({ wallet: OTHER_WALLET, version: version + 2 })), '409 SETTINGS_CHANGED')
  assert.equal((await aurum.coffer.config()).wallet.configured, true)

  const log = await auditEntries(owner)
  const own = log.filter(({ actor }) => actor === `staff:${owner.staff.staffId}`).reverse()
  assert.deepEqual(
    own
      .filter(({ action }) => action === 'settings.changed')
      .map(({ address, details, changes }) => [address, details, ...changes]),
    [
      ['127.0.0.1', {}, { field: 'wallet.url', before: '', after: WALLET.url }],
      ['127.0.0.1', {}, { field: 'allowedOrigins', before: [], after: whole.allowedOrigins }],
    ],
  )
})

test('integration: a 422 names the field of each bad input', async (t) => {
  const { world, owner } = await startOwner(t)
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  const { version } = await integrationOf(owner)
  const rows = openRows(world.databaseUrl)
  const unchanged = await rows.fingerprint()
  const urls = ['nonsense', 'ftp://casino.example', 'http://u:p@casino.example', `http://a.example/${'x'.repeat(2048)}`]
  for (const url of [...urls, 'http://169.254.169.254/', null]) {
    assert.deepEqual(await faultyFields(owner, '/integration', { wallet: { url }, version }), ['wallet.url'], `${url}`)
  }
  for (const origin of [
    'casino.example',
    'https://casino.example/',
    'https://a.example/b',
    'https://*',
    '*',
    'null',
    '',
  ]) {
    const allowedOrigins = ['https://casino.example', origin]
    assert.deepEqual(await faultyFields(owner, '/integration', { allowedOrigins, version }), ['allowedOrigins.1'])
  }
  const tooMany = Array.from({ length: 51 }, (_, number) => `https://a${number}.example`)
  assert.deepEqual(await faultyFields(owner, '/integration', { allowedOrigins: tooMany, version }), ['allowedOrigins'])
  for (const bad of [0, 1.5, '1', null]) {
    assert.deepEqual(await faultyFields(owner, '/integration', { version: bad }), ['version'])
    assert.deepEqual(await faultyFields(owner, '/integration/rotate-secret', { overlapHours: 1, version: bad }), [
      'version',
    ])
  }
  const key = `/keys/${world.operator.keyId}`
  for (const overlapHours of [-1, 0.5, 169, '24', null]) {
    assert.deepEqual(await faultyFields(owner, '/integration/rotate-secret', { overlapHours, version }), [
      'overlapHours',
    ])
    assert.deepEqual(await faultyFields(owner, `${key}/rotate`, { overlapHours }), ['overlapHours'])
  }
  for (const scopes of [[], ['unknown'], 'read', Array(99).fill('read')]) {
    assert.match((await faultyFields(owner, '/keys', { scopes, requireNonce: false })).join(), /^scopes/)
  }
  assert.deepEqual(await faultyFields(owner, '/keys', { scopes: ['read'], requireNonce: 'no' }), ['requireNonce'])
  assert.deepEqual(await faultyFields(owner, '/integration', { isSameWallet: 'yes', version }), ['isSameWallet'])
  assert.deepEqual(await faultyFields(owner, '/keys/list', { status: 'unknown' }), ['status'])
  assert.deepEqual(await faultyFields(owner, '/keys/list', { sort: 'keyId' }), ['sort'])
  assert.deepEqual(await faultyFields(owner, '/keys/list', { limit: 0 }), ['limit'])
  assert.deepEqual(await faultyFields(owner, '/keys/export', { status: 'unknown' }), ['status'])
  const whole = { version, overlapHours: 1, scopes: ['read'], requireNonce: false }
  const paths = ['/integration', '/integration/rotate-secret', '/keys', '/keys/list', '/keys/export']
  for (const path of [...paths, `${key}/rotate`, `${key}/revoke`]) {
    assert.deepEqual(await faultyFields(admin, path, whole), ['operator'], path)
    assert.equal(told(await admin.post(path, { ...whole, operator: 'nowhere' })), '404 OPERATOR_NOT_FOUND', path)
  }
  assert.equal(told(await admin.get('/integration')), '422 VALIDATION_FAILED')
  assert.equal(told(await admin.get('/integration?operator=nowhere')), '404 OPERATOR_NOT_FOUND')
  assert.deepEqual(await integrationOf(admin, `?operator=${world.operator.slug}`), await integrationOf(owner))
  assert.deepEqual(await rows.fingerprint(), unchanged)
})

test('integration: undecided operations, not conflicts, block a new wallet URL', async (t) => {
  const { world, aurum, owner } = await startOwner(t)
  const empty = await integrationOf(owner)
  const { version } = integrationIn(await owner.post('/integration', { wallet: WALLET, version: empty.version }))
  const remove = await insertUndecided(world, aurum)
  assert.equal((await integrationOf(owner)).wallet.undecidedCount, 1)
  const change = (fields: object) => owner.post('/integration', { version, ...fields })
  for (const url of [OTHER_WALLET.url, '']) {
    assert.equal(told(await change({ wallet: { url } })), '409 WALLET_OPERATIONS_UNDECIDED', url)
  }
  const { wallet } = await integrationOf(owner)
  assert.equal(wallet.url, WALLET.url)
  assert.equal(told(await change({ wallet: { url: '' }, isSameWallet: true })), '409 WALLET_OPERATIONS_UNDECIDED')
  const changed = integrationIn(await change({ wallet: OTHER_WALLET, isSameWallet: true }))
  assert.deepEqual([changed.wallet.url, changed.version], [OTHER_WALLET.url, version + 1])
  const [entry] = await auditEntries(owner)
  assert.deepEqual(entry!.changes, [{ field: 'wallet.url', before: WALLET.url, after: OTHER_WALLET.url }])
  assert.deepEqual(entry!.details, { isForced: true, undecidedCount: 1 })
  // Staff must look at a conflict, but the wallet has decided it.
  await openRows(world.databaseUrl).query("update wallet_operations set state = 'conflict', closed_at = now()")
  const decided = integrationIn(await change({ wallet: WALLET, version: version + 1 }))
  assert.deepEqual(decided.wallet, { ...WALLET, undecidedCount: 0, oldSecretEndsAt: null })
  assert.deepEqual((await auditEntries(owner))[0]!.details, {})
  await remove()
})

test('integration: a wallet URL of an operator leads to public hosts only', async (t) => {
  const environment = { COFFER_ALLOWED_PRIVATE_HOSTS: '10.0.0.0/8' }
  const world = await startWorld(t, { wallet: false, environment })
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], world.operator)
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  const sent: HttpRequest[] = []
  world.service.ctx.http.send = async (request) => {
    sent.push(request)
    const body = JSON.stringify({ accepted: false, errorCode: 'INSUFFICIENT_FUNDS' })
    return { kind: 'answered', status: 200, headers: {}, body: Buffer.from(body) }
  }
  let clickCount = 0
  const lastCallIsPublicOnly = async () => {
    sent.length = 0
    const player = await world.play(world.operator, 'ann')
    await player.open(openBody(world.operator, `click-${clickCount++}`))
    const types = sent.map(({ body }) => (JSON.parse(String(body)) as { type: string }).type)
    assert.deepEqual(types, ['wallet.balance', 'wallet.debit'])
    assert.equal(sent[0]!.isPublicOnly, sent[1]!.isPublicOnly)
    return sent[0]!.isPublicOnly
  }
  const { version } = await integrationOf(owner)
  const wallet = { url: 'http://10.1.2.3:9200/wallet' }
  assert.deepEqual(await faultyFields(owner, '/integration', { wallet, version }), ['wallet.url'])
  const named = { operator: world.operator.slug }
  integrationIn(await admin.post('/integration', { wallet, version, ...named }))
  assert.equal(await lastCallIsPublicOnly(), false)
  const again = { url: `${wallet.url}/2` }
  assert.deepEqual(await faultyFields(owner, '/integration', { wallet: again, version: version + 1 }), ['wallet.url'])
  integrationIn(await owner.post('/integration', { allowedOrigins: ['https://casino.example'], version: version + 1 }))
  assert.equal(await lastCallIsPublicOnly(), false, 'the URL is still that of the platform')
  integrationIn(await owner.post('/integration', { wallet: WALLET, version: version + 2 }))
  assert.equal(await lastCallIsPublicOnly(), true, 'a public name may lead to a private address')
  assert.deepEqual(sent.at(-1)?.url, WALLET.url)
  integrationIn(await admin.post('/integration', { allowedOrigins: [], version: version + 3, ...named }))
  assert.equal(await lastCallIsPublicOnly(), true, 'the URL is still that of the operator')
  integrationIn(await admin.post('/integration', { wallet: OTHER_WALLET, version: version + 4, ...named }))
  assert.equal(await lastCallIsPublicOnly(), false)
})

test('rotation in the admin while the wallet is called: no call fails', async (t) => {
  const world = await startWorld(t)
  const { operator, casino, clock } = world
  const accept = (...outboundSecret: string[]) =>
    casino.addOperator({ ...operator, outboundSecret, name: 'Aurum', casinoUrl: `${casino.url}/c/aurum` })
  const rotate = async () => {
    const owner = await startDesk(world, `${clock.now().getTime()}@aurum.example`, ['owner'], operator)
    const { version } = await integrationOf(owner)
    const answer = await owner.post('/integration/rotate-secret', { overlapHours: 24, version })
    const { oldSecretEndsAt } = integrationIn(answer).wallet
    assert.equal(oldSecretEndsAt, new Date(clock.now().getTime() + DAY_MS).toISOString())
    const again = await owner.post('/integration/rotate-secret', { overlapHours: 24, version })
    assert.equal(told(again), '409 SETTINGS_CHANGED', 'a repeated rotation does not replace the new secret')
    const [entry] = await auditEntries(owner)
    assert.deepEqual([entry!.action, entry!.details], ['operator.secret_rotated', { oldEndsAt: oldSecretEndsAt }])
    return (answer.body as { outboundSecret?: string }).outboundSecret!
  }
  const { http } = world.service.ctx
  const send = http.send
  const statuses: unknown[] = []
  let rotation: Promise<string> | null = null
  http.send = async (request) => {
    // The first calls of a round are signed before the rotation and sent after it, the others are signed after it.
    rotation ??= rotate()
    await rotation
    const reply = await send(request)
    statuses.push(reply.kind === 'answered' ? reply.status : reply.kind)
    return reply
  }
  const open = async (name: string) => {
    const player = await world.play(operator, name)
    return (await player.open(openBody(operator, 'click'))).status
  }
  let known = operator.outboundSecret
  for (const round of [1, 2]) {
    rotation = null
    const opened = await Promise.all(Array.from({ length: 8 }, (_, number) => open(`before-${round}-${number}`)))
    const secret = await rotation!
    assert.notEqual(secret, known)
    accept(secret, known)
    opened.push(await open(`overlap-${round}`))
    clock.advance(DAY_MS)
    opened.push(await open(`after-${round}`))
    accept(secret)
    opened.push(await open(`last-${round}`))
    assert.deepEqual(opened, Array(11).fill(200))
    known = secret
  }
  assert.ok(statuses.length >= 22)
  assert.deepEqual(new Set(statuses), new Set([200]))
})

test('API keys: created, rotated once and revoked, with audit entries', async (t) => {
  const { world, owner } = await startOwner(t)
  const { clock, operator } = world
  const now = () => clock.now().toISOString()
  const created = newKeyIn(await owner.post('/keys', { scopes: ['read', 'play', 'read'], requireNonce: true }), 201)
  const { keyId } = created.key
  const fresh = { createdAt: now(), lastUsedAt: null, endsAt: null, revokedAt: null }
  const shown = { keyId, status: 'active', scopes: ['read', 'play'], requireNonce: true, ...fresh }
  assert.deepEqual(created.key, shown)
  const works = async ({ key, keySecret }: NewKey) => {
    const client = { baseUrl: world.baseUrl, keyId: key.keyId, keySecret, now: () => clock.now().getTime() }
    return createCoffer(client)
      .health()
      .then(
        () => 200,
        ({ status }: { status?: number }) => status,
      )
  }
  assert.equal(await works(created), 200)
  const other = newKeyIn(await owner.post('/keys', { scopes: ['kyc'], requireNonce: false }), 201)
  const read = await knock(world, s2sRoutes.config, { keyId: other.key.keyId, keySecret: other.keySecret })
  assert.equal(told(read), '403 SCOPE_MISSING')
  assert.equal((await keysIn(owner, { search: keyId })).keys[0]!.lastUsedAt, now())

  const rotate = () => owner.post(`/keys/${keyId}/rotate`, { overlapHours: 2 })
  const [answer, refused] = (await Promise.all([rotate(), rotate()])).sort((one, other) => one.status - other.status)
  assert.equal(told(refused!), '409 API_KEY_ROTATED', 'one of two concurrent rotations')
  const rotated = newKeyIn(answer!, 200)
  const endsAt = new Date(clock.now().getTime() + 2 * HOUR_MS).toISOString()
  assert.deepEqual(rotated.key, { ...shown, keyId: rotated.key.keyId })
  const replaced = { ...shown, status: 'ending', lastUsedAt: now(), endsAt }
  assert.deepEqual((answer!.body as { replaced?: ApiKeyRow }).replaced, replaced)
  assert.deepEqual([await works(created), await works(rotated)], [200, 200])
  clock.advance(2 * HOUR_MS)
  const later = await startDesk(world, 'second@aurum.example', ['owner'], operator)
  assert.deepEqual([await works(created), await works(rotated)], [401, 200])
  assert.equal(told(await later.post(`/keys/${keyId}/rotate`, { overlapHours: 2 })), '409 API_KEY_ENDED')

  for (const repeat of [1, 2]) {
    const revoked = await later.post(`/keys/${rotated.key.keyId}/revoke`)
    assert.equal((revoked.body as { key?: ApiKeyRow }).key!.status, 'revoked', `${repeat}`)
  }
  assert.equal(await works(rotated), 401)
  const statuses = (await keysIn(later)).keys.map(({ keyId, status }) => [keyId, status])
  assert.deepEqual(statuses, [
    [rotated.key.keyId, 'revoked'],
    [other.key.keyId, 'active'],
    [keyId, 'ended'],
    [operator.keyId, 'active'],
  ])

  const log = (await auditEntries(later)).filter(({ objectType, actor }) => objectType === 'key' && actor !== 'test')
  assert.deepEqual(
    log.toReversed().map(({ action, objectId, actor }) => [action, objectId, actor]),
    [
      ['key.created', keyId, `staff:${owner.staff.staffId}`],
      ['key.created', other.key.keyId, `staff:${owner.staff.staffId}`],
      ['key.created', rotated.key.keyId, `staff:${owner.staff.staffId}`],
      ['key.rotated', keyId, `staff:${owner.staff.staffId}`],
      ['key.revoked', rotated.key.keyId, `staff:${later.staff.staffId}`],
    ],
  )
  const text = JSON.stringify(await auditEntries(later))
  for (const { keySecret } of [created, rotated]) assert.ok(!text.includes(keySecret))
})

test('API keys: the limit; above it only a rotation without an overlap succeeds', async (t) => {
  const { world, owner } = await startOwner(t, { apiKeysCount: 3 })
  const create = () => owner.post('/keys', { scopes: [...SCOPES], requireNonce: false })
  const answers = (await Promise.all(Array.from({ length: 5 }, create))).map(told)
  assert.deepEqual(answers.toSorted(), [201, 201, ...Array(3).fill('409 API_KEY_LIMIT_REACHED')].toSorted())
  const { keyId } = world.operator
  const rotate = (overlapHours: number) => owner.post(`/keys/${keyId}/rotate`, { overlapHours })
  assert.equal(told(await rotate(1)), '409 API_KEY_LIMIT_REACHED', 'both keys would work')
  // More keys than the limit, from before there was one.
  const { ctx } = world.service
  const ofMore = { ...ctx, limits: { ...ctx.limits, apiKeysCount: 4 } }
  await createKey(ofMore, { operatorId: world.operator.operatorId, actor: 'test' })
  const replaced = (await rotate(0)).body as { key?: ApiKeyRow; replaced?: ApiKeyRow }
  assert.equal(replaced.replaced!.status, 'ended')
  assert.equal(told(await create()), '409 API_KEY_LIMIT_REACHED')
  // Four keys work and the limit is three: two are revoked to make room for one.
  for (const key of (await keysIn(owner, { status: 'active' })).keys.slice(0, 2)) {
    assert.equal(told(await owner.post(`/keys/${key.keyId}/revoke`)), 200)
  }
  assert.equal(told(await create()), 201)
  assert.equal((await keysIn(owner, { status: 'active' })).keys.length, 3)
})

test('API keys: filters, pages and the export return the matching rows', async (t) => {
  const { world, owner } = await startOwner(t)
  const { service, operator, clock } = world
  const { operatorId } = operator
  const made: string[] = [operator.keyId]
  for (const scopes of [['read'], ['play'], ['kyc']]) {
    made.push(newKeyIn(await owner.post('/keys', { scopes, requireNonce: false }), 201).key.keyId)
  }
  const actor = 'test'
  const keyId = made[1]!
  made.push((await rotateKey(service.ctx, { operatorId, keyId, overlapMs: HOUR_MS, actor })).keyId)
  await revokeKey(service.ctx, { operatorId, keyId: made[2]!, actor })
  const idsOf = async (request: object) => (await keysIn(owner, request)).keys.map((key) => key.keyId)
  assert.deepEqual(await idsOf({}), made.toReversed())
  assert.deepEqual(await idsOf({ sort: 'createdAt' }), made)
  assert.deepEqual(await idsOf({ status: 'ending' }), [made[1]])
  assert.deepEqual(await idsOf({ status: 'revoked' }), [made[2]])
  assert.deepEqual(await idsOf({ status: 'active' }), [made[4], made[3], made[0]])
  assert.deepEqual(await idsOf({ search: made[3]!.slice(8, 20) }), [made[3]])
  assert.deepEqual(await idsOf({ search: '%' }), [])
  for (const sort of ['createdAt', '-createdAt']) assert.deepEqual(await pagesOf(owner, sort), await idsOf({ sort }))

  const exported = await owner.post('/keys/export', { status: 'active' })
  const [header, ...lines] = parse(exported.text, { bom: true }) as string[][]
  assert.deepEqual(header, [...API_KEY_LIST.columns])
  assert.deepEqual(
    lines.map(([id]) => id),
    [made[4], made[3], made[0]],
  )
  assert.deepEqual(lines[1], [made[3], 'active', 'kyc', 'false', clock.now().toISOString(), '', '', ''])
  const search = made[3]!.slice(8, 20)
  const found = await owner.post('/keys/export', { search })
  assert.equal((parse(found.text, { bom: true }) as string[][]).length, 2)
  const [entry, earlier] = await auditEntries(owner)
  assert.deepEqual([entry!.action, entry!.details], ['key.exported', { status: null, hasSearch: true }])
  assert.deepEqual([earlier!.action, earlier!.details], ['key.exported', { status: 'active', hasSearch: false }])
  clock.advance(HOUR_MS)
  const later = await startDesk(world, 'second@aurum.example', ['owner'], operator)
  const { keys } = await keysIn(later, { status: 'ended' })
  assert.deepEqual(
    keys.map((key) => key.keyId),
    [made[1]],
  )
})

type NewKey = { key: ApiKeyRow; keySecret: string }

function newKeyIn({ status, body, text }: DeskAnswer, expected: number): NewKey {
  assert.equal(status, expected, text)
  assert.match(String(body.keySecret), /^cks_/)
  return body as unknown as NewKey
}

/** Key IDs of all pages of two, read forwards; each page is read backwards too. */
async function pagesOf(desk: DeskBrowser, sort: string): Promise<string[]> {
  const pages: string[][] = []
  let cursor: string | null = null
  do {
    const page = await keysIn(desk, { sort, limit: 2, ...(cursor !== null && { cursor }) })
    if (page.cursor.prev !== null) {
      const before = await keysIn(desk, { sort, limit: 2, cursor: page.cursor.prev })
      assert.deepEqual(
        before.keys.map(({ keyId }) => keyId),
        pages.at(-1),
      )
    }
    pages.push(page.keys.map(({ keyId }) => keyId))
    cursor = page.cursor.next
  } while (cursor !== null)
  return pages.flat()
}
