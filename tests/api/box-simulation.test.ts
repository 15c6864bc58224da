import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { countDraws } from '@coffer/fairness/simd'
import { sampleBox } from '@coffer/fixtures'
import { simulatedBox, simulatedOpenings } from '../../service/src/boxes/index.ts'
import { liveVersionOf } from '../../service/src/catalog/index.ts'
import { commandLine } from '../support/command-line.ts'
import { openRows } from '../support/rows.ts'
import { masterKeyOf, startWorld, type World } from '../support/world.ts'

/** The sample box, and one that was archived before it was ever on sale. */
function catalogue(): CatalogueFile {
  const { items, boxes } = sampleBox()
  const unborn = { ...boxes[0]!, key: 'unborn', slug: 'unborn', name: 'Unborn box', archived: true }
  return { items, boxes: [...boxes, unborn] }
}

test('on the command line a box is opened many times', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { catalogue: catalogue() } } })
  const line = commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: masterKeyOf(world) })
  await t.test('decided by the seed, and nothing is written', () => opens(world, line))
  await t.test('and what cannot be opened, or nothing, is refused in words', () => refuses(line))
})

type Line = ReturnType<typeof commandLine>

const everythingWritten = ({ databaseUrl }: World) =>
  openRows(databaseUrl).query(`select (select count(*) from rounds) as rounds,
    (select count(*) from seed_pairs) as pairs, (select count(*) from wallet_operations) as operations,
    (select count(*) from outbox_events) as events, (select count(*) from audit_log) as audits,
    (select count(*) from inventory_items) as items`)

/** A seed under which honest draws stray so far in so few openings that they are taken for unfair. */
async function strayingSeed({ service, operator }: World, roundsCount: number): Promise<string> {
  const { operatorId, boxes } = operator
  const version = await service.ctx.tx(operatorId, (tx) => liveVersionOf(tx, operatorId, boxes.sample!.boxId))
  const seeds = Array.from({ length: 2_000 }, (_, seed) => String(seed))
  return seeds.find(
    (seed) => !simulatedBox(version!, countDraws(simulatedOpenings(version!, seed, roundsCount))).isFair,
  )!
}

async function opens(world: World, { coffer, json }: Line) {
  const { boxId, boxVersionId } = world.operator.boxes.sample!
  const [before, straying] = await Promise.all([everythingWritten(world), strayingSeed(world, 30)])
  const simulate = ['simulate', '--operator', 'aurum', '--box']
  const many = ['--rounds', '20000', '--seed', 'coffer']
  const [bySlug, byId, words, bad] = await Promise.all([
    json(...simulate, 'sample', ...many),
    json(...simulate, String(boxId), ...many),
    coffer(...simulate, 'sample', ...many),
    coffer(...simulate, 'sample', '--rounds', '30', '--seed', straying),
  ])
  const { prizes, ...told } = bySlug
  assert.deepEqual(told, {
    ...{ code: 0, operator: 'aurum', boxId, boxVersionId, boxName: 'Sample box', seed: 'coffer', rounds: 20_000 },
    ...{ priceMinor: 500, currency: 'EUR', rtpBps: 9360, seenRtpBps: 9256, returnSigmas: -1.02, returnFair: true },
    ...{ rarePrizes: null, ok: true },
  })
  const rows = prizes.map((row: Record<string, unknown>) => [
    row.name,
    row.expectedWins,
    row.wins,
    row.sigmas,
    row.fair,
  ])
  assert.deepEqual(rows, [
    ['Handful of Nuggets', 6000, 6028, 0.43, true],
    ['Five free spins', 4400, 4440, 0.68, true],
    ['Audiobook credit', 4800, 4742, -0.96, true],
    ['Enamel mug', 4400, 4410, 0.17, true],
    ['Silver crown', 400, 380, -1.01, true],
  ])
  assert.deepEqual(byId, bySlug, 'the same seed gives the same openings')

  assert.equal(words.code, 0)
  assert.match(words.out, /^Sample box, version \d+, opened 20,000 times\. Seed coffer\.\n/)
  assert.match(words.out, /^Silver crown +50\.00 +2\.000000% +400\.00 +380 +-1\.01 sigma$/m)
  assert.match(words.out, /^Price 5\.00 EUR\. RTP 93\.60% as published, 92\.56% seen, off by -1\.02 sigma\.$/m)
  assert.match(words.out, /\nAll came out inside\.\n$/)
  assert.equal(bad.code, 1)
  assert.match(bad.out, /off by \+\d+\.\d\d sigma !\.$/m)
  assert.match(bad.out, /^The return came out beyond\. That of an honest box does so once in about 370 times/m)
  assert.deepEqual(await everythingWritten(world), before)
}

async function refuses({ coffer }: Line) {
  const sample = ['--box', 'sample']
  const refused: [words: string[], why: RegExp][] = [
    [['--box', 'nothing'], /^There is no such box\.\n$/],
    [['--box', '999999'], /^There is no such box\.\n$/],
    [['--box', 'unborn'], /^Unborn box was never put on sale: it has no odds to draw from\.\n$/],
    [[...sample, '--rounds', '0'], /^--rounds takes 1 to 100000000\.\n$/],
    [[...sample, '--rounds', '100000001'], /^--rounds takes 1 to 100000000\.\n$/],
    [[...sample, '--rounds', '-1'], /^-1 is no whole number\.\n$/],
    [[...sample, '--wager', '100'], /^A box has a price: --wager is for the Upgrader\.\n$/],
    [[...sample, '--game', 'upgrader'], /^Give one of --box and --game upgrader\.\n$/],
    [[], /^Give one of --box and --game upgrader\.\n$/],
  ]
  const answers = await Promise.all(refused.map(([words]) => coffer('simulate', '--operator', 'aurum', ...words)))
  for (const [index, { code, out, err }] of answers.entries()) {
    assert.deepEqual([code, out], [1, ''], refused[index]![0].join(' '))
    assert.match(err, refused[index]![1])
  }
}
