import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CursorPair, InventoryRow } from '@coffer/contract/shapes'
import type { Player } from '../support/player.ts'
import { sureBoxes, win, winBody } from '../support/sure-boxes.ts'
import { walkBothWays } from '../support/walk.ts'
import { startWorld } from '../support/world.ts'

async function start(t: TestContext, settings: Record<string, unknown> = {}) {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes(), settings } } })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  const won = async (...keys: Parameters<typeof win>[2][]) => (await win(operator, player, ...keys)).items
  return { world, operator, player, won, ledger: () => world.casino.wallet.ledger(operator.slug, 'ann') }
}

type Started = Awaited<ReturnType<typeof start>>

/** The list on both surfaces, which must be one. */
async function listed({ operator, player }: Pick<Started, 'operator' | 'player'>, query: string) {
  const answer = await player.inventory(`?${query}`)
  assert.equal(answer.status, 200, answer.text)
  const twin = await operator.coffer.listInventory({
    playerExternalId: player.externalId,
    ...Object.fromEntries(new URLSearchParams(query)),
  })
  assert.deepEqual(twin.items, answer.body.items, `the twins differ on ${query}`)
  return answer.body.items
}

const idsOf = (rows: readonly InventoryRow[]) => rows.map((row) => row.id)
const rowOf = (rows: readonly InventoryRow[], id: number) => rows.find((row) => row.id === id)!

test('a vault is listed by states, newest first; unknown ones are ignored, and items of a payout are in no list', async (t) => {
  const started = await start(t)
  const { operator, player, won } = started
  const [mug, cashed, reserved, paid] = idsOf(await won('mug', 'mug', 'mug', 'mug'))
  const [bonus, keepsake] = idsOf(await won('spins', 'keepsake'))
  assert.equal((await player.cashBack(cashed!)).status, 200)
  for (const id of [reserved!, paid!]) {
    const reserve = { playerExternalId: 'ann', inventoryItemIds: [id], idempotencyKey: `payout-${id}` }
    const { payout } = await operator.coffer.createPayout(reserve)
    if (id === paid) await operator.coffer.confirmPayout({ id: payout.id })
  }

  const open = [keepsake, mug]
  const LISTS: [string, (number | undefined)[]][] = [
    ['', open],
    ['state=unresolved', open],
    ['state=unresolved,unresolved', open],
    ['state=nonsense', open],
    ['state=UNRESOLVED', open],
    ['state=toString', open],
    ['state=__proto__', open],
    ['state=crediting', open],
    ['state=,', open],
    ['state=nonsense,cashed_back', [cashed]],
    ['state=forwarded_to_casino', [bonus]],
    ['state=fulfilled', []],
    ['state=reserved', []],
    ['state=paid_out', []],
    ['state=paid_out,reserved', []],
    ['state=reserved,cashed_back', [cashed]],
    ['state=cashed_back,unresolved,forwarded_to_casino,reserved,paid_out', [keepsake, bonus, cashed, mug]],
  ]
  for (const [query, ids] of LISTS) assert.deepEqual(idsOf(await listed(started, query)), ids, query)
})

test('a vault is narrowed by type and to collectibles or others; unknown types are ignored', async (t) => {
  const started = await start(t)
  const [mug, book, crown, keepsake, spins] = idsOf(await started.won('mug', 'book', 'crown', 'keepsake', 'spins'))
  const free = [keepsake, crown, book, mug]
  const LISTS: [string, (number | undefined)[]][] = [
    ['type=physical', [keepsake, crown, mug]],
    ['type=digital', [book]],
    ['type=digital,physical,digital', free],
    ['type=', free],
    ['type=nonsense', free],
    ['type=nonsense,digital', [book]],
    ['type=nuggets', []],
    ['type=bonus', []],
    ['type=bonus&state=forwarded_to_casino', [spins]],
    ['collectible=true', [crown]],
    ['collectible=false', [keepsake, book, mug]],
    ['collectible=true&type=digital', []],
    ['collectible=true&state=unresolved,forwarded_to_casino', [crown]],
    ['state=reserved&type=physical', []],
  ]
  for (const [query, ids] of LISTS) assert.deepEqual(idsOf(await listed(started, query)), ids, query)
  assert.equal((await started.player.inventory('?collectible=yes')).status, 422)
})

test('a page of a narrowed list is no place in another one', async (t) => {
  const { operator, player, won } = await start(t)
  await won('mug', 'crown', 'keepsake', 'crown')
  const read = async (query: string) => {
    const { items, cursor } = (await player.inventory(`?type=physical&collectible=false&${query}`)).body
    return { rows: items, cursor }
  }
  const pages = await walkBothWays(read, 1, () => won('mug'))
  assert.deepEqual(
    pages.flat().map((row) => row.name),
    ['Sure keepsake', 'Sure mug'],
  )
  const { next } = (await read('limit=1')).cursor
  for (const query of ['', 'type=physical', 'collectible=false', 'type=physical&collectible=true', 'type=digital']) {
    assert.equal((await player.inventory(`?${query}&cursor=${next}`)).status, 422, query)
    const twin = operator.coffer.listInventory({
      playerExternalId: 'ann',
      ...Object.fromEntries(new URLSearchParams(`${query}&cursor=${next}`)),
    })
    await assert.rejects(twin, { code: 'VALIDATION_FAILED' })
  }
})

test('a vault of 120 items is walked to its end and back, each item once, while new ones come in', async (t) => {
  const started = await start(t, { 'game.maxReels': 20 })
  const { world, operator, player, won } = started
  const ids: number[] = []
  for (let n = 0; n < 6; n++) ids.push(...idsOf(await won(...(Array(20).fill('book') as 'book'[]))))
  const newestFirst = ids.sort((a, b) => b - a)
  const read = async (query: string) => {
    const { items, cursor } = (await player.inventory(`?${query}`)).body
    return { rows: items, cursor }
  }
  const pages = await walkBothWays(read, 50, () => won('mug'))
  assert.deepEqual(
    pages.map((page) => page.length),
    [50, 50, 20],
  )
  assert.deepEqual(idsOf(pages.flat()), newestFirst)
  const backend = async (query: string) => {
    const page = Object.fromEntries(new URLSearchParams(query))
    const { items, cursor } = await operator.coffer.listInventory({ playerExternalId: 'ann', ...page })
    return { rows: items, cursor }
  }
  assert.equal((await walkBothWays(backend, 40)).flat().length, 121)
  assert.equal((await walkBothWays(backend, 121)).length, 1, 'a page that holds all has no next')
  assert.equal((await read('')).rows.length, 50, '50 without a limit')
  const { rows, cursor } = await read('limit=200')
  assert.deepEqual([rows.length, cursor], [121, { next: null, prev: null } satisfies CursorPair])
  const other = await world.play(operator, 'bob')
  assert.deepEqual((await other.inventory()).body, { items: [], cursor: { next: null, prev: null } })
})

test('a list in another currency shows values down once at the current rate, and what is not paid up', async (t) => {
  const started = await start(t)
  const [mug] = await started.won('mug')
  assert.deepEqual([mug!.valueMinor, mug!.cashbackMinor, mug!.currency], [900, 810, 'EUR'])
  const SHOWN = { EUR: [900, 810, 90], USD: [975, 877, 98], JPY: [1523, 1371, 153], KWD: [2994, 2694, 300] }
  for (const [currency, [valueMinor, cashbackMinor, creditsShareMinor]] of Object.entries(SHOWN)) {
    const [row] = await listed(started, `currency=${currency}`)
    const cashbackUncredited = { priceFallMinor: 0, priceRiseMinor: 0, creditsShareMinor }
    assert.deepEqual(row, { ...mug, valueMinor, cashbackMinor, cashbackUncredited, currency })
  }
})

test('a currency that the operator does not have, or that has no rate, is refused whatever the list holds', async (t) => {
  const { world, operator, player, won } = await start(t)
  await won('mug')
  await world.settings(operator, { currencies: ['EUR', 'CHF'] })
  for (const currency of ['USD', 'CHF']) {
    for (const query of ['', '&state=reserved', '&state=cashed_back']) {
      const answer = await player.inventory(`?currency=${currency}${query}`)
      assert.deepEqual([answer.status, answer.body.error?.code], [422, 'UNSUPPORTED_CURRENCY'], currency + query)
    }
    for (const playerExternalId of ['ann', 'nobody']) {
      await assert.rejects(operator.coffer.listInventory({ playerExternalId, currency }), {
        code: 'UNSUPPORTED_CURRENCY',
      })
    }
  }
})

test('a bonus prize goes to the casino at once, and Nuggets are no item', async (t) => {
  const started = await start(t)
  const { operator, player } = started
  const opened = await win(operator, player, 'dust', 'spins', 'mug')
  assert.deepEqual(
    opened.items.map(({ name, state, type }) => [name, state, type]),
    [
      ['Sure spins', 'forwarded_to_casino', 'bonus'],
      ['Sure mug', 'unresolved', 'physical'],
    ],
  )
  assert.equal(opened.round.payoutMinor, 100 + 200 + 900, 'both count as payout')
  const every = 'state=unresolved,fulfilled,forwarded_to_casino,cashed_back,expired,consumed,ship_requested'
  assert.deepEqual(await listed(started, every), [...opened.items].reverse())
  const [spins] = opened.items
  assert.deepEqual([spins!.cashbackMinor, spins!.cashbackUncredited, spins!.shippable], [null, null, false])
  await assertNotAvailable(player, spins!.id, 'forwarded_to_casino')
})

test('a row says what can be done with the item', async (t) => {
  const started = await start(t, { 'inventory.expiryDays': 30 })
  const { world, operator, won } = started
  const [mug, book, keepsake, spins] = await won('mug', 'book', 'keepsake', 'spins')
  assert.deepEqual(
    [mug, book, keepsake, spins].map((row) => row!.shippable),
    [true, false, true, false],
  )
  assert.deepEqual(
    [mug, book, keepsake, spins].map((row) => row!.cashbackMinor),
    [810, 360, null, null],
  )
  assert.deepEqual(
    [mug, spins].map((row) => row!.acquisitionType),
    ['game_win', 'game_win'],
  )
  const days = (Date.parse(mug!.expiresAt!) - Date.parse(mug!.createdAt)) / 86_400_000
  assert.deepEqual([days, spins!.expiresAt], [30, undefined])
  for (const absent of ['isCollectible', 'currentRevisionId', 'wonValueMinor', 'currentValueMinor']) {
    assert.ok(!(absent in mug!), absent)
  }
  await world.settings(operator, { 'policies.shippingEnabled': false })
  assert.ok((await listed(started, '')).every((row) => !row.shippable))
})

test('an item that is not for cashback, and any item while the policy is off, keeps its value and is not paid', async (t) => {
  const started = await start(t)
  const { world, operator, player, won, ledger } = started
  const [mug, keepsake] = await won('mug', 'keepsake')
  const moved = ledger().length
  await assertNotAvailable(player, keepsake!.id, 'unresolved')
  await world.settings(operator, { 'policies.cashbackEnabled': false })
  await assertNotAvailable(player, mug!.id, 'unresolved')
  const cashout = operator.coffer.cashout({ playerExternalId: 'ann', inventoryItemId: mug!.id })
  await assert.rejects(cashout, { code: 'CASHBACK_NOT_AVAILABLE', status: 422 })
  const off = rowOf(await listed(started, ''), mug!.id)
  assert.deepEqual([off.valueMinor, off.cashbackMinor, off.cashbackUncredited], [900, null, null])
  assert.equal(ledger().length, moved)
  await world.settings(operator, { 'policies.cashbackEnabled': true })
  assert.equal((await player.cashBack(mug!.id)).body.item.cashbackMinor, 810)
})

test('what is won keeps the rules and the value of its win for ever', async (t) => {
  const started = await start(t)
  const { world, operator, player, won } = started
  const [before] = await won('mug')
  await world.settings(operator, { 'cashback.percentBps': 5000 })
  const dearer = sureBoxes().items.map((item) => ({ ...item, valueMinor: item.valueMinor * 2 }))
  await world.catalogue(operator, { items: dearer, boxes: [] })
  assert.deepEqual(await listed(started, ''), [before])
  const [after] = await won('mug')
  assert.equal(after!.cashbackMinor, 450, 'the box still holds its own value of the mug')
  assert.equal((await player.cashBack(before!.id)).body.item.cashbackMinor, 810)
})

test('an item that pays nothing is cashed back without a call of the wallet', async (t) => {
  const started = await start(t, { 'cashback.percentBps': 0 })
  const { world, operator, player, won, ledger } = started
  const [mug, book] = await won('mug', 'book')
  const moved = ledger().length
  await world.settings(operator, { 'wallet.url': 'http://127.0.0.1:9/wallet' })
  const { status, body } = await player.cashBack(mug!.id)
  assert.equal(status, 200)
  assert.deepEqual([body.item.state, body.item.cashbackMinor, body.item.basisMinor], ['cashed_back', 0, 900])
  assert.deepEqual(body.item.uncredited, { priceFallMinor: 0, priceRiseMinor: 0, creditsShareMinor: 900 })
  assert.equal(body.balanceAfterMinor, null)
  const cashout = await operator.coffer.cashout({ playerExternalId: 'ann', inventoryItemId: book!.id })
  assert.deepEqual([cashout.item.id, cashout.item.inventoryItemId, cashout.item.basisMinor], [book!.id, book!.id, 400])
  assert.equal(ledger().length, moved)
  await assertNotAvailable(player, mug!.id, 'cashed_back')
})

test('a click with several reels puts its items into the vault as they stand in the answer', async (t) => {
  const { operator, player } = await start(t)
  const body = winBody(operator, 'mixed', 'mug', 'dust', 'book', 'mug')
  const opened = await player.open({ ...body, reels: body.reels.toReversed() })
  assert.deepEqual(
    opened.body.items.map((item) => item.name),
    ['Sure mug', 'Sure book', 'Sure mug'],
  )
  assert.ok(opened.body.items.every((item) => item.wonAtRoundPublicId === opened.body.round.publicId))
  assert.deepEqual((await player.inventory()).body.items, opened.body.items.toReversed())
})

async function assertNotAvailable(player: Player, id: number, state: string): Promise<void> {
  const { status, body } = await player.cashBack(id)
  assert.deepEqual([status, body.error?.code, body.error?.state], [422, 'CASHBACK_NOT_AVAILABLE', state])
}
