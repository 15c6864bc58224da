import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { setRates } from '@coffer/service/administration'
import { openBody, startWorld } from '../support/world.ts'

const catalogue: CatalogueFile = {
  items: [
    { key: 'small', name: 'Small', type: 'digital', valueMinor: 100_000_000 },
    { key: 'large', name: 'Large', type: 'digital', valueMinor: 18_000_000_000 },
  ],
  boxes: [
    {
      key: 'huge',
      slug: 'huge',
      name: 'Huge',
      priceMinor: 10_000_000_000,
      prizes: [
        { item: 'small', chanceUnits: 50_000_000 },
        { item: 'large', chanceUnits: 50_000_000 },
      ],
    },
  ],
}

test('a prize that the currency cannot hold is refused before the money, and never after the draw', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue } } })
  await setRates(world.service.ctx, 'EUR', { USD: '600000' }, 'test')
  for (let click = 0; click < 6; click++) {
    const told = await world.operator.coffer
      .purchase({
        playerExternalId: 'ann',
        currency: 'USD',
        funding: 'operator',
        ...openBody(world.operator, `c-${click}`),
      })
      .catch((error: { status: number; code: string }) => error)
    assert.deepEqual(
      [(told as { status: number }).status, (told as { code: string }).code],
      [422, 'UNSUPPORTED_CURRENCY'],
    )
  }
  const state = await world.operator.coffer.fairnessState({ playerExternalId: 'ann' })
  assert.equal(state.nextNonce, 0)
})
