import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { publicRoutes } from '@coffer/contract/public'
import { type RoundProof, verifyRound } from '@coffer/fairness'
import { faults } from '@coffer/reference-operator'
import { knock } from '../support/door.ts'
import { openRows } from '../support/rows.ts'
import { priceOf, sureBoxes, win, winBody } from '../support/sure-boxes.ts'
import { boxOf, openBody, startWorld, type World } from '../support/world.ts'

async function start(t: TestContext, catalogue = sureBoxes()) {
  const world = await startWorld(t, { operators: { aurum: { catalogue } } })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  const proofOf = async (publicId: string, playerExternalId = 'ann') =>
    (await operator.coffer.roundFairness({ publicId, playerExternalId })).round
  return { world, operator, player, proofOf }
}

const publicProof = async (world: World, publicId: string) =>
  knock(world, publicRoutes.roundProof, null, { params: { publicId } })

test('a proof holds the commitment from the start and the seed from the rotation on, alike on both addresses', async (t) => {
  const { world, operator, player, proofOf } = await start(t)
  const { round } = await win(operator, player, 'mug', 'dust')
  const before = await proofOf(round.publicId)
  assert.deepEqual(before.fairness, { ...round.fairness, serverSeed: null })
  assert.deepEqual(
    before.reels.map(({ reelIndex, rawDraw, result }) => ({ reelIndex, rawDraw, result })),
    [...round.reels.map(({ reelIndex, rawDraw, result }) => ({ reelIndex, rawDraw, result }))],
  )
  for (const reel of before.reels) {
    assert.deepEqual([reel.chanceUnits, reel.chancePercent, reel.totalUnits], [100_000_000, 100, 100_000_000])
  }
  assert.deepEqual((await publicProof(world, round.publicId)).body.round, before)
  assert.equal(before.settledAt, round.settledAt)

  const { revealed } = await operator.coffer.rotateSeed({ playerExternalId: 'ann' })
  const after = await proofOf(round.publicId)
  assert.deepEqual(after, { ...before, fairness: { ...before.fairness, serverSeed: revealed.serverSeed } })
  const open = await publicProof(world, round.publicId)
  assert.deepEqual(open.body.round, after)
  assert.ok(!open.text.includes('"ann"'), 'a public proof holds no personal data')
})

test('a proof exists for a settled round of the named player only', async (t) => {
  const { world, operator, player } = await start(t)
  const settled = (await win(operator, player, 'mug')).round.publicId
  await world.play(operator, 'bob')
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.refuse('PLAYER_BLOCKED') })
  const voided = (await player.open(winBody(operator, 'refused', 'mug'))).body.round.publicId
  const prepaid = { playerExternalId: 'ann', mode: 'prepay' as const, ...winBody(operator, 'held', 'mug') }
  const held = (await operator.coffer.purchase(prepaid)).round.publicId
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.serverError() })
  const undecided = (await player.open(winBody(operator, 'undecided', 'mug'))).body.round.publicId
  const unknown = `rnd_${'0'.repeat(26)}`

  const asked = [voided, held, undecided, unknown].map((publicId) => ({ publicId, playerExternalId: 'ann' }))
  for (const playerExternalId of ['bob', 'nobody']) asked.push({ publicId: settled, playerExternalId })
  for (const one of asked) {
    await assert.rejects(operator.coffer.roundFairness(one), { status: 404, code: 'ROUND_NOT_FOUND' }, one.publicId)
  }
  for (const publicId of [voided, held, undecided, unknown]) {
    const answer = await publicProof(world, publicId)
    assert.deepEqual([answer.status, answer.body.error.code], [404, 'ROUND_NOT_FOUND'])
  }
})

test('50 rounds of several reels, with a rotation among them, all verify from their public proofs', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { settings: { 'game.maxReels': 8 } } } })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  world.casino.wallet.setBalance(operator.slug, 'ann', 'EUR', 1_000_000)
  const rounds = []
  for (let n = 0; n < 50; n++) {
    if (n === 25) await player.call('rotateSeed', { body: { clientSeed: 'half way' } })
    const body = openBody(operator, `click-${n}`, 1 + (n % 8))
    const reels = body.reels.map((reel) => ({ ...reel, reelIndex: reel.reelIndex * 3 + n }))
    const opened = await player.open({ ...body, reels })
    assert.equal(opened.status, 200, opened.text)
    rounds.push(opened.body.round)
  }
  const last = await publicProof(world, rounds.at(-1)!.publicId)
  assert.equal(verifyRound(last.body).status, 'unrevealed')
  await player.call('rotateSeed', { body: {} })
  for (const [n, round] of rounds.entries()) {
    const proof = (await publicProof(world, round.publicId)).body as never as RoundProof
    const { status, checks } = verifyRound(proof)
    assert.equal(status, 'verified', JSON.stringify(checks.filter((check) => !check.ok)))
    assert.equal(round.fairness?.nonce, n % 25)
    assert.equal(proof.round.reels.length, 1 + (n % 8))
  }
  const tampered = (await publicProof(world, rounds[49]!.publicId)).body as never as RoundProof
  tampered.round.reels[1]!.rawDraw ^= 1
  assert.equal(verifyRound(tampered).status, 'failed', 'a draw off by one is found')
})

type Payload = Record<string, unknown> & { outcome: { reels: Record<string, unknown>[] }; facts: unknown }
type Event = { type: string; idempotency_key: string; player_external_id: string; payload: string }

async function eventsOf(world: World, publicId: string) {
  const rows = openRows(world.databaseUrl)
  const events = await rows.query<Event>('select * from outbox_events where payload like $1 order by event_id', [
    `%${publicId}%`,
  ])
  return events.map(({ payload, ...event }) => ({ ...event, payload: JSON.parse(payload) as Payload }))
}

test('the event of a settled round tells what the answer told, in the operator\u2019s currency', async (t) => {
  const { world, operator, player } = await start(t)
  const opened = await win(operator, player, 'mug', 'dust')
  const { round, facts } = opened
  const [event, ...others] = await eventsOf(world, round.publicId)
  assert.deepEqual(others, [], 'one event for a round without a bonus')
  assert.deepEqual(
    [event!.type, event!.idempotency_key, event!.player_external_id],
    ['round_settled', `round_settled:${round.publicId}`, 'ann'],
  )
  const { reels, ...outcome } = event!.payload.outcome
  assert.deepEqual(
    { ...event!.payload, outcome },
    {
      ...{ dataVersion: 2, occurredAt: round.settledAt, roundPublicId: round.publicId, gameKey: 'mystery_box' },
      ...{ betMinor: priceOf('mug') + priceOf('dust'), payoutMinor: 1000, currency: 'EUR' },
      ...{ playerBetMinor: null, playerCurrency: null, funding: 'player', boxId: operator.boxes.mug!.boxId },
      ...{ outcome: { kind: 'box', fairness: round.fairness }, facts },
    },
  )
  const [mug, dust] = reels
  const snapshot = await fetch(`${world.baseUrl}/fairness/box-versions/${operator.boxes.mug!.boxVersionId}/snapshot`)
  const { snapshotHash } = (await snapshot.json()) as { snapshotHash: string }
  assert.deepEqual(mug, {
    ...{ reelIndex: 0, ...operator.boxes.mug, snapshotHash, rawDraw: round.reels[0]!.rawDraw },
    ...{ chanceUnits: 100_000_000, chancePercent: 100, inventoryItemId: opened.items[0]!.id },
    prize: { itemId: operator.items.mug, name: 'Sure mug', type: 'physical', valueMinor: 900, currency: 'EUR' },
  })
  assert.deepEqual([dust!.inventoryItemId, (dust!.prize as { type: string }).type], [null, 'nuggets'])
  assert.deepEqual(facts, {
    currency: 'EUR',
    reels: [
      { reelIndex: 0, paidMinor: priceOf('mug'), itemValueMinor: 900, itemType: 'physical' },
      { reelIndex: 1, paidMinor: priceOf('dust'), itemValueMinor: 100, itemType: 'nuggets' },
    ],
    deal: null,
  })
})

test('paid in another currency, the event has both legs, and the facts are the player\u2019s', async (t) => {
  const { world, operator, player } = await start(t)
  await player.call('setCurrency', { body: { currency: 'JPY' } })
  const { round, facts } = await win(operator, player, 'mug', 'book')
  const { payload } = (await eventsOf(world, round.publicId))[0]!
  const { betMinor, payoutMinor, currency, playerBetMinor, playerCurrency } = payload
  const paid = [Math.ceil((priceOf('mug') * 16_927) / 10_000), Math.ceil((priceOf('book') * 16_927) / 10_000)]
  assert.deepEqual([betMinor, payoutMinor, currency], [priceOf('mug') + priceOf('book'), 1300, 'EUR'])
  assert.deepEqual([playerBetMinor, playerCurrency], [paid[0]! + paid[1]!, 'JPY'])
  assert.deepEqual([round.betMinor, round.payoutMinor], [playerBetMinor, 1523 + 677])
  assert.deepEqual(payload.facts, facts)
  assert.equal(facts?.currency, 'JPY')
  assert.deepEqual(
    facts?.reels.map((reel) => [reel.paidMinor, reel.itemValueMinor]),
    [
      [paid[0], 1523],
      [paid[1], 677],
    ],
  )
  assert.ok(payload.outcome.reels.every((reel) => (reel.prize as { currency: string }).currency === 'EUR'))
})

test('a round that the operator pays for says so, and stands for its price', async (t) => {
  const world = await startWorld(t)
  const { operator } = world
  const launch = { target: { boxId: boxOf(operator).boxId }, funding: 'operator', fundingRounds: 2 }
  const player = await world.play(operator, 'ann', launch)
  const { round, facts } = (await player.open({ ...openBody(operator, 'free', 2), funding: 'operator' })).body
  const [event] = (await eventsOf(world, round.publicId)).filter(({ type }) => type === 'round_settled')
  const { betMinor, funding, boxId } = event!.payload
  assert.deepEqual([betMinor, funding, boxId], [1000, 'operator', boxOf(operator).boxId])
  assert.deepEqual([round.betMinor, round.funding], [1000, 'operator'])
  assert.deepEqual(
    facts?.reels.map((reel) => reel.paidMinor),
    [500, 500],
  )
  assert.deepEqual(event!.payload.facts, facts)
})

test('each bonus prize is told to the operator once, without what is kept for its staff', async (t) => {
  const { world, operator, player } = await start(t)
  const { round } = await win(operator, player, 'spins', 'mug', 'spins')
  const events = await eventsOf(world, round.publicId)
  assert.deepEqual(
    events.map(({ type }) => type),
    ['round_settled', 'bonus_entitlement', 'bonus_entitlement'],
  )
  const [, ...bonuses] = events
  const keys = bonuses.map(({ idempotency_key }) => idempotency_key)
  assert.ok(keys.every((key) => /^bonus:reel:\d+$/.test(key)))
  assert.equal(new Set(keys).size, 2)
  const spins = { itemId: operator.items.spins, name: 'Sure spins', valueMinor: 200, currency: 'EUR' }
  for (const { payload, player_external_id } of bonuses) {
    assert.equal(player_external_id, 'ann')
    const { occurredAt, ...told } = payload
    assert.equal(occurredAt, round.settledAt)
    assert.deepEqual(told, { dataVersion: 2, ...spins, roundPublicId: round.publicId, metadata: { count: 5 } })
  }
})
