import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { InventoryRow } from '@coffer/contract/shapes'
import { revalued, sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

async function start(t: TestContext, settings: Record<string, unknown> = {}) {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes(), settings } } })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  const [crown] = (await win(operator, player, 'crown')).items
  const revalue = (valueMinor: number) => world.catalogue(operator, revalued('crown', valueMinor))
  const row = async (query = '') => (await player.inventory(query)).body.items.find(({ id }) => id === crown!.id)!
  return { world, operator, player, crown: crown!, revalue, row }
}

const parts = (priceFallMinor: number, priceRiseMinor: number, creditsShareMinor: number) => {
  return { priceFallMinor, priceRiseMinor, creditsShareMinor }
}

/** What follows the value of a collectible. */
const movingOf = (row: InventoryRow) => {
  const { valueMinor, cashbackMinor, cashbackUncredited, wonValueMinor, currentValueMinor, isCollectible } = row
  return { valueMinor, cashbackMinor, cashbackUncredited, wonValueMinor, currentValueMinor, isCollectible }
}

test('the row of a collectible follows its value both ways, and keeps the value of its win', async (t) => {
  const { crown, revalue, row } = await start(t, { 'collectibles.creditedRiseBps': 5000 })
  const won = { wonValueMinor: 5000, isCollectible: true }
  const shown = (valueMinor: number, cashbackMinor: number, cashbackUncredited: object) => {
    return { valueMinor, currentValueMinor: valueMinor, cashbackMinor, cashbackUncredited, ...won }
  }
  assert.deepEqual(movingOf(crown), shown(5000, 4500, parts(0, 0, 500)))
  await revalue(3001)
  assert.deepEqual(movingOf(await row()), shown(3001, 2700, parts(1999, 0, 301)))
  await revalue(8001)
  const risen = await row()
  assert.deepEqual(movingOf(risen), shown(8001, 5850, parts(0, 1501, 650)))
  assert.ok(risen.currentRevisionId! > crown.currentRevisionId!)
  await revalue(8001)
  assert.equal((await row()).currentRevisionId, risen.currentRevisionId, 'the same value again is no new revision')
  const dinar = await row('?currency=KWD')
  assert.deepEqual(
    [dinar.valueMinor, dinar.wonValueMinor, dinar.currentValueMinor, dinar.cashbackMinor],
    [26619, 16635, 26619, 19462],
  )
  assert.deepEqual(dinar.cashbackUncredited, parts(0, 4994, 2163))
})

const MOVES = [
  { name: 'fell', valueMinor: 3001, paid: 2700, uncredited: parts(1999, 0, 301), basisMinor: 5000 },
  { name: 'rose', valueMinor: 8001, paid: 5850, uncredited: parts(0, 1501, 650), basisMinor: 8001 },
  { name: 'became worthless', valueMinor: 0, paid: 0, uncredited: parts(5000, 0, 0), basisMinor: 5000 },
]

for (const { name, valueMinor, paid, uncredited, basisMinor } of MOVES) {
  test(`a collectible whose value ${name} is paid only after the player has seen the new figures`, async (t) => {
    const { world, operator, player, crown, revalue, row } = await start(t, { 'collectibles.creditedRiseBps': 5000 })
    const before = world.casino.wallet.balance(operator.slug, 'ann', 'EUR')!
    await revalue(valueMinor)
    const seen = await row()
    const told = await player.cashBack(crown.id, { expectedRevisionId: crown.currentRevisionId })
    assert.deepEqual([told.status, told.body.error.code], [409, 'PRICE_CHANGED'])
    const revisionId = seen.currentRevisionId!
    const current = { revisionId, valueMinor, cashbackMinor: paid, cashbackUncredited: uncredited, currency: 'EUR' }
    assert.deepEqual(told.body.error.current, current)
    const backend = { playerExternalId: 'ann', inventoryItemId: crown.id, expectedRevisionId: crown.currentRevisionId! }
    await assert.rejects(operator.coffer.cashout(backend), { code: 'PRICE_CHANGED', status: 409 })
    assert.deepEqual(await row(), seen, 'nothing has settled')

    const done = await player.cashBack(crown.id, { expectedRevisionId: revisionId })
    assert.equal(done.status, 200, done.text)
    const { item } = done.body
    assert.deepEqual([item.state, item.cashbackMinor, item.basisMinor], ['cashed_back', paid, basisMinor])
    assert.deepEqual(item.uncredited, uncredited)
    assert.equal(world.casino.wallet.balance(operator.slug, 'ann', 'EUR'), before + paid)
    if (paid === 0) return
    const credit = world.casino.wallet.ledger(operator.slug, 'ann').at(-1)!
    const won = { inventoryItemId: crown.id, roundPublicId: crown.wonAtRoundPublicId, itemId: crown.itemId }
    const reference = { kind: 'cashback', ...won, itemName: crown.name, basisMinor, uncredited }
    assert.deepEqual(credit.reference, { ...reference, creditsMinor: paid })
  })
}

test('without an expected revision the value in force counts, and for other items a revision counts for nothing', async (t) => {
  const { operator, player, crown, revalue } = await start(t)
  await revalue(6000)
  const answer = await operator.coffer.cashout({ playerExternalId: 'ann', inventoryItemId: crown.id })
  assert.deepEqual([answer.item.cashbackMinor, answer.item.basisMinor], [5400, 6000])
  const [mug] = (await win(operator, player, 'mug')).items
  const cashed = await player.cashBack(mug!.id, { expectedRevisionId: 999_999 })
  assert.deepEqual([cashed.status, cashed.body.item?.cashbackMinor], [200, 810])
})

test('a refusal shows the operator\u2019s currency, and the credit is in the player\u2019s: paid part down, the others up', async (t) => {
  const { world, operator, player, crown, revalue } = await start(t, { 'collectibles.creditedRiseBps': 5000 })
  await revalue(8001)
  await player.call('setCurrency', { body: { currency: 'USD' } })
  const told = await player.cashBack(crown.id, { expectedRevisionId: crown.currentRevisionId })
  const current = told.body.error.current as { revisionId: number; cashbackMinor: number; currency: string }
  assert.deepEqual([current.cashbackMinor, current.currency], [5850, 'EUR'])
  const { item } = (await player.cashBack(crown.id, { expectedRevisionId: current.revisionId })).body
  assert.deepEqual([item.currency, item.cashbackMinor, item.uncredited], ['USD', 6337, parts(0, 1627, 705)])
  assert.equal(item.basisMinor, 6337 + 1627 + 705)
  const credit = world.casino.wallet.ledger(operator.slug, 'ann').at(-1)!
  assert.deepEqual([credit.amountMinor, credit.currency], [6337, 'USD'])
})

test('a collectible that left the catalogue has no value today, and the last one stays in force', async (t) => {
  const { world, operator, player, crown, revalue, row } = await start(t)
  await revalue(6000)
  const items = revalued('crown', 6000).items.map((item) => ({ ...item, archived: item.key === 'crown' }))
  await world.catalogue(operator, { items, boxes: [] })
  const gone = await row()
  assert.deepEqual([gone.currentValueMinor, gone.valueMinor, gone.cashbackMinor], [null, 6000, 5400])
  assert.equal((await player.cashBack(crown.id)).body.item.basisMinor, 6000)
})
