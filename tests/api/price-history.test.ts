import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { convertOperator } from '@coffer/service/administration'
import { openRows } from '../support/rows.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { startWorld, type TestOperator } from '../support/world.ts'

const MINUTE = 60_000

async function start(t: TestContext) {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  /** A minute passes before each value and each win. */
  const tell = async (valueMinor: number, key = 'crown') => {
    world.clock.advance(MINUTE)
    return operator.coffer.recordValue({ itemId: operator.items[key]!, valueMinor })
  }
  const winOne = async (key: 'crown' | 'mug') => {
    world.clock.advance(MINUTE)
    return (await win(operator, player, key)).items[0]!
  }
  return { world, operator, player, tell, winOne }
}

const historyOf = ({ coffer }: TestOperator, id: number, currency?: string) =>
  coffer.priceHistory({ id, playerExternalId: 'ann', ...(currency && { currency }) })
const valuesOf = ({ points }: { points: readonly { valueMinor: number }[] }) => points.map((point) => point.valueMinor)

test('a history is oldest first, has one point for each change of value, and begins before the win', async (t) => {
  const { operator, tell, winOne } = await start(t)
  await tell(5200)
  await tell(5100)
  const crown = await winOne('crown')
  await tell(5100)
  const last = await tell(4800)
  const history = await historyOf(operator, crown.id)
  assert.deepEqual(
    { ...history, points: [] },
    {
      ...{ inventoryItemId: crown.id, itemId: operator.items.crown, currency: 'EUR', points: [] },
      ...{ wonAt: crown.createdAt, wonValueMinor: crown.wonValueMinor },
    },
  )
  assert.deepEqual(valuesOf(history), [5000, 5200, 5100, 4800])
  const { points } = history
  assert.equal(points.at(-1)!.revisionId, last.revisionId)
  assert.ok(points.every((point, n) => n === 0 || point.revisionId > points[n - 1]!.revisionId))
  assert.ok(points.every((point, n) => n === 0 || point.recordedAt > points[n - 1]!.recordedAt))
  assert.ok(points[2]!.recordedAt < history.wonAt && history.wonAt < points[3]!.recordedAt)
})

test('a new item has one point, a collectible or not', async (t) => {
  const { operator, winOne } = await start(t)
  const mug = await winOne('mug')
  const history = await historyOf(operator, mug.id)
  assert.deepEqual([valuesOf(history), history.wonValueMinor], [[900], 900])
  assert.deepEqual(valuesOf(await historyOf(operator, (await winOne('crown')).id)), [5000])
})

test('every point and the won value are converted down at the current rate', async (t) => {
  const { operator, tell, winOne } = await start(t)
  const crown = await winOne('crown')
  await tell(3333)
  const SHOWN = { EUR: [5000, 3333], USD: [5417, 3610], JPY: [8463, 5641], KWD: [16_635, 11_088] }
  for (const [currency, values] of Object.entries(SHOWN)) {
    const history = await historyOf(operator, crown.id, currency)
    assert.deepEqual([history.currency, valuesOf(history), history.wonValueMinor], [currency, values, values[0]])
  }
  for (const currency of ['CHF', 'GBP']) {
    await assert.rejects(historyOf(operator, crown.id, currency), { status: 422, code: 'UNSUPPORTED_CURRENCY' })
  }
})

test('points from before an operator was converted are of their own currency', async (t) => {
  const { world, operator, tell, winOne } = await start(t)
  const crown = await winOne('crown')
  await convertOperator(world.service.ctx, operator.operatorId, 'USD', { actor: 'test' })
  await tell(6000)
  assert.deepEqual(
    valuesOf(await historyOf(operator, crown.id)),
    [5417, 6000],
    'in dollars now, if nothing is asked for',
  )
  const euro = await historyOf(operator, crown.id, 'EUR')
  assert.deepEqual([valuesOf(euro), euro.wonValueMinor], [[5000, 5538], 5000])
  await world.settings(operator, { currencies: ['USD'] })
  await assert.rejects(historyOf(operator, crown.id, 'EUR'), { code: 'UNSUPPORTED_CURRENCY' })
})

test('a history holds the 500 newest points', async (t) => {
  const { world, operator, tell, winOne } = await start(t)
  const crown = await winOne('crown')
  await openRows(world.databaseUrl).query(
    `insert into item_revisions (operator_id, item_id, value_minor, currency, recorded_at)
     select $1, $2, 5000 + n, 'EUR', $3::timestamptz + n * interval '1 second' from generate_series(1, 499) n`,
    [operator.operatorId, operator.items.crown, world.clock.now()],
  )
  world.clock.advance(60 * MINUTE)
  assert.deepEqual(
    valuesOf(await historyOf(operator, crown.id)),
    Array.from({ length: 500 }, (_, n) => 5000 + n),
  )
  await tell(7000)
  const history = await historyOf(operator, crown.id)
  assert.deepEqual(valuesOf(history), [...Array.from({ length: 499 }, (_, n) => 5001 + n), 7000])
})
