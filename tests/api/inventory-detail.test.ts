import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { s2sRoutes } from '@coffer/contract/s2s'
import { knock } from '../support/door.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld, type TestOperator } from '../support/world.ts'

const METADATA: Record<string, NonNullable<CatalogueFile['items'][number]['metadata']>> = {
  mug: {
    colour: 'red',
    _supplier: 'secret',
    made: { year: 1999, _by: 'them' },
    parts: [{ _cost: 4, name: 'ear' }, null],
  },
  book: { _shelf: 7 },
  crown: { grade: 'MS 65', _paidMinor: 4000, category: 'hat', schema_version: 9 },
}

function catalogue(label?: string): CatalogueFile {
  const { items, boxes } = sureBoxes(label)
  const described = items.map((item) => {
    const metadata = METADATA[item.key]
    return metadata ? { ...item, metadata } : item
  })
  return { boxes, items: described }
}

async function start(t: TestContext) {
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: catalogue() }, borealis: { catalogue: catalogue('Borealis') } },
  })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  return { world, operator, player }
}

const detailOf = async ({ coffer }: TestOperator, id: number, currency?: string) =>
  (await coffer.getInventoryItem({ id, playerExternalId: 'ann', ...(currency && { currency }) })).item

test('a detail is the row, and says when and in which box it was won, and what it is but for what only staff may know', async (t) => {
  const { world, operator, player } = await start(t)
  const { items } = await win(operator, player, 'mug', 'book', 'crown', 'keepsake')
  world.clock.advance(60_000)
  const [mug, book, crown, keepsake] = items
  const won = (row: typeof mug, name: string) => ({
    ...row,
    wonAt: row!.createdAt,
    sourceBoxName: `Sure box of ${name}`,
  })
  assert.deepEqual(await detailOf(operator, mug!.id), {
    ...won(mug, 'mug'),
    collectibleCategory: null,
    metadata: { colour: 'red', made: { year: 1999 }, parts: [{ name: 'ear' }, null] },
  })
  assert.deepEqual(await detailOf(operator, book!.id), {
    ...won(book, 'book'),
    ...{ collectibleCategory: null, metadata: null },
  })
  assert.deepEqual(await detailOf(operator, crown!.id), {
    ...won(crown, 'crown'),
    collectibleCategory: 'coin',
    metadata: { grade: 'MS 65', category: 'coin', schema_version: 1 },
  })
  assert.equal((await detailOf(operator, keepsake!.id)).metadata, null)
})

test('a collectible without metadata has none', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const [crown] = (await win(world.operator, await world.play(world.operator, 'ann'), 'crown')).items
  const { metadata, collectibleCategory } = await detailOf(world.operator, crown!.id)
  assert.deepEqual([metadata, collectibleCategory], [null, 'coin'])
})

test('a detail is shown in any state, those of a payout too', async (t) => {
  const { operator, player } = await start(t)
  const { items } = await win(operator, player, 'mug', 'mug', 'mug', 'spins')
  const [cashed, reserved, paid, spins] = items.map(({ id }) => id)
  assert.equal((await player.cashBack(cashed!)).status, 200)
  const payout = async (id: number) => {
    const asked = { playerExternalId: 'ann', inventoryItemIds: [id], idempotencyKey: `payout-${id}` }
    return (await operator.coffer.createPayout(asked)).payout.id
  }
  await payout(reserved!)
  await operator.coffer.confirmPayout({ id: await payout(paid!) })
  const states = await Promise.all(
    [cashed, reserved, paid, spins].map(async (id) => {
      const { state, cashbackMinor } = await detailOf(operator, id!)
      return [state, cashbackMinor]
    }),
  )
  assert.deepEqual(states, [
    ['cashed_back', null],
    ['reserved', null],
    ['paid_out', null],
    ['forwarded_to_casino', null],
  ])
})

test('a currency reprices a detail as it does the list, and one that cannot be is refused', async (t) => {
  const { operator, player } = await start(t)
  const [crown] = (await win(operator, player, 'crown')).items
  const VALUES = { EUR: [5000, 4500], USD: [5417, 4875], JPY: [8463, 7617], KWD: [16_635, 14_971] }
  for (const [currency, values] of Object.entries(VALUES)) {
    const detail = await detailOf(operator, crown!.id, currency)
    assert.deepEqual([detail.valueMinor, detail.cashbackMinor, detail.currency], [...values, currency])
    const { items } = await operator.coffer.listInventory({ playerExternalId: 'ann', currency })
    const { wonAt, sourceBoxName, collectibleCategory, metadata, ...row } = detail
    assert.deepEqual([row], items)
  }
  for (const currency of ['CHF', 'GBP']) {
    await assert.rejects(detailOf(operator, crown!.id, currency), { status: 422, code: 'UNSUPPORTED_CURRENCY' })
  }
})

test('an item of another player, of another operator or of nobody is not there, whatever it is asked for', async (t) => {
  const { world, operator, player } = await start(t)
  const [mug] = (await win(operator, player, 'mug')).items
  const { borealis } = world.operators
  await win(borealis!, await world.play(borealis!, 'ann'), 'book')
  await world.play(operator, 'bob')
  for (const name of ['getInventoryItem', 'priceHistory'] as const) {
    const ask = async (of: TestOperator, id: number | string, playerExternalId: string) => {
      const sample = { params: { id: String(id) }, query: { playerExternalId } }
      const { status, body } = await knock(world, s2sRoutes[name], of, sample)
      return [status, body.error?.code]
    }
    const NOT_THERE = [404, 'INVENTORY_ITEM_NOT_FOUND']
    assert.deepEqual(await ask(operator, mug!.id, 'bob'), NOT_THERE)
    assert.deepEqual(await ask(operator, mug!.id, 'nobody'), NOT_THERE)
    assert.deepEqual(await ask(borealis!, mug!.id, 'ann'), NOT_THERE)
    assert.deepEqual(await ask(operator, 999_999, 'ann'), NOT_THERE)
    assert.deepEqual(await ask(operator, 'mug', 'ann'), [422, 'VALIDATION_FAILED'])
    assert.equal((await ask(operator, mug!.id, 'ann'))[0], 200)
  }
})
