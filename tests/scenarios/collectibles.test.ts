import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { minutes } from '@coffer/service/kernel'
import type { Player } from '../support/player.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld, type TestOperator } from '../support/world.ts'

/** Ann of each casino has won a crown at 50.00. A rise is credited by half, and cashback pays 90 % of what counts. */
async function start(t: TestContext) {
  const settings = { 'collectibles.creditedRiseBps': 5000 }
  const world = await startWorld(t, {
    operators: {
      aurum: { catalogue: sureBoxes('Aurum'), settings },
      borealis: { catalogue: sureBoxes('Borealis'), settings },
    },
  })
  // A win comes after the import.
  world.clock.advance(1)
  const at = async (operator: TestOperator) => {
    const ann = await world.play(operator, 'ann')
    const [crown] = (await win(operator, ann, 'crown')).items
    return {
      ...{ operator, ann, crown: crown! },
      tell: (valueMinor: number) => operator.coffer.recordValue({ itemId: crown!.itemId, valueMinor }),
      balance: () => world.casino.wallet.balance(operator.slug, 'ann', 'EUR')!,
      credits: () => world.casino.wallet.ledger(operator.slug, 'ann').filter(({ type }) => type === 'credit'),
    }
  }
  return { world, aurum: await at(world.operators.aurum!), borealis: await at(world.operators.borealis!) }
}

async function inVault(player: Player, id: number) {
  return (await player.inventory()).body.items.find((item) => item.id === id)
}

test('a card is won, its price falls, the stale cashback is refused, the player confirms the new price, and is paid', async (t) => {
  const { aurum } = await start(t)
  const { ann, crown, tell, balance, credits } = aurum
  assert.deepEqual([crown.valueMinor, crown.wonValueMinor, crown.cashbackMinor], [5000, 5000, 4500])
  const before = balance()
  const fallen = await tell(3001)

  const stale = await ann.cashBack(crown.id, { expectedRevisionId: crown.currentRevisionId })
  assert.deepEqual([stale.status, stale.body.error.code], [409, 'PRICE_CHANGED'])
  const uncredited = { priceFallMinor: 1999, priceRiseMinor: 0, creditsShareMinor: 301 }
  assert.deepEqual(stale.body.error.current, {
    ...{ revisionId: fallen.revisionId, valueMinor: 3001, cashbackMinor: 2700 },
    ...{ cashbackUncredited: uncredited, currency: 'EUR' },
  })
  assert.equal(balance(), before, 'a refusal moves no money')
  assert.equal((await inVault(ann, crown.id))?.valueMinor, 3001, 'and the card is still there')

  const paid = await ann.cashBack(crown.id, { expectedRevisionId: fallen.revisionId })
  assert.equal(paid.status, 200, paid.text)
  const { item } = paid.body
  assert.deepEqual([item.state, item.cashbackMinor, item.basisMinor], ['cashed_back', 2700, 5000])
  assert.deepEqual(item.uncredited, uncredited)
  assert.equal(balance(), before + 2700)
  assert.equal(await inVault(ann, crown.id), undefined)
  const [credit] = credits()
  assert.deepEqual(credit?.reference, {
    ...{ kind: 'cashback', itemId: crown.itemId, itemName: 'Aurum crown' },
    ...{ inventoryItemId: crown.id, roundPublicId: crown.wonAtRoundPublicId },
    ...{ basisMinor: 5000, creditsMinor: 2700, uncredited },
  })
})

test('another rises and is paid by the operator\u2019s rule at the win, whatever the rule is today', async (t) => {
  const { world, aurum } = await start(t)
  const { operator, ann, crown, tell, balance } = aurum
  const before = balance()
  const risen = await tell(8001)
  await world.settings(operator, { 'collectibles.creditedRiseBps': 0, 'cashback.percentBps': 1000 })

  const row = (await inVault(ann, crown.id))!
  const uncredited = { priceFallMinor: 0, priceRiseMinor: 1501, creditsShareMinor: 650 }
  assert.deepEqual([row.valueMinor, row.cashbackMinor, row.cashbackUncredited], [8001, 5850, uncredited])
  const { item } = await operator.coffer.cashout({
    ...{ playerExternalId: 'ann', inventoryItemId: crown.id, expectedRevisionId: risen.revisionId },
  })
  assert.deepEqual([item.cashbackMinor, item.basisMinor, item.uncredited], [5850, 8001, uncredited])
  assert.equal(balance(), before + 5850)
})

test('the operator sees how the price went, before and after the win, and what the collection is worth', async (t) => {
  const { world, aurum } = await start(t)
  const { operator, ann, crown, tell } = aurum
  await tell(4000)
  world.clock.advance(minutes(20))
  await tell(6500)
  const again = await tell(6500)
  assert.equal(again.changed, false)
  const ofAnn = { playerExternalId: 'ann' }
  const history = await operator.coffer.priceHistory({ id: crown.id, ...ofAnn })
  assert.deepEqual(
    history.points.map(({ valueMinor }) => valueMinor),
    [5000, 4000, 6500],
  )
  assert.ok(history.points[0]!.recordedAt < history.wonAt, 'the series begins before the win')
  assert.equal(history.points.at(-1)!.revisionId, again.revisionId)
  const { items } = await win(operator, ann, 'crown')
  assert.equal(items[0]!.wonValueMinor, 5000, 'a prize is worth what its box promised')
  assert.deepEqual(await operator.coffer.portfolio(ofAnn), {
    ...{ count: 2, currency: 'EUR', totalCurrentValueMinor: 13_000, totalWonValueMinor: 10_000 },
  })
})

test('a price told by one casino is no price of another, and its player of the same name keeps what she has', async (t) => {
  const { aurum, borealis } = await start(t)
  await aurum.tell(1)
  assert.deepEqual(await inVault(borealis.ann, borealis.crown.id), borealis.crown)
  const stolen = { playerExternalId: 'ann', inventoryItemId: borealis.crown.id }
  await assert.rejects(aurum.operator.coffer.cashout(stolen), { code: 'INVENTORY_ITEM_NOT_FOUND', status: 404 })
  const foreign = { itemId: borealis.crown.itemId, valueMinor: 1 }
  await assert.rejects(aurum.operator.coffer.recordValue(foreign), { code: 'UNKNOWN_ITEM', status: 404 })
  const { item } = await borealis.operator.coffer.cashout({
    playerExternalId: 'ann',
    inventoryItemId: borealis.crown.id,
  })
  assert.deepEqual([item.cashbackMinor, item.basisMinor], [4500, 5000])
})
