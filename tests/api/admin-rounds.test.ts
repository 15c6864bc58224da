import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import type { AdminRoundRow } from '@coffer/contract/admin'
import { ROUND_LIST } from '@coffer/contract/list'
import type { CursorPair } from '@coffer/contract/shapes'
import { faults } from '@coffer/reference-operator'
import { parse } from 'csv-parse/sync'
import { failNext, prepay, roundIn } from '../support/admin-rounds.ts'
import { auditEntries } from '../support/admin-webhooks.ts'
import { told } from '../support/door.ts'
import type { Player } from '../support/player.ts'
import { type DeskBrowser, faultyFields, startDesk } from '../support/staff.ts'
import { type SureKey, sureBoxes, win, winBody } from '../support/sure-boxes.ts'
import { aimRoll, UPGRADER_ON, upgraded, upgraderCatalogue, winsAt } from '../support/upgrader.ts'
import { walkBothWays } from '../support/walk.ts'
import { startWorld, type TestOperator, type World } from '../support/world.ts'

const DAY_MS = 86_400_000
const LIST = '/rounds/list'

type Page = { rounds: AdminRoundRow[]; cursor: CursorPair }

let world: World
let aurum: TestOperator
let support: DeskBrowser
/** The public IDs of rounds by name. */
const ids: Record<string, string> = {}
/** The book that was cashed back, and the mug that was staked. */
let book: number
let staked: number
/** The days of the first rounds and of the others. */
let firstDay: string
let secondDay: string

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

async function opened(name: string, player: Player, ...keys: SureKey[]) {
  const { body } = await player.open(winBody(aurum, name, ...keys))
  ids[name] = body.round.publicId
}

async function held(name: string, key: SureKey) {
  const box = await prepay(aurum, { name, key })
  ids[name] = box.roundPublicId
  return box
}

before(async (t) => {
  const catalogue = upgraderCatalogue()
  world = await startWorld(t as TestContext, {
    operators: {
      aurum: { catalogue, settings: UPGRADER_ON },
      beryl: { catalogue: sureBoxes('Other') },
    },
    // The catalogue of the first operator has 17 items, of which 11 are prizes.
    service: { limits: { exportPageCount: 3, searchedItemsCount: 11 } },
  })
  const { clock, operators } = world
  const { beryl } = operators as Record<'beryl', TestOperator>
  aurum = operators.aurum!
  const today = Math.floor(clock.now().getTime() / DAY_MS) * DAY_MS
  clock.advance(today + 2 * DAY_MS - 2 - clock.now().getTime())
  firstDay = dayOf(clock.now())
  const ann = await world.play(aurum, 'ann')
  await startFirstDay(ann)
  clock.advance(1)
  assert.equal(dayOf(clock.now()), firstDay)
  clock.advance(1)
  secondDay = dayOf(clock.now())
  await startSecondDay(await world.play(aurum, 'bob'))
  await win(beryl, await world.play(beryl, 'ann'), 'mug')
  support = await startDesk(world, 'sam@aurum.example', ['support'], aurum)
})

async function startFirstDay(ann: Player) {
  const { round, items } = await win(aurum, ann, 'mug', 'book')
  ids.opened = round.publicId
  staked = items[0]!.id
  book = items[1]!.id
  await ann.cashBack(book)
  await held('held', 'crown')
  failNext(world, 'debit', faults.refuse('INSUFFICIENT_FUNDS'))
  await opened('refused', ann, 'mug')
  await aimRoll(world, aurum, ann, winsAt(7500))
  const { round: upgrade } = await upgraded(ann, {
    stakeItemIds: [staked],
    chanceBps: 7500,
    targetItemId: aurum.items['prize-950'],
  })
  ids.upgrade = upgrade.publicId
}

async function startSecondDay(bob: Player) {
  await opened('nuggets', bob, 'dust', 'spins')
  failNext(world, 'debit', faults.serverError())
  await opened('unresolved', bob, 'mug')
  await aurum.coffer.cancelHeldRound(await held('cancelled', 'mug'))
  await opened('twice', bob, 'mug', 'mug')
}

async function pageOf(body: object, desk: DeskBrowser = support): Promise<Page> {
  const answer = await desk.post(LIST, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body as unknown as Page
}

const roundOf = (name: string) => roundIn(support, ids[name]!)

const namesOf = (rows: readonly Pick<AdminRoundRow, 'publicId'>[]) =>
  rows.map(({ publicId }) => Object.keys(ids).find((name) => ids[name] === publicId))

const ALL = ['twice', 'cancelled', 'unresolved', 'nuggets', 'upgrade', 'refused', 'held', 'opened']

test('rounds: searches, filters and the export return exactly the matching rows', async () => {
  const [debit] = world.casino.wallet.ledger('aurum').filter((entry) => entry.idempotencyKey === `round:${ids.opened}`)
  for (const [filters, expected] of [
    [{}, ALL],
    [{ search: ids.held }, ['held']],
    [{ search: 'bob' }, ['twice', 'unresolved', 'nuggets']],
    [{ search: 'bo' }, []],
    [{ search: 'BOB' }, []],
    [{ search: debit!.providerTxnRef }, ['opened']],
    [{ search: `round:${ids.refused}` }, ['refused']],
    [{ search: `refund:round:${ids.cancelled}` }, ['cancelled']],
    [{ search: `cashback:inventory:${book}` }, ['opened']],
    [{ item: 'sure MUG' }, ['twice', 'opened']],
    [{ item: 'dust' }, ['nuggets']],
    [{ item: 'Sure prize of 950' }, ['upgrade']],
    [{ item: '100%' }, []],
    [{ item: `${staked}` }, ['upgrade', 'opened']],
    [{ item: `${book}` }, ['opened']],
    [{ search: 'bob', item: 'mug' }, ['twice']],
    [{ search: 'ann', item: `${staked}` }, ['upgrade', 'opened']],
    [{ search: 'ann', item: 'prize of 950', status: 'settled' }, ['upgrade']],
    [{ status: 'settled' }, ['twice', 'nuggets', 'upgrade', 'opened']],
    [{ status: 'voided' }, ['cancelled', 'refused']],
    [{ status: 'held' }, ['held']],
    [{ status: 'unresolved' }, ['unresolved']],
    [{ status: 'disputed' }, []],
    [{ status: 'settled', item: 'mug', search: 'ann' }, ['opened']],
    [{ status: 'voided', search: 'ann' }, ['cancelled', 'refused']],
    [{ from: secondDay }, ['twice', 'cancelled', 'unresolved', 'nuggets']],
    [{ to: firstDay }, ['upgrade', 'refused', 'held', 'opened']],
    [{ from: firstDay, to: secondDay }, ALL],
    [{ from: secondDay, to: firstDay }, []],
    [{ from: secondDay, status: 'voided' }, ['cancelled']],
    [{ to: firstDay, item: 'mug' }, ['opened']],
    [{ from: '2001-01-01', to: '2001-01-02' }, []],
  ] as const) {
    assert.deepEqual(namesOf((await pageOf(filters)).rounds), expected, JSON.stringify(filters))
    const exported: AdminRoundRow[] = parse((await support.post('/rounds/export', filters)).text, {
      bom: true,
      columns: true,
    })
    assert.deepEqual(namesOf(exported), expected, JSON.stringify(filters))
  }
  const { text, headers } = await support.post('/rounds/export', { search: 'ann', status: 'held' })
  assert.deepEqual(parse(text, { bom: true })[0], [...ROUND_LIST.columns])
  assert.match(headers.get('content-disposition')!, /rounds\.csv/)
  const owner = await startDesk(world, 'owner@aurum.example', ['owner'], aurum)
  const entry = (await auditEntries(owner)).find(({ action }) => action === 'round.exported')
  const details = { status: 'held', period: { from: null, to: null }, hasSearch: true, hasItem: false }
  assert.deepEqual(entry!.details, details)
})

test('rounds: pages of each kind of search contain each round once, forwards and back', async () => {
  for (const filters of [{}, { item: 'mug' }, { search: 'ann' }, { status: 'voided' }, { to: firstDay }]) {
    const read = async (query: string) => {
      const { limit, cursor: given } = Object.fromEntries(new URLSearchParams(query))
      const { rounds, cursor } = await pageOf({ ...filters, limit: Number(limit), ...(given && { cursor: given }) })
      return { rows: rounds, cursor }
    }
    const whole = (await pageOf(filters)).rounds
    assert.ok(whole.length > 1)
    assert.deepEqual((await walkBothWays(read, 1)).flat(), whole, JSON.stringify(filters))
  }
})

test('rounds: bad filters and cursors are refused by the name of the field', async () => {
  const { cursor } = await pageOf({ limit: 1 })
  for (const [field, values] of [
    ['cursor', [cursor.next, 'x', Buffer.from('["next","a",1,""]').toString('base64url')]],
    ['search', ['', 'x'.repeat(201)]],
    ['item', ['', 'x'.repeat(201), 'Sure']],
    ['status', ['', 'pending']],
    ['from', ['yesterday', '2031-02-29']],
    ['to', ['']],
  ] as const) {
    for (const value of values) {
      const body = { ...(field === 'cursor' && { status: 'held' }), [field]: value }
      assert.deepEqual(await faultyFields(support, LIST, body), [field], `${field} ${value}`)
    }
  }
  const admin = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  assert.deepEqual(await faultyFields(admin, LIST, {}), ['operator'])
  assert.deepEqual(namesOf((await pageOf({ operator: 'aurum' }, admin)).rounds), ALL)
})

test('rounds: staff of an operator reach no round of another operator', async () => {
  const other = await startDesk(world, 'sam@beryl.example', ['support'], world.operators.beryl)
  const { rounds } = await pageOf({}, other)
  assert.deepEqual(
    rounds.map(({ prizes }) => prizes),
    [['Other mug']],
  )
  for (const search of [ids.opened, `round:${ids.opened}`, 'bob']) {
    assert.deepEqual((await pageOf({ search }, other)).rounds, [])
  }
  assert.deepEqual((await pageOf({ item: `${book}` }, other)).rounds, [])
  assert.equal(told(await other.get(`/rounds/${ids.opened}`)), '404 ROUND_NOT_FOUND')
  assert.equal(told(await other.get(`/rounds/${ids.opened}?operator=aurum`)), '404 OPERATOR_NOT_FOUND')
  assert.equal(told(await support.get('/rounds/rnd_unknown')), '404 ROUND_NOT_FOUND')
})

test('round: a settled round has its draws, prizes, wallet calls and cashback', async () => {
  const round = await roundOf('opened')
  const { publicId, playerExternalId, bet, status, prizes, boxes } = round
  assert.deepEqual([publicId, playerExternalId, bet, status], [ids.opened, 'ann', 'charged', 'settled'])
  assert.deepEqual(
    [boxes, prizes],
    [
      ['Sure box of mug', 'Sure box of book'],
      ['Sure mug', 'Sure book'],
    ],
  )
  assert.deepEqual(
    round.draws.map(({ reelIndex, itemName, chanceUnits }) => [reelIndex, itemName, chanceUnits]),
    [
      [0, 'Sure mug', 100_000_000],
      [1, 'Sure book', 100_000_000],
    ],
  )
  assert.deepEqual(
    round.won.map(({ inventoryItemId, state }) => [inventoryItemId, state]),
    [
      [staked, 'consumed'],
      [book, 'cashed_back'],
    ],
  )
  const ledger = world.casino.wallet.ledger('aurum')
  for (const { idempotencyKey, providerTxnRef, calls, state, isBusy } of round.operations) {
    const entry = ledger.find((one) => one.idempotencyKey === idempotencyKey)
    assert.deepEqual([providerTxnRef, state, isBusy], [entry!.providerTxnRef, 'accepted', false])
    assert.deepEqual(
      calls.map(({ outcome, reason }) => [outcome, reason]),
      [['accepted', null]],
    )
  }
  assert.deepEqual(
    round.operations.map(({ kind, inventoryItemId, amountMinor }) => [kind, inventoryItemId, amountMinor]),
    [
      ['round_debit', null, round.betMinor],
      ['cashback_credit', book, 360],
    ],
  )
})

test('round: Nuggets and a bonus are prizes that the operator grants', async () => {
  const { won } = await roundOf('nuggets')
  assert.deepEqual(
    won.map(({ name, type, state }) => [name, type, state]),
    [
      ['Sure spins', 'bonus', 'forwarded_to_casino'],
      ['Sure dust', 'nuggets', null],
    ],
  )
})

test('round: an Upgrader round shows its target, its chance, its roll and its stake', async () => {
  const { upgrade, bet, draws, betMinor, prizes, won } = await roundOf('upgrade')
  const { targetName, chanceBps, stakes, isWin } = upgrade!
  assert.deepEqual([bet, draws, targetName, chanceBps], ['items', [], 'Sure prize of 950', 7500])
  assert.deepEqual(stakes, [{ inventoryItemId: staked, countedMinor: betMinor }])
  assert.deepEqual([isWin, prizes, won.length], [true, ['Sure prize of 950'], 1])
})

test('round: a bet that was refused, cancelled or not answered says what became of its money', async () => {
  const refused = await roundOf('refused')
  assert.deepEqual([refused.bet, refused.status], ['refused', 'voided'])
  assert.equal(refused.operations[0]!.walletErrorCode, 'INSUFFICIENT_FUNDS')
  const cancelled = await roundOf('cancelled')
  assert.deepEqual([cancelled.bet, cancelled.refundedMinor], ['refunded', cancelled.betMinor])
  assert.deepEqual(
    cancelled.operations.map(({ kind, state }) => [kind, state]),
    [
      ['round_debit', 'accepted'],
      ['round_refund', 'accepted'],
    ],
  )
  assert.deepEqual([(await roundOf('held')).bet, (await roundOf('held')).status], ['charged', 'held'])
  const { bet, status, operations } = await roundOf('unresolved')
  assert.deepEqual([bet, status, operations[0]!.state], ['unresolved', 'unresolved', 'open'])
  assert.ok(operations[0]!.nextAttemptAt! > world.clock.now().toISOString())
  assert.deepEqual(operations[0]!.calls[0]!.outcome, 'unknown')
  assert.match(operations[0]!.calls[0]!.reason!, /500/)
})
