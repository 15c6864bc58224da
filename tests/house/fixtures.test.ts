import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { catalogueFile } from '@coffer/contract/catalogue-file'
import { parseRate } from '@coffer/contract/rates'
import { settingsSchema } from '@coffer/contract/settings'
import {
  balanceOdds,
  boxArt,
  boxBuilds,
  demoOperators,
  demoRates,
  itemArt,
  itemObjects,
  rtpBpsOf,
  sampleBox,
  TOTAL_UNITS,
  tierOf,
  writeDemoFiles,
} from '@coffer/fixtures'

type Catalogue = ReturnType<typeof sampleBox>

const ART_MAX_BYTES = 3000
const tiers = [1, 2, 3, 4, 5] as const
const seeds = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']

function everyDrawing(): Map<string, string> {
  const drawings = new Map<string, string>()
  for (const tier of tiers) {
    for (const seed of seeds) {
      for (const object of itemObjects) drawings.set(`${object} ${tier} ${seed}`, itemArt({ object, tier, seed }))
      for (const build of boxBuilds) drawings.set(`box ${build} ${tier} ${seed}`, boxArt({ build, tier, seed }))
    }
  }
  for (const { slug, art } of demoOperators()) for (const [path, svg] of art) drawings.set(`${slug}/${path}`, svg)
  return drawings
}

/** The names of elements, when every tag is closed in its order and every attribute is quoted; else throws. */
function elementsOf(svg: string): string[] {
  const open: string[] = []
  const names: string[] = []
  const rest = svg.replaceAll(
    /<(\/?)([a-zA-Z]+)((?: [a-zA-Z][\w-]*="[^"<>&]*")*)(\/?)>/g,
    (_, end, name, _more, empty) => {
      if (end) assert.equal(open.pop(), name)
      else names.push(name)
      if (!end && !empty) open.push(name)
      return ''
    },
  )
  assert.equal(rest, '', 'nothing stands outside of tags')
  assert.deepEqual(open, [], 'every element is closed')
  return names
}

function idsOf(svg: string): string[] {
  return [...svg.matchAll(/ id="([^"]+)"/g)].map((match) => match[1]!)
}

/** RTP as an exact pair, worth over price · T, without the house's own helper. */
function exactRtp(catalogue: Catalogue, box: Catalogue['boxes'][number]): { worth: bigint; paid: bigint } {
  const values = new Map(catalogue.items.map((item) => [item.key, BigInt(item.valueMinor)]))
  const worth = box.prizes.reduce((sum, prize) => sum + values.get(prize.item)! * BigInt(prize.chanceUnits), 0n)
  return { worth, paid: BigInt(box.priceMinor) * 100_000_000n }
}

const catalogues = (): Catalogue[] => [...demoOperators().map(({ catalogue }) => catalogue), sampleBox()]

test('every drawing is well-formed, at most 3 kB, and made of shapes and gradients only', () => {
  const allowed = new Set('svg defs linearGradient radialGradient stop g path rect circle ellipse'.split(' '))
  for (const [name, svg] of everyDrawing()) {
    assert.ok(Buffer.byteLength(svg) <= ART_MAX_BYTES, `${name} has ${Buffer.byteLength(svg)} bytes`)
    const strangers = elementsOf(svg).filter((element) => !allowed.has(element))
    assert.deepEqual(strangers, [], name)
    assert.match(svg, /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 240 240" /)
    assert.doesNotMatch(svg, /NaN|undefined|null|Infinity/, name)
  }
})

test('no drawing runs a script or refers to anything outside of itself', () => {
  for (const [name, svg] of everyDrawing()) {
    const own = new Set(idsOf(svg))
    const used = [...svg.matchAll(/url\(([^)]*)\)/g)].map((match) => match[1]!)
    assert.ok(used.length > 0, name)
    for (const target of used) assert.ok(own.has(target.replace(/^#/, '')), `${name} refers to ${target}`)
    assert.doesNotMatch(svg.replace('http://www.w3.org/2000/svg', ''), /href|https?:|data:|javascript:| on\w+=/i, name)
  }
})

test('drawings inlined in one page never share an id', () => {
  const owners = new Map<string, string>()
  for (const [name, svg] of everyDrawing()) {
    for (const id of idsOf(svg)) {
      assert.match(id, /^[a-z][a-z0-9]+$/)
      assert.equal(owners.get(id), undefined, `${name} and ${owners.get(id)} both have ${id}`)
      owners.set(id, name)
    }
  }
})

test('the same object, tier and seed give the same drawing, and another seed or tier gives another', () => {
  for (const object of itemObjects) {
    assert.equal(itemArt({ object, tier: 3, seed: 'a' }), itemArt({ object, tier: 3, seed: 'a' }))
    assert.equal(new Set(seeds.map((seed) => shapesOf(itemArt({ object, tier: 3, seed })))).size > 1, true, object)
    assert.equal(new Set(tiers.map((tier) => itemArt({ object, tier, seed: 'a' }))).size, tiers.length)
  }

  function shapesOf(svg: string): string {
    return svg.replaceAll(/ id="[^"]*"|url\([^)]*\)/g, '')
  }
})

test('the chances of every box sum to exactly 100,000,000 and no item stands in a box twice', () => {
  for (const { boxes } of catalogues()) {
    for (const box of boxes) {
      const sum = box.prizes.reduce((total, prize) => total + prize.chanceUnits, 0)
      assert.equal(sum, 100_000_000, box.key)
      assert.equal(new Set(box.prizes.map((prize) => prize.item)).size, box.prizes.length, box.key)
    }
  }
})

test('the RTP of every box lies between 85 and 97 percent by exact arithmetic, and within its operator’s bounds', () => {
  for (const catalogue of catalogues()) {
    for (const box of catalogue.boxes) {
      const { worth, paid } = exactRtp(catalogue, box)
      assert.ok(worth * 10_000n >= paid * 8500n, `${box.key} is below 85 %`)
      assert.ok(worth * 10_000n <= paid * 9700n, `${box.key} is above 97 %`)
    }
  }
  for (const { settings } of demoOperators()) {
    assert.ok((settings.minRtpBps as number) <= 8500)
    assert.ok((settings.maxRtpBps as number) >= 9700)
  }
})

test('the boxes of an operator differ in RTP, and prices reach from 1.00 to 100.00 euro', () => {
  for (const { catalogue } of demoOperators()) {
    const rtps = catalogue.boxes.map((box) => {
      const { worth, paid } = exactRtp(catalogue, box)
      return (worth * 10_000n) / paid
    })
    assert.equal(new Set(rtps).size, rtps.length)
  }
  const prices = demoOperators()[0]!.catalogue.boxes.map((box) => box.priceMinor)
  assert.deepEqual([Math.min(...prices), Math.max(...prices)], [100, 10_000])
})

test('every box has one rare prize worth twenty times its price or more', () => {
  for (const { catalogue } of demoOperators()) {
    const values = new Map(catalogue.items.map((item) => [item.key, item.valueMinor]))
    for (const box of catalogue.boxes) {
      const dearest = box.prizes.reduce((top, prize) => (values.get(prize.item)! > values.get(top.item)! ? prize : top))
      assert.equal(tierOf(values.get(dearest.item)!, box.priceMinor), 5, box.key)
      assert.ok(dearest.chanceUnits < 1_000_000, `${box.key}: its dearest prize is won too often`)
    }
  }
})

test('every item is a prize of a box or of the Upgrader, every prize is an item, and every type is present', () => {
  for (const { items, boxes } of catalogues()) {
    const inBoxes = boxes.flatMap((box) => box.prizes.map((prize) => prize.item))
    const inUpgrader = items.flatMap((item) => (item.upgraderPrize ? [item.key] : []))
    assert.deepEqual([...new Set([...inBoxes, ...inUpgrader])].sort(), items.map((item) => item.key).sort())
    assert.deepEqual([...new Set(items.map((item) => item.type))].sort(), ['bonus', 'digital', 'nuggets', 'physical'])
    assert.ok(items.some((item) => item.isCollectible && item.collectibleCategory && item.metadata))
    assert.ok(items.some((item) => item.stock !== undefined))
  }
})

test('catalogues and settings are what the contract takes, and every picture they name exists', () => {
  for (const catalogue of catalogues()) assert.deepEqual(catalogueFile.parse(catalogue), catalogue)
  for (const { settings, currency, currencies, catalogue, art } of demoOperators()) {
    settingsSchema({ production: true }).parse(settings)
    assert.deepEqual(settings.currencies, currencies)
    assert.equal(currencies[0], currency)
    for (const code of currencies) assert.ok(code === demoRates.base || code in demoRates.rates, code)
    const named = [...catalogue.items, ...catalogue.boxes].map((entry) => entry.imageUrl!)
    assert.deepEqual(named.sort(), [...art.keys()].sort())
  }
  for (const rate of Object.values(demoRates.rates)) assert.notEqual(parseRate(rate), null)
})

test('three operators stand in euro, dollar and yen, each with its own share on cash back', () => {
  const operators = demoOperators()
  assert.deepEqual(
    operators.map(({ slug, currency, catalogue }) => [slug, currency, catalogue.boxes.length]),
    [
      ['aurum', 'EUR', 13],
      ['bluebird', 'USD', 5],
      ['sakura', 'JPY', 5],
    ],
  )
  const shares = operators.map(({ settings }) => (settings.cashback as { percentBps: number }).percentBps)
  assert.deepEqual(shares, [9000, 8500, 10000])
})

test('the first operator has at least 12 boxes and 80 items of many kinds, one box off sale, and some things out of stock', () => {
  const [{ catalogue } = assert.fail('there is an operator')] = demoOperators()
  const { items, boxes } = catalogue
  const categories = new Set(items.flatMap((item) => (item.isCollectible ? [item.collectibleCategory] : [])))
  assert.ok(items.length >= 80)
  assert.ok(boxes.filter((box) => !box.archived).length >= 12)
  assert.equal(boxes.filter((box) => box.archived).length, 1)
  assert.ok(categories.size >= 5)
  assert.ok(items.filter((item) => item.stock === 0).length >= 3)
})

test('every box of the demo says its rank and its mood, and no two items of an operator look alike', () => {
  for (const { catalogue, art } of demoOperators()) {
    for (const { key, customAttributes } of catalogue.boxes) {
      assert.deepEqual(
        Object.keys(customAttributes ?? {})
          .filter((name) => name !== 'featured')
          .sort(),
        ['mood', 'rank'],
        key,
      )
    }
    const looks = [...art.values()].map((svg) => svg.replaceAll(/ id="[^"]*"|url\([^)]*\)/g, ''))
    assert.equal(new Set(looks).size, looks.length)
  }
})

test('demo data is equal on every call, and a caller who changes his copy changes no other', () => {
  const before = JSON.stringify(demoOperators())
  const copy = demoOperators()[0]!
  copy.catalogue.items[0]!.name = 'changed'
  copy.catalogue.attributes![0]!.name = 'changed'
  copy.catalogue.boxes[0]!.customAttributes!.rank = 99
  copy.currencies.push('GBP')
  assert.equal(JSON.stringify(demoOperators()), before)
  assert.deepEqual(demoOperators()[0]!.art, demoOperators()[0]!.art)
})

test('balanced odds meet their target to the basis point, whatever the weights', () => {
  const prizes = [
    { item: 'dear', weight: 1, valueMinor: 123_457 },
    { item: 'low', weight: 7, valueMinor: 13 },
    { item: 'middle', weight: 3, valueMinor: 701 },
    { item: 'none', weight: 5, valueMinor: 0 },
  ]
  const values = new Map(prizes.map((prize) => [prize.item, prize.valueMinor]))
  for (const targetRtpBps of [8500, 9001, 9333, 9699]) {
    const odds = balanceOdds({ priceMinor: 499, prizes, targetRtpBps })
    assert.deepEqual(
      odds.map((prize) => prize.item),
      ['dear', 'low', 'middle', 'none'],
    )
    assert.equal(
      odds.reduce((sum, prize) => sum + prize.chanceUnits, 0),
      TOTAL_UNITS,
    )
    const priced = odds.map(({ item, chanceUnits }) => ({ chanceUnits, valueMinor: values.get(item)! }))
    assert.equal(rtpBpsOf(499, priced), targetRtpBps)
  }
})

test('balanced odds refuse prizes that cannot meet the target, and an item that stands twice', () => {
  const low = { item: 'low', weight: 1, valueMinor: 10 }
  const high = { item: 'high', weight: 1, valueMinor: 1_000_000_000 }
  const odds = (prizes: (typeof low)[]) => () => balanceOdds({ priceMinor: 100, prizes, targetRtpBps: 9000 })
  assert.throws(odds([low]), /both below and above/)
  assert.throws(odds([high]), /both below and above/)
  assert.throws(odds([low, high]), /too dear/)
  assert.throws(odds([low, { ...low, item: 'never', weight: 0 }, { ...high, valueMinor: 900 }]), /no chance at all/)
  assert.throws(odds([low, { ...high, item: 'low' }]), /at most once/)
})

test('the written files are the generated ones, with the pictures beside the catalogue', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'coffer-fixtures-'))
  t.after(() => rm(folder, { recursive: true }))
  const written = await writeDemoFiles(folder)
  assert.equal(written.length, 3)
  for (const { slug, catalogue, settings, art, cataloguePath, settingsPath } of written) {
    assert.equal(cataloguePath, join(folder, slug, 'catalogue.json'))
    assert.deepEqual(JSON.parse(await readFile(cataloguePath, 'utf8')), catalogue)
    assert.deepEqual(JSON.parse(await readFile(settingsPath, 'utf8')), settings)
    for (const [path, svg] of art) assert.equal(await readFile(join(folder, slug, path), 'utf8'), svg)
  }
})
