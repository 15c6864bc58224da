import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import type {
  AdminPlayer,
  AdminPlayerItem,
  AdminPlayerOrder,
  AdminPlayerRow,
  AdminRoundRow,
  PlayerSpend,
} from '@coffer/contract/admin'
import { PLAYER_LIST } from '@coffer/contract/list'
import type { CursorPair } from '@coffer/contract/shapes'
import { faults } from '@coffer/reference-operator'
import { setRates } from '@coffer/service/administration'
import { parse } from 'csv-parse/sync'
import { hours, later } from '../../service/src/kernel/index.ts'
import { bodyOf, namesOf, playersAs } from '../support/admin-players.ts'
import { failNext, roundIn } from '../support/admin-rounds.ts'
import { auditEntries } from '../support/admin-webhooks.ts'
import { told } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { ADDRESS, CONTACT, shipped } from '../support/shipping.ts'
import { type DeskBrowser, faultyFields, startDesk } from '../support/staff.ts'
import { priceOf, sureBoxes, win, winBody } from '../support/sure-boxes.ts'
import { walkBothWays } from '../support/walk.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

const LIST = '/players/list'

let world: World
let aurum: TestOperator
let beryl: TestOperator
let support: DeskBrowser
let owner: DeskBrowser

before(async (t) => {
  world = await startWorld(t as TestContext, {
    operators: {
      aurum: { catalogue: sureBoxes(), settings: { kyc: { enabled: true } } },
      beryl: { catalogue: sureBoxes('Other') },
    },
    service: { limits: { exportPageCount: 2 } },
  })
  aurum = world.operators.aurum!
  beryl = world.operators.beryl!
  await world.play(aurum, 'ann')
  await world.play(beryl, 'ann')
  const restricted = {
    bob: { selfExcluded: true },
    cyd: { coolOffUntil: inHours(2), dailyOpensCount: 7 },
    dee: { dailySpendMinor: 5000 },
    eve: { selfExcluded: true, dailySpendMinor: 0 },
    fay: { selfExcluded: false },
  }
  for (const [playerExternalId, change] of Object.entries(restricted)) {
    await aurum.coffer.setRestrictions({ playerExternalId, ...change })
  }
  await pass(0)
})

/** Lets hours pass. Sessions of staff end meanwhile, so others sign in. */
async function pass(count: number) {
  world.clock.advance(hours(count))
  const at = `${world.clock.now().getTime()}@aurum.example`
  support = await startDesk(world, `support-${at}`, ['support'], aurum)
  owner = await startDesk(world, `owner-${at}`, ['owner'], aurum)
}

const inHours = (count: number) => later(world.clock.now(), hours(count)).toISOString()

const { pageOf, idOf, playerOf, spendOf, restrict } = playersAs(() => support)

const ALL = ['fay', 'eve', 'dee', 'cyd', 'bob', 'ann']

test('players: searches, filters and the export return exactly the matching rows', async () => {
  for (const [filters, expected] of [
    [{}, ALL],
    [{ search: 'bob' }, ['bob']],
    [{ search: 'bo' }, []],
    [{ search: 'BOB' }, []],
    [{ restriction: 'excluded' }, ['eve', 'bob']],
    [{ restriction: 'cool_off' }, ['cyd']],
    [{ restriction: 'capped' }, ['eve', 'dee', 'cyd']],
    [{ restriction: 'capped', search: 'eve' }, ['eve']],
    [{ restriction: 'excluded', search: 'ann' }, []],
  ] as const) {
    assert.deepEqual(namesOf((await pageOf(filters)).players), expected, JSON.stringify(filters))
    const exported = parse((await support.post('/players/export', filters)).text, {
      bom: true,
      columns: true,
    }) as AdminPlayerRow[]
    assert.deepEqual(namesOf(exported), expected, JSON.stringify(filters))
  }
  const { text, headers } = await support.post('/players/export', { restriction: 'cool_off', search: 'cyd' })
  const [columns, cells] = parse(text, { bom: true })
  assert.deepEqual(columns, [...PLAYER_LIST.columns])
  const [{ createdAt, coolOffUntil }] = (await pageOf({ search: 'cyd' })).players as [AdminPlayerRow]
  assert.deepEqual(cells, ['cyd', createdAt, 'false', coolOffUntil, '', '', '7'])
  assert.match(headers.get('content-disposition')!, /players\.csv/)
  const entry = (await auditEntries(owner)).find(({ action }) => action === 'player.exported')
  assert.deepEqual(entry!.details, { restriction: 'cool_off', hasSearch: true })
})

test('players: a cool-off that is over is none, in the list and for its filter', async () => {
  await aurum.coffer.setRestrictions({ playerExternalId: 'cyd', coolOffUntil: inHours(1) })
  assert.deepEqual(namesOf((await pageOf({ restriction: 'cool_off' })).players), ['cyd'])
  await pass(1)
  assert.deepEqual(namesOf((await pageOf({ restriction: 'cool_off' })).players), [])
  assert.equal((await pageOf({ search: 'cyd' })).players[0]!.coolOffUntil, null)
})

test('players: pages of each filter contain each player once, forwards and back', async () => {
  for (const filters of [{}, { restriction: 'capped' }]) {
    const read = async (query: string) => {
      const { limit, cursor: given } = Object.fromEntries(new URLSearchParams(query))
      const { players, cursor } = await pageOf({ ...filters, limit: Number(limit), ...(given && { cursor: given }) })
      return { rows: players, cursor }
    }
    const whole = (await pageOf(filters)).players
    assert.ok(whole.length > 2)
    assert.deepEqual((await walkBothWays(read, 1)).flat(), whole, JSON.stringify(filters))
  }
})

test('players: bad filters, cursors and changes are refused by the name of the field', async () => {
  const { cursor } = await pageOf({ limit: 1 })
  for (const [field, values] of [
    ['cursor', [cursor.next, 'x', Buffer.from('["next","a",1,""]').toString('base64url')]],
    ['search', ['', 'x'.repeat(201)]],
    ['restriction', ['', 'none']],
  ] as const) {
    for (const value of values) {
      const body = { ...(field === 'cursor' && { restriction: 'capped' }), [field]: value }
      assert.deepEqual(await faultyFields(support, LIST, body), [field], `${field} ${value}`)
    }
  }
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  assert.deepEqual(await faultyFields(admin, LIST, {}), ['operator'])
  assert.deepEqual(namesOf((await pageOf({ operator: 'aurum' }, admin)).players), ALL)
  const rows = openRows(world.databaseUrl)
  const unchanged = await rows.fingerprint()
  const path = `/players/${await idOf('ann')}/restrictions`
  const basis = { version: 0, currency: 'EUR' }
  const reason = 'Asked by telephone'
  for (const [body, field] of [
    [{ selfExcluded: true }, 'reason'],
    [{ selfExcluded: true, reason: '' }, 'reason'],
    [{ selfExcluded: true, reason: ' \t' }, 'reason'],
    [{ selfExcluded: true, reason: 'x'.repeat(501) }, 'reason'],
    [{ reason, selfExcluded: 'yes' }, 'selfExcluded'],
    [{ reason, coolOffUntil: 'tomorrow' }, 'coolOffUntil'],
    [{ reason, coolOffUntil: world.clock.now().toISOString() }, 'coolOffUntil'],
    [{ reason, dailySpendMinor: -1 }, 'dailySpendMinor'],
    [{ reason, dailySpendMinor: 0.5 }, 'dailySpendMinor'],
    [{ reason, dailySpendMinor: 1_000_000_000_001 }, 'dailySpendMinor'],
    [{ reason, dailyOpensCount: 1_000_001 }, 'dailyOpensCount'],
    [{ reason, excluded: true }, 'excluded'],
    [{ reason, version: -1 }, 'version'],
    [{ reason, currency: null }, 'currency'],
  ] as const) {
    assert.deepEqual(await faultyFields(support, path, { ...basis, ...body }), [field], JSON.stringify(body))
  }
  for (const [query, field] of [
    ['state=lost', 'state'],
    ['limit=0', 'limit'],
    ['cursor=x', 'cursor'],
  ]) {
    const { status, body } = await support.get(`/players/${await idOf('ann')}/items?${query}`)
    assert.deepEqual([status, Object.keys((body.error as unknown as { fields: object }).fields)], [422, [field]])
  }
  assert.deepEqual(await rows.fingerprint(), unchanged)
})

test('players: staff of an operator reach no player of another operator', async () => {
  const other = await startDesk(world, 'sam@beryl.example', ['owner'], beryl)
  assert.deepEqual(namesOf((await pageOf({}, other)).players), ['ann'])
  assert.deepEqual((await pageOf({ search: 'bob' }, other)).players, [])
  const rows = openRows(world.databaseUrl)
  const unchanged = await rows.fingerprint()
  const playerId = await idOf('ann')
  assert.notEqual(playerId, await idOf('ann', other))
  for (const part of ['', '/balance', '/spend', '/rounds', '/items', '/orders']) {
    assert.equal(told(await other.get(`/players/${playerId}${part}`)), '404 PLAYER_NOT_FOUND', part)
    assert.equal(told(await other.get(`/players/${playerId}${part}?operator=aurum`)), '404 OPERATOR_NOT_FOUND', part)
    assert.equal(told(await support.get(`/players/999999${part}`)), '404 PLAYER_NOT_FOUND', part)
  }
  const change = { selfExcluded: true, reason: 'None', version: 0, currency: 'EUR' }
  const path = `/players/${playerId}/restrictions`
  assert.equal(told(await other.post(path, change)), '404 PLAYER_NOT_FOUND')
  assert.equal(told(await other.post(path, { ...change, operator: 'aurum' })), '404 OPERATOR_NOT_FOUND')
  assert.equal(told(await support.post('/players/999999/restrictions', change)), '404 PLAYER_NOT_FOUND')
  assert.deepEqual(await rows.fingerprint(), unchanged)
})

test('player: spend, returns and net position of each period are those of the feed', async () => {
  const gil = await world.play(aurum, 'gil')
  assert.deepEqual(await spendOf('gil'), [])
  const { items } = await win(aurum, gil, 'book')
  await gil.cashBack(items[0]!.id)
  await world.tick('history')
  await pass(24 * 8)
  await win(aurum, await world.play(aurum, 'gil'), 'mug')
  await world.tick('history')
  await pass(24 * 3)
  const now = await world.play(aurum, 'gil')
  failNext(world, 'debit', faults.refuse('INSUFFICIENT_FUNDS'))
  assert.equal((await now.open(winBody(aurum, 'refused', 'book'))).status, 422)
  await win(aurum, now, 'dust')
  const of = (spentMinor: number, returnedMinor: number) => ({
    ...{ spentMinor, returnedMinor },
    netMinor: returnedMinor - spentMinor,
  })
  const [book, mug, dust] = [priceOf('book'), priceOf('mug'), priceOf('dust')]
  const expected = {
    currency: 'EUR',
    last24Hours: of(dust, 0),
    last7Days: of(mug + dust, 0),
    last30Days: of(book + mug + dust, 360),
    total: of(book + mug + dust, 360),
  }
  assert.deepEqual(await spendOf('gil'), [expected], 'before the newest entry has its place')
  await world.tick('history')
  assert.deepEqual(await spendOf('gil'), [expected])
  await pass(24 * 26)
  const [{ last30Days, total }] = (await spendOf('gil')) as [PlayerSpend]
  assert.deepEqual([last30Days, total], [of(mug + dust, 0), expected.total])
})

test('player: what the wallet moved in another currency is summed apart', async () => {
  await setRates(world.service.ctx, 'EUR', { USD: '2' }, 'test')
  await world.settings(aurum, { currencies: ['EUR', 'USD'] })
  await win(aurum, await world.play(aurum, 'jon'), 'dust')
  const { round } = await win(aurum, await world.play(aurum, 'jon', { currency: 'USD' }), 'dust')
  const sums = (await spendOf('jon')).map(({ currency, last24Hours, total }) => [currency, last24Hours, total])
  const spent = (spentMinor: number) => ({ spentMinor, returnedMinor: 0, netMinor: -spentMinor })
  const [euros, dollars] = [spent(priceOf('dust')), spent(2 * priceOf('dust'))]
  assert.equal(round.currency, 'USD')
  assert.deepEqual(sums, [
    ['EUR', euros, euros],
    ['USD', dollars, dollars],
  ])
})

test('player: items in each state and orders are listed, addresses are not', async () => {
  const hal = await world.play(aurum, 'hal')
  const { items, round } = await win(aurum, hal, 'mug', 'book', 'spins', 'crown')
  const [mug, book, spins, crown] = items.map(({ id }) => id)
  await hal.cashBack(book!)
  const order = await shipped(hal, [mug!])
  const at = `/players/${await idOf('hal')}`
  const itemsOf = async (query = '') =>
    bodyOf<{ items: AdminPlayerItem[]; cursor: CursorPair }>(await support.get(`${at}/items${query}`))
  const all = await itemsOf()
  assert.deepEqual(
    all.items.map(({ inventoryItemId, name, state }) => [inventoryItemId, name, state]),
    [
      [crown, 'Sure crown', 'unresolved'],
      [spins, 'Sure spins', 'forwarded_to_casino'],
      [book, 'Sure book', 'cashed_back'],
      [mug, 'Sure mug', 'ship_requested'],
    ],
  )
  for (const [state, expected] of [
    ['unresolved', [crown]],
    ['cashed_back', [book]],
    ['expired', []],
  ] as const) {
    assert.deepEqual(
      (await itemsOf(`?state=${state}`)).items.map((one) => one.inventoryItemId),
      expected,
    )
  }
  failNext(world, 'credit', faults.serverError())
  await hal.cashBack(crown!)
  const [busy] = (await itemsOf('?state=unresolved')).items
  assert.deepEqual([busy!.inventoryItemId, busy!.state, busy!.roundPublicId], [crown, 'crediting', round.publicId])
  const read = async (query: string) => {
    const { items: rows, cursor } = await itemsOf(`?${query}`)
    return { rows, cursor }
  }
  assert.deepEqual(
    (await walkBothWays(read, 1)).flat().map((one) => one.inventoryItemId),
    [crown, spins, book, mug],
  )
  const answer = await support.get(`${at}/orders`)
  const [shown, ...others] = bodyOf<{ orders: AdminPlayerOrder[] }>(answer).orders
  assert.deepEqual([shown!.publicId, shown!.status, others], [order.publicId, order.status, []])
  assert.deepEqual(shown!.items, [{ inventoryItemId: mug, name: 'Sure mug', waitingForStock: false }])
  for (const personal of [ADDRESS.line1, ADDRESS.name, CONTACT.email]) assert.ok(!answer.text.includes(personal))
})

test('player: sessions that can be played in and verifications are shown', async () => {
  const ivy = await world.play(aurum, 'ivy')
  assert.equal((await playerOf('ivy')).sessions.count, 1)
  await world.play(aurum, 'ivy')
  const { sessions, currency, createdAt } = await playerOf('ivy')
  assert.deepEqual([sessions, currency], [{ count: 2, lastSeenAt: createdAt }, 'EUR'])
  await ivy.call('logout')
  assert.equal((await playerOf('ivy')).sessions.count, 1)
  await pass(1)
  assert.deepEqual((await playerOf('ivy')).sessions, { count: 0, lastSeenAt: null })
  assert.deepEqual((await playerOf('ivy')).verifications, [])
  await aurum.coffer.createKycSession({ playerExternalId: 'ivy', email: 'ivy@example.test', locale: 'en' })
  const { verifications } = await playerOf('ivy')
  assert.deepEqual(
    verifications.map(({ status, isReverification, isErased }) => [status, isReverification, isErased]),
    [['PENDING', false, false]],
  )
  assert.ok(!JSON.stringify(verifications).includes('ivy@example.test'))
})

test('player: the balance is that of the wallet, and its failure has a reason', async () => {
  const path = `/players/${await idOf('ann')}/balance`
  const { balanceMinor, currency, balanceFetchedAt } = bodyOf<Record<string, unknown>>(await support.get(path))
  assert.deepEqual(
    [balanceMinor, currency, balanceFetchedAt],
    [world.casino.wallet.balance('aurum', 'ann', 'EUR'), 'EUR', world.clock.now().toISOString()],
  )
  failNext(world, 'balance', faults.refuse('ACCOUNT_CLOSED'))
  const refused = await support.get(path)
  assert.equal(told(refused), '503 WALLET_UNAVAILABLE')
  assert.equal((refused.body.error as { walletErrorCode?: string }).walletErrorCode, 'ACCOUNT_CLOSED')
  failNext(world, 'balance', faults.serverError())
  assert.equal(told(await support.get(path)), '503 WALLET_UNAVAILABLE')
})

test('player: restrictions are set and lifted with a reason, each with an audit entry', async () => {
  const kim = await world.play(aurum, 'kim')
  const until = inHours(5)
  const set = await restrict('kim', { selfExcluded: true, coolOffUntil: until, dailySpendMinor: 2500 })
  const { restrictions, sessions } = bodyOf<{ player: AdminPlayer }>(set).player
  const { isRestricted, selfExcluded, coolOffUntil, dailySpendMinor, dailySpendCurrency } = restrictions
  assert.deepEqual([isRestricted, selfExcluded, coolOffUntil], [true, true, until])
  assert.deepEqual([dailySpendMinor, dailySpendCurrency, sessions.count], [2500, 'EUR', 0])
  assert.equal((await kim.open(winBody(aurum, 'excluded', 'book'))).body.error.code, 'SESSION_EXPIRED')
  await assert.rejects(world.play(aurum, 'kim'), { code: 'PLAYER_RESTRICTED' })
  const rows = openRows(world.databaseUrl)
  const changes = () => rows.query("select 1 from audit_log where action = 'player.restrictions_changed'")
  const count = (await changes()).length
  bodyOf(await restrict('kim', { selfExcluded: true, dailySpendMinor: 2500 }))
  assert.equal((await changes()).length, count, 'a change without an effect is not recorded')
  await aurum.coffer.setRestrictions({ playerExternalId: 'kim', dailyOpensCount: 9 })
  bodyOf(await restrict('kim', { reason: ' Verified by\u00a0 post ', selfExcluded: false, coolOffUntil: null }, owner))
  await win(aurum, await world.play(aurum, 'kim'), 'dust')
  const player = await playerOf('kim')
  assert.deepEqual(
    [player.restrictions.isRestricted, player.restrictions.dailySpendMinor, player.restrictions.today],
    [false, 2500, { spentMinor: priceOf('dust'), opensCount: 1 }],
  )
  const [lifted, byBackend, first, ...others] = player.restrictionChanges
  assert.deepEqual(others, [])
  assert.deepEqual([lifted!.actor, lifted!.reason], [`staff:${owner.staff.staffId}`, 'Verified by post'])
  assert.deepEqual([lifted!.actorName, lifted!.isPlatformStaff], [owner.staff.email, false])
  assert.deepEqual(lifted!.changes, [
    { field: 'selfExcluded', before: true, after: false },
    { field: 'coolOffUntil', before: until, after: null },
  ])
  assert.deepEqual([byBackend!.actor, byBackend!.reason], [aurum.keyId, null])
  assert.deepEqual([first!.actor, first!.reason], [`staff:${support.staff.staffId}`, 'Asked by telephone'])
  const [entry] = await auditEntries(owner)
  assert.deepEqual([entry!.objectId, entry!.reason, entry!.entryNumber], ['kim', lifted!.reason, lifted!.entryNumber])
})

test('player: a change that is based on other restrictions or another currency is refused', async () => {
  await world.play(aurum, 'lea')
  const { playerId, restrictionVersion: version, currency } = await playerOf('lea')
  const path = `/players/${playerId}/restrictions`
  const change = { reason: 'Asked by telephone', version, currency, coolOffUntil: null, dailySpendMinor: 100 }
  await aurum.coffer.setRestrictions({ playerExternalId: 'lea', coolOffUntil: inHours(100) })
  const rows = openRows(world.databaseUrl)
  const unchanged = await rows.fingerprint()
  assert.equal(told(await support.post(path, change)), '409 RESTRICTIONS_CHANGED')
  const seen = { ...change, version: version + 1 }
  assert.equal(told(await support.post(path, { ...seen, currency: 'JPY' })), '409 RESTRICTIONS_CHANGED')
  assert.deepEqual(await rows.fingerprint(), unchanged)
  assert.equal(told(await support.post(path, seen)), 200)
  assert.equal(told(await support.post(path, seen)), '409 RESTRICTIONS_CHANGED')
})

test('player: changes of restrictions and rounds are those of the player alone', async () => {
  // The ID of an operator's player may be any number: here that of a member of staff, and the reference of a wallet.
  const [name, other] = [`${support.staff.staffId}`, 'max']
  await world.play(aurum, name)
  const { round } = await win(aurum, await world.play(aurum, other), 'dust')
  await openRows(world.databaseUrl).query(
    'update wallet_operations set provider_txn_ref = $1 where idempotency_key = $2',
    [name, `round:${round.publicId}`],
  )
  const roundsOf = async (who: string) => {
    const answer = await support.get(`/players/${await idOf(who)}/rounds`)
    return bodyOf<{ rounds: AdminRoundRow[] }>(answer).rounds.map(({ publicId }) => publicId)
  }
  assert.deepEqual([await roundsOf(name), await roundsOf(other)], [[], [round.publicId]])
  assert.equal((await roundIn(support, round.publicId)).playerId, await idOf(other))
  assert.deepEqual((await playerOf(name)).restrictionChanges, [])
  const admin = await startDesk(world, 'adam@desk.example', ['platform_admin'])
  bodyOf(await restrict(name, { selfExcluded: true, operator: 'aurum' }, admin))
  const [change, ...others] = (await playerOf(name)).restrictionChanges
  assert.deepEqual([change!.actorName, change!.isPlatformStaff, others], [null, true, []])
})
