import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsSchema } from '@coffer/contract/settings'
import { type DemoOperator, demoOperators } from '@coffer/fixtures'

type Offer = {
  slug: string
  presetsBps: number[]
  maxChanceBps: number
  minWagerMinor: number
  maxWagerMinor: number
  /** What Nuggets cost in percent while a miss pays them, else null. */
  nuggetsCostPercent: number | null
  prizesMinor: number[]
}

/** What each operator of the demo that has the Upgrader offers, with a house edge of 5 percent; collectibles left out, for their values move. */
function offers(): Offer[] {
  return demoOperators()
    .filter(({ games }) => games.includes('upgrader'))
    .map(offerOf)
}

function offerOf({ slug, settings, catalogue }: DemoOperator): Offer {
  const { upgrader, noLoss } = settingsSchema({ production: true }).parse(settings)
  const { chancePresetsBps, minWagerMinor, maxWagerMinor } = upgrader
  const nuggetsCostPercent = noLoss.enabled ? noLoss.nuggetsCostPercent : null
  const cost = nuggetsCostPercent ?? 0
  const maxChanceBps = Math.floor((950_000 - 10_000 * cost) / (100 - cost))
  const presetsBps = chancePresetsBps.filter((chance) => chance <= maxChanceBps)
  const prizes = catalogue.items.filter(({ upgraderPrize, isCollectible }) => upgraderPrize && !isCollectible)
  const prizesMinor = prizes.map(({ valueMinor }) => valueMinor)
  return { slug, presetsBps, maxChanceBps, minWagerMinor, maxWagerMinor, nuggetsCostPercent, prizesMinor }
}

/** Wagers that find nothing to win at some chance, by the formula of the decisions. */
function emptyBands({ presetsBps, nuggetsCostPercent, prizesMinor }: Offer, wagers: readonly number[]): string[] {
  return wagers.flatMap((wager) =>
    presetsBps.flatMap((chance) => {
      const worth = wager * (950_000 - (10_000 - chance) * (nuggetsCostPercent ?? 0))
      const upper = Math.floor(worth / (100 * chance))
      const lower = Math.max(Math.ceil(worth / (110 * chance)), nuggetsCostPercent === null ? 0 : wager)
      const isEmpty = prizesMinor.every((value) => value < lower || value > upper)
      return isEmpty ? [`${wager} at ${chance} finds nothing from ${lower} to ${upper}`] : []
    }),
  )
}

test('two operators of the demo have the Upgrader: one pays Nuggets for a miss, and a preset that this leaves no room for is not offered', () => {
  const shown = offers().map(({ slug, nuggetsCostPercent, presetsBps, maxChanceBps }) => [
    ...[slug, nuggetsCostPercent, presetsBps, maxChanceBps],
  ])
  assert.deepEqual(shown, [
    ['aurum', null, [1000, 2500, 5000, 7500], 9500],
    ['bluebird', 50, [2500, 5000, 7500], 9000],
  ])
})

test('in the demo every wager of the casino, and every usual one of the shop, finds a prize at every chance', () => {
  const [aurum, bluebird] = offers() as [Offer, Offer]
  const { minWagerMinor, maxWagerMinor } = aurum
  const everyWager = Array.from({ length: maxWagerMinor - minWagerMinor + 1 }, (_, index) => minWagerMinor + index)
  assert.deepEqual(emptyBands(aurum, everyWager), [])
  assert.deepEqual([bluebird.minWagerMinor, bluebird.maxWagerMinor], [500, 10_000])
  assert.deepEqual(emptyBands(bluebird, [500, 1000, 2000, 5000, 10_000]), [])
  assert.equal(emptyBands({ ...bluebird, prizesMinor: [] }, [1000]).length, 3, 'a gap is seen where there is one')
})
