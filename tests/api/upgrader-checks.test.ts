import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { playRoutes } from '@coffer/contract/play'
import { publicRoutes } from '@coffer/contract/public'
import { type RoundProof, verifyRound } from '@coffer/fairness'
import { countDraws } from '@coffer/fairness/simd'
import { getOperator } from '../../service/src/operators/index.ts'
import { simulateChances, simulatedRolls } from '../../service/src/upgrader/index.ts'
import { commandLine } from '../support/command-line.ts'
import { knock } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { missesAt, startUpgrader, upgraded, winsAt } from '../support/upgrader.ts'
import type { World } from '../support/world.ts'
import { masterKeyOf } from '../support/world.ts'

const publicProof = async (world: World, publicId: string) =>
  (await knock(world, publicRoutes.roundProof, null, { params: { publicId } })).body as unknown as RoundProof

/** The proof with another reel in place of its own. */
const withReel = (
  { round, snapshots }: RoundProof,
  reel: Partial<RoundProof['round']['reels'][number]>,
): RoundProof => ({
  round: { ...round, reels: round.reels.map((one) => ({ ...one, ...reel })) },
  snapshots,
})

test('an Upgrader round, won or missed, is proven to anyone, and no one figure of its proof can be another', async (t) => {
  const { world, coffer, player, prize, aim } = await startUpgrader(t)
  const play = { wagerMinor: 1000, chanceBps: 2500, targetItemId: prize(3800) }
  await aim(winsAt(2500))
  const won = (await upgraded(player, play)).round
  await aim(missesAt(2500))
  const missed = (await upgraded(player, play)).round
  const target = { itemId: prize(3800), name: 'Sure prize of 3800' }

  const revealed = await publicProof(world, won.publicId)
  assert.equal(verifyRound(revealed).status, 'verified')
  const secret = await publicProof(world, missed.publicId)
  assert.equal(secret.round.fairness.serverSeed, null)
  assert.equal(verifyRound(secret).status, 'unrevealed')
  assert.equal(
    verifyRound(withReel(secret, { result: target })).status,
    'failed',
    'a miss wins nothing, before the seed is known too',
  )
  for (const [proof, { rolledBps, publicId }, result] of [
    [revealed, won, target],
    [secret, missed, null],
  ] as const) {
    assert.deepEqual([proof.round.gameKey, proof.snapshots], ['upgrader', []])
    assert.deepEqual(proof.round.reels, [
      {
        ...{ reelIndex: 0, rawDraw: rolledBps, chanceUnits: 2500, chancePercent: 25, totalUnits: 10_000 },
        ...{ snapshotHash: null, boxVersionId: null, result },
      },
    ])
    const { round } = await coffer.roundFairness({ publicId, playerExternalId: 'ann' })
    assert.deepEqual(round, proof.round, 'the backend reads the same')
  }

  await player.call('rotateSeed', { body: {} })
  const known = await publicProof(world, missed.publicId)
  assert.equal(verifyRound(known).status, 'verified')
  const changed = [
    withReel(revealed, { rawDraw: won.rolledBps! + 1 }),
    withReel(revealed, { chanceUnits: 7500 }),
    withReel(revealed, { chanceUnits: won.rolledBps!, chancePercent: won.rolledBps! / 100 }),
    withReel(revealed, { result: null }),
    withReel(known, { rawDraw: 0 }),
    withReel(known, { rawDraw: 0, result: target }),
    withReel(known, { result: target }),
    withReel(known, { chanceUnits: missed.rolledBps! + 1, chancePercent: (missed.rolledBps! + 1) / 100 }),
    withReel(known, { reelIndex: 1 }),
  ]
  for (const [index, proof] of changed.entries()) assert.equal(verifyRound(proof).status, 'failed', `change ${index}`)

  const { json, file } = commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: masterKeyOf(world) })
  const [byId, byFile] = await Promise.all([
    json('verify', won.publicId, '--url', world.baseUrl),
    json('verify', file('changed.json', changed[5])),
  ])
  assert.deepEqual([byId.code, byId.status], [0, 'verified'])
  assert.deepEqual([byFile.code, byFile.status], [1, 'failed'])
})

/** Rows that a simulation might write if it were a play. */
const everythingWritten = (databaseUrl: string) =>
  openRows(
    databaseUrl,
  ).query(`select (select count(*) from rounds) as rounds, (select count(*) from seed_pairs) as pairs,
    (select count(*) from wallet_operations) as operations, (select count(*) from outbox_events) as events,
    (select count(*) from audit_log) as audits, (select count(*) from inventory_items) as items`)

async function start(t: TestContext) {
  const { world, operator, coffer: client } = await startUpgrader(t, { upgrader: { maxWagerMinor: 20_000 } })
  return {
    world,
    operator,
    client,
    of: ['--operator', operator.slug],
    ...commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: masterKeyOf(world) }),
  }
}
type Scene = Awaited<ReturnType<typeof start>>

test('the command line has what an operator of the Upgrader needs', async (t) => {
  const scene = await start(t)
  await t.test('a simulation is decided by its seed, ends with 0 only inside 3 sigma, and writes nothing', () =>
    simulates(scene),
  )
  await t.test('a launch leads into the game, and never with a box', () => launches(scene))
  await t.test('an import names what is marked as a prize and never is one', () => namesNoPrizes(scene))
  await t.test('a file of settings takes effect, or is refused with the place of each mistake', () => sets(scene))
})

async function simulates({ world, operator, of, json, coffer }: Scene) {
  const before = await everythingWritten(world.databaseUrl)
  const { settings } = await world.service.ctx.tx(operator.operatorId, (tx) => getOperator(tx, operator.operatorId))
  const rowsOf = (seed: number) => simulateChances(settings, 20_000, countDraws(simulatedRolls(String(seed), 100)))
  const isFair = (seed: number) => rowsOf(seed).every((chance) => chance?.isFair)
  const seeds = Array.from({ length: 2_000 }, (_, seed) => seed)
  const [fair, unfair] = [seeds.find(isFair)!, seeds.find((seed) => !isFair(seed))!]
  const simulate = ['simulate', '--game', 'upgrader', ...of]
  const [good, bad, small] = await Promise.all([
    json(...simulate, '--rounds', '100', '--seed', String(fair)),
    coffer(...simulate, '--rounds', '100', '--seed', String(unfair), '--wager', '1000'),
    coffer(...simulate, '--wager', '99'),
  ])
  const { chances, ...told } = good
  assert.deepEqual(told, {
    ...{ code: 0, operator: 'aurum', game: 'upgrader', seed: String(fair), rounds: 100, wagerMinor: 20_000 },
    ...{ currency: 'EUR', ok: true, houseEdgeBps: 500, noLoss: false, nuggetsCostPercent: 0 },
  })
  assert.deepEqual(
    chances.map((row: Record<string, unknown>) => [row.chanceBps, row.aimedMinor, row.wins]),
    rowsOf(fair).map((row, index) => [row?.chanceBps, [190_000, 76_000, 38_000, 25_333][index], row?.winsCount]),
  )
  assert.equal(bad.code, 1)
  assert.match(bad.out, /^10\.00 EUR staked 100 times at each chance/)
  assert.match(bad.out, /\d of 4 came out beyond 3 sigma/)
  assert.deepEqual([small.code, small.err], [1, 'A wager of 99 is not allowed: 100 to 20000 is.\n'])
  assert.deepEqual(await everythingWritten(world.databaseUrl), before)
}

async function launches({ world, operator, of, json, coffer }: Scene) {
  const launch = ['launch', ...of, '--player', 'ann', '--game', 'upgrader']
  const box = String(Object.values(operator.boxes)[0]!.boxId)
  const [{ launchToken }, boxed] = await Promise.all([json(...launch), coffer(...launch, '--box', box)])
  const started = await knock(world, playRoutes.initSession, null, { body: { launchToken } })
  const { game } = started.body as unknown as { game: { key: string; upgrader?: { available: boolean } } }
  assert.deepEqual([started.status, game.key, game.upgrader?.available], [200, 'upgrader', true], started.text)
  assert.equal(boxed.code, 1)
  assert.match(boxed.err, /^ {2}target/m)
}

async function namesNoPrizes({ world, operator, client, of, json, coffer, file }: Scene) {
  await world.settings(operator, { 'collectibles.maxStepBps': 1_000_000 })
  const item = (key: string, type: string) => ({ key, name: key, type, valueMinor: 1900, upgraderPrize: true })
  const items = [item('spins', 'bonus'), item('dust', 'nuggets'), item('code', 'digital')]
  const command = ['catalog', 'import', file('marked.json', { items, boxes: [] }), ...of]
  const [words, machine] = await Promise.all([coffer(...command), json(...command)])
  const named = (lines: string[]) => lines.map((line) => /^(?:Warning: )?(.*): it is never a prize/.exec(line)?.[1])
  assert.deepEqual([words.code, machine.code], [0, 0])
  assert.deepEqual(named(words.err.trim().split('\n')), ['spins is bonus', 'dust is nuggets'])
  assert.deepEqual(named(machine.warnings), ['spins is bonus', 'dust is nuggets'])
  const { prizes } = await client.upgraderPrizes({ playerExternalId: 'ann', wagerMinor: 1000, chanceBps: 5000 })
  const offered = prizes.map(({ name }) => name)
  assert.deepEqual(
    ['code', 'spins', 'dust'].map((key) => offered.includes(key)),
    [true, false, false],
  )
}

async function sets({ operator, client, json, coffer, file }: Scene) {
  const wrong = { houseEdgeBps: 10_000, chancePresetsBps: [0, 5000], minWagerMinor: -1, maxWagerMinor: 1e12 + 1 }
  const right = { upgrader: { houseEdgeBps: 9999, chancePresetsBps: [1, 9999], defaultChanceBps: 9999 } }
  const settings = ['operator', 'settings', operator.slug]
  const refused = await coffer(
    ...settings,
    file('wrong.json', { upgrader: wrong, noLoss: { nuggetsCostPercent: 100 } }),
  )
  assert.equal(refused.code, 1)
  const places = refused.err.split('\n').flatMap((line) => /^ {2}([\w.]+): /.exec(line)?.[1] ?? [])
  assert.deepEqual(places.sort(), [
    'noLoss.nuggetsCostPercent',
    'upgrader.chancePresetsBps.0',
    'upgrader.houseEdgeBps',
    'upgrader.maxWagerMinor',
    'upgrader.minWagerMinor',
  ])
  assert.equal((await json(...settings, file('right.json', right))).changes.length, 3)
  const { upgrader } = await client.config()
  assert.deepEqual([upgrader.chancePresetsBps, upgrader.defaultChanceBps, upgrader.maxChanceBps], [[1], 1, 1])
}
