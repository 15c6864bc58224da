import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CursorPair, RoundAnswer } from '@coffer/contract/shapes'
import { faults } from '@coffer/reference-operator'
import type { Player } from '../support/player.ts'
import { priceOf, sureBoxes, win, winBody } from '../support/sure-boxes.ts'
import { walkBothWays } from '../support/walk.ts'
import { startWorld, type TestOperator } from '../support/world.ts'

async function start(t: TestContext) {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const player = await world.play(world.operator, 'ann')
  return { world, operator: world.operator, player }
}

type List = { rounds: RoundAnswer[]; cursor: CursorPair }
const listOf = async (player: Player, query = '') => (await player.call<List>('listRounds', { query })).body

/** One round as both surfaces read it. */
async function readRound(operator: TestOperator, player: Player, publicId: string): Promise<RoundAnswer> {
  const answer = await player.call<{ round: RoundAnswer }>('getRound', { path: `/api/play/rounds/${publicId}` })
  const twin = await operator.coffer.getRound({ playerExternalId: player.externalId, publicId })
  assert.deepEqual(twin.round, answer.body.round)
  return answer.body.round
}

test('rounds are listed by status, newest first; unknown ones are ignored, and what is undecided is in no list', async (t) => {
  const { world, operator, player } = await start(t)
  const settled = (await win(operator, player, 'mug')).round
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.refuse('PLAYER_BLOCKED') })
  const voided = (await player.open(winBody(operator, 'refused', 'mug', 'book'))).body.round
  const prepaid = { playerExternalId: 'ann', mode: 'prepay' as const, ...winBody(operator, 'held', 'crown') }
  const held = (await operator.coffer.purchase(prepaid)).round
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.serverError() })
  const undecided = (await player.open(winBody(operator, 'undecided', 'mug'))).body.round

  const LISTS: [string, string[]][] = [
    ['', [held.publicId, voided.publicId, settled.publicId]],
    ['settled', [settled.publicId]],
    ['voided', [voided.publicId]],
    ['held', [held.publicId]],
    ['held,settled', [held.publicId, settled.publicId]],
    ['nonsense', [held.publicId, voided.publicId, settled.publicId]],
    ['pending', [held.publicId, voided.publicId, settled.publicId]],
    ['nonsense,voided', [voided.publicId]],
  ]
  for (const [status, ids] of LISTS) {
    const { rounds } = await listOf(player, status && `?status=${status}`)
    assert.deepEqual(
      rounds.map((round) => round.publicId),
      ids,
      status,
    )
    const twin = await operator.coffer.listRounds({ playerExternalId: 'ann', ...(status && { status }) })
    assert.deepEqual(twin.rounds, rounds)
    for (const round of rounds) assert.deepEqual(await readRound(operator, player, round.publicId), round)
  }
  const path = `/api/play/rounds/${undecided.publicId}`
  const read = await player.call<{ round: { status: string } }>('getRound', { path })
  assert.equal(read.body.round.status, 'voided', 'asked for by its id, it is provisionally voided')
  const asked = { playerExternalId: 'ann', publicId: undecided.publicId }
  const twin = await operator.coffer.getRound(asked)
  assert.deepEqual(twin, read.body)
})

test('what is not settled shows its bet and boxes, and neither draw nor commitment', async (t) => {
  const { world, operator, player } = await start(t)
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.refuse('PLAYER_BLOCKED') })
  const voided = (await player.open(winBody(operator, 'refused', 'mug', 'book'))).body.round.publicId
  const prepaid = { playerExternalId: 'ann', mode: 'prepay' as const, ...winBody(operator, 'held', 'mug', 'book') }
  const bought = await operator.coffer.purchase(prepaid)
  assert.deepEqual([bought.items, bought.facts], [[], null])
  const reels = prepaid.reels
  const betMinor = priceOf('mug') + priceOf('book')
  for (const [publicId, status] of [
    [voided, 'voided'],
    [bought.round.publicId, 'held'],
  ] as const) {
    assert.deepEqual(await readRound(operator, player, publicId), {
      ...{
        publicId,
        status,
        undecided: false,
        betMinor,
        payoutMinor: 0,
        currency: 'EUR',
        funding: 'player',
        settledAt: null,
      },
      reels,
    })
  }
  assert.equal((await player.call<{ nextNonce: number }>('fairnessState')).body.nextNonce, 0)
})

test('a settled round reads as it was answered, its reels in order and its payout the sum of all prizes', async (t) => {
  const { operator, player } = await start(t)
  const body = winBody(operator, 'mixed', 'dust', 'crown', 'spins')
  await player.call('setCurrency', { body: { currency: 'JPY' } })
  const opened = await player.open({ ...body, reels: body.reels.toReversed() })
  assert.equal(opened.status, 200, opened.text)
  const { round } = opened.body
  assert.deepEqual(await readRound(operator, player, round.publicId), round)
  assert.deepEqual(
    round.reels.map((reel) => [reel.reelIndex, reel.result?.name]),
    [
      [0, 'Sure dust'],
      [1, 'Sure crown'],
      [2, 'Sure spins'],
    ],
  )
  const yen = (eurCents: number) => (eurCents * 16_927) / 10_000
  assert.equal(
    round.payoutMinor,
    [100, 5000, 200].map((cents) => Math.floor(yen(cents))).reduce((a, b) => a + b),
  )
  const prices = (['dust', 'crown', 'spins'] as const).map((key) => Math.ceil(yen(priceOf(key))))
  assert.deepEqual([round.betMinor, round.currency], [prices.reduce((a, b) => a + b), 'JPY'])
  await player.call('setCurrency', { body: { currency: 'KWD' } })
  assert.deepEqual(await readRound(operator, player, round.publicId), round, 'a round keeps its currency')
})

test('a list of 45 rounds is walked to its end and back, each round once, while new ones are opened', async (t) => {
  const { operator, player } = await start(t)
  const ids: string[] = []
  for (let n = 0; n < 45; n++) ids.unshift((await win(operator, player, 'book')).round.publicId)
  for (const filter of ['', 'status=settled&']) {
    const read = async (query: string) => {
      const { rounds, cursor } = await listOf(player, `?${filter}${query}`)
      return { rows: rounds, cursor }
    }
    const newer = async () => ids.unshift((await win(operator, player, 'mug')).round.publicId)
    const expected = [...ids]
    const pages = await walkBothWays(read, 20, newer)
    assert.deepEqual(
      pages.flat().map((round) => round.publicId),
      expected,
    )
  }
  const backend = async (query: string) => {
    const page = Object.fromEntries(new URLSearchParams(query))
    const { rounds, cursor } = await operator.coffer.listRounds({ playerExternalId: 'ann', ...page })
    return { rows: rounds, cursor }
  }
  assert.deepEqual(
    (await walkBothWays(backend, 10)).flat().map((round) => round.publicId),
    ids,
  )
  assert.deepEqual(await operator.coffer.listRounds({ playerExternalId: 'nobody' }), {
    rounds: [],
    cursor: { next: null, prev: null },
  })
})
