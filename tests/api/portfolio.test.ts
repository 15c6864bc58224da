import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { s2sRoutes } from '@coffer/contract/s2s'
import { knock } from '../support/door.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld, type TestOperator } from '../support/world.ts'

async function start(t: TestContext) {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: catalogue() }, borealis: { catalogue: catalogue() } },
  })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  const tell = (key: string, valueMinor: number) => {
    world.clock.advance(60_000)
    return operator.coffer.recordValue({ itemId: operator.items[key]!, valueMinor })
  }
  return { world, operator, player, tell }
}

/** A second collectible, of a value that no rate divides. */
function catalogue() {
  const { items, boxes } = sureBoxes()
  const card = { isCollectible: true, collectibleCategory: 'mtg_card', valueMinor: 1501 }
  return {
    boxes: boxes.map(lowered),
    items: items.map((item) => (item.key === 'keepsake' ? { ...item, ...card } : item)),
  }
}
const lowered = <Box extends { key: string; priceMinor: number }>(box: Box) =>
  box.key === 'keepsake' ? { ...box, priceMinor: 1614 } : box

const portfolioOf = ({ coffer }: TestOperator, query: { state?: string; currency?: string } = {}, who = 'ann') =>
  coffer.portfolio({ playerExternalId: who, ...query })

test('a portfolio adds up all collectibles of a player and nothing else, as they were won and as they are worth now', async (t) => {
  const { operator, player, tell } = await start(t)
  await win(operator, player, 'crown', 'mug', 'keepsake', 'crown')
  await win(operator, player, 'keepsake')
  const won = 2 * 5000 + 2 * 1501
  assert.deepEqual(await portfolioOf(operator), {
    ...{ count: 4, currency: 'EUR', totalCurrentValueMinor: won, totalWonValueMinor: won },
  })
  await tell('crown', 7001)
  await tell('keepsake', 3)
  assert.deepEqual(await portfolioOf(operator), {
    ...{ count: 4, currency: 'EUR', totalCurrentValueMinor: 2 * 7001 + 2 * 3, totalWonValueMinor: won },
  })
})

test('a portfolio of more items than a page is whole', async (t) => {
  const { world, operator, player } = await start(t)
  await world.settings(operator, { 'game.maxReels': 20 })
  for (let n = 0; n < 3; n++) await win(operator, player, ...(Array(20).fill('keepsake') as 'keepsake'[]))
  const total = 60 * 1501
  assert.deepEqual(await portfolioOf(operator), {
    ...{ count: 60, currency: 'EUR', totalCurrentValueMinor: total, totalWonValueMinor: total },
  })
})

test('a sum is converted once, down, and not item by item', async (t) => {
  const { operator, player, tell } = await start(t)
  await win(operator, player, 'keepsake', 'keepsake', 'keepsake', 'crown')
  await tell('keepsake', 332)
  await tell('crown', 5005)
  const SHOWN = { EUR: [6001, 9503], USD: [6501, 10_295], JPY: [10_157, 16_085], KWD: [19_965, 31_616] }
  for (const [currency, [totalCurrentValueMinor, totalWonValueMinor]] of Object.entries(SHOWN)) {
    const expected = { count: 4, currency, totalCurrentValueMinor, totalWonValueMinor }
    assert.deepEqual(await portfolioOf(operator, { currency }), expected)
  }
})

test('a portfolio is of the states that are asked for: unknown ones are ignored, and items of a payout never count', async (t) => {
  const { operator, player } = await start(t)
  const [cashed, reserved] = (await win(operator, player, 'crown', 'crown', 'crown')).items
  assert.equal((await player.cashBack(cashed!.id)).status, 200)
  const payout = { playerExternalId: 'ann', inventoryItemIds: [reserved!.id], idempotencyKey: 'one' }
  await operator.coffer.createPayout(payout)
  const COUNTS = {
    ...{ unresolved: 1, nonsense: 1, '': 1, cashed_back: 1, 'nonsense,cashed_back': 1, 'unresolved,cashed_back': 2 },
    ...{ 'unresolved,unresolved': 1, reserved: 0, paid_out: 0, 'reserved,paid_out': 0, 'reserved,unresolved': 1 },
    ...{ fulfilled: 0 },
  }
  assert.equal((await portfolioOf(operator)).count, 1)
  for (const [state, count] of Object.entries(COUNTS)) {
    const total = count * 5000
    assert.deepEqual(
      await portfolioOf(operator, { state }),
      { count, currency: 'EUR', totalCurrentValueMinor: total, totalWonValueMinor: total },
      state,
    )
  }
})

test('whoever has nothing has a portfolio of nothing, and a currency that cannot be is refused all the same', async (t) => {
  const { world, operator, player } = await start(t)
  await win(operator, player, 'mug')
  for (const who of ['ann', 'nobody']) {
    const nothing = { count: 0, currency: 'JPY', totalCurrentValueMinor: 0, totalWonValueMinor: 0 }
    assert.deepEqual(await portfolioOf(operator, { currency: 'JPY' }, who), nothing)
    assert.equal((await portfolioOf(operator, {}, who)).currency, 'EUR')
    for (const currency of ['CHF', 'GBP', 'eur']) {
      const refusal = { status: 422, code: 'UNSUPPORTED_CURRENCY' }
      await assert.rejects(portfolioOf(operator, { currency }, who), refusal)
    }
  }
  const MALFORMED: Record<string, string>[] = [
    {},
    { playerExternalId: '' },
    { playerExternalId: 'ann', currency: 'EU1' },
  ]
  for (const query of MALFORMED) {
    const { status, body } = await knock(world, s2sRoutes.portfolio, operator, { query })
    assert.deepEqual([status, body.error.code], [422, 'VALIDATION_FAILED'])
  }
})

test('two operators with a player of one name have two portfolios', async (t) => {
  const { world, operator, player } = await start(t)
  const { borealis } = world.operators
  await win(operator, player, 'crown')
  const other = await world.play(borealis!, 'ann')
  await win(borealis!, other, 'keepsake', 'keepsake')
  assert.deepEqual([(await portfolioOf(operator)).count, (await portfolioOf(borealis!)).count], [1, 2])
  assert.equal((await portfolioOf(borealis!)).totalWonValueMinor, 3002)
})
