import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Bootstrap, Heartbeat } from '@coffer/contract/play'
import { playRoutes } from '@coffer/contract/play'
import { s2sRoutes } from '@coffer/contract/s2s'
import { serverSeedHash } from '@coffer/fairness'
import { faults } from '@coffer/reference-operator'
import { later, minutes } from '../../service/src/kernel/index.ts'
import { type DoorAnswer, knock } from '../support/door.ts'
import { messagesOf } from '../support/query-count.ts'
import { sureBoxes, win, winBody } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

const ANN = { playerExternalId: 'ann' }

async function start(t: TestContext) {
  const world = await startWorld(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  return { world, operator, player, beat: () => player.call<Heartbeat>('heartbeat') }
}

const refusal = ({ status, body }: Pick<DoorAnswer, 'status' | 'body'>) => [status, body.error.code]

test('a launch token begins one session, with all that the game needs, and no second one', async (t) => {
  const { world, operator } = await start(t)
  const { boxId, boxVersionId } = operator.boxes.mug!
  const launch = { ...ANN, gameKey: 'mystery_box', target: { boxId }, returnUrl: 'https://casino.example/back' }
  const minted = await knock(world, s2sRoutes.createLaunch, operator, { body: launch })
  const { launchToken, launchUrl, expiresAt } = minted.body as never as Record<string, string>
  assert.deepEqual([minted.status, launchUrl], [201, `${world.baseUrl}/play#token=${launchToken}`])
  assert.ok(Date.parse(expiresAt!) <= later(world.clock.now(), minutes(1)).getTime())

  const init = () => knock(world, playRoutes.initSession, null, { body: { launchToken } })
  const begun = await init()
  const { sessionToken, player, tenant, game, fairness, policies, returnUrl } = begun.body as never as Bootstrap
  assert.equal(begun.status, 200)
  assert.match(sessionToken, /^ps_/)
  assert.deepEqual([player.externalId, player.balanceMinor], ['ann', 100_000])
  assert.deepEqual([tenant.name, tenant.currency, returnUrl], ['aurum', 'EUR', 'https://casino.example/back'])
  const { key, maxReels, target } = game
  assert.deepEqual([key, maxReels, target?.boxId, target?.boxVersionId], ['mystery_box', 5, boxId, boxVersionId])
  assert.deepEqual([target?.name, target?.priceMinor, target?.freeOpens], ['Sure box of mug', 968, 0])
  assert.deepEqual(policies, { cashbackEnabled: true, shippingEnabled: true, refundEnabled: true })
  assert.deepEqual([fairness.nextNonce, fairness.algorithmKey], [0, 'hmac_sha256_v1'])
  assert.deepEqual(refusal(await init()), [409, 'LAUNCH_TOKEN_CONSUMED'])
})

test('a heartbeat puts off the end of an idle session, and an idle one ends after 30 minutes', async (t) => {
  const { world, operator, beat } = await start(t)
  const idle = await world.play(operator, 'ann')
  for (let beats = 0; beats < 3; beats++) {
    world.clock.advance(minutes(20))
    const before = later(world.clock.now(), minutes(30)).getTime()
    const { status, body } = await beat()
    assert.equal(status, 200)
    assert.ok(Date.parse(body.expiresAt) >= before, 'half an hour from the beat on')
    assert.ok(Date.parse(body.expiresAt) <= later(world.clock.now(), minutes(30)).getTime())
  }
  const late = await knock(world, playRoutes.heartbeat, { token: idle.token })
  assert.deepEqual(refusal(late), [401, 'SESSION_EXPIRED'])
})

test('a logout ends the session, again is as good, and the token opens nothing any more', async (t) => {
  const { world, operator, player } = await start(t)
  const { token } = player
  for (let again = 0; again < 2; again++) {
    const messages = await messagesOf(world.databaseUrl, async () => {
      const left = await knock(world, playRoutes.logout, { token })
      assert.deepEqual([left.status, left.text], [204, ''])
    })
    assert.equal(
      messages.flat().filter((text) => /"sessions"/.test(text)).length,
      1,
      'it is looked for and ended at once',
    )
  }
  assert.deepEqual(refusal(await knock(world, playRoutes.logout, null)), [401, 'SESSION_INVALID'])
  const body = winBody(operator, 'late', 'mug')
  assert.deepEqual(refusal(await knock(world, playRoutes.openRound, { token }, { body })), [401, 'SESSION_EXPIRED'])
  assert.deepEqual(refusal(await knock(world, playRoutes.heartbeat, { token })), [401, 'SESSION_EXPIRED'])
})

test('a balance is asked of the wallet each time; where it cannot be read the heartbeat goes on', async (t) => {
  const { world, operator, player, beat } = await start(t)
  const read = () => player.call<{ balanceMinor: number; currency: string }>('balance')
  assert.deepEqual((await read()).body.balanceMinor, 100_000)
  world.casino.wallet.topUp(operator.slug, 'ann', 'EUR', 23)
  const { balanceMinor, currency } = (await read()).body
  assert.deepEqual([balanceMinor, currency, (await beat()).body.balanceMinor], [100_023, 'EUR', 100_023])

  world.casino.wallet.faults.push({ when: { type: 'wallet.balance' }, fault: faults.serverError() })
  assert.deepEqual(refusal(await read()), [503, 'WALLET_UNAVAILABLE'])
  const { status, body } = await beat()
  assert.deepEqual([status, body.balanceMinor, body.balanceFetchedAt], [200, null, null])
})

test('commitment, rotation and revealed seeds are the same on both surfaces', async (t) => {
  const { operator, player } = await start(t)
  const { coffer } = operator
  const state = async () => {
    const { body } = await player.call<object>('fairnessState')
    assert.deepEqual(await coffer.fairnessState(ANN), body)
    return body as never as {
      serverSeedHash: string
      nextServerSeedHash: string
      clientSeed: string
      nextNonce: number
    }
  }
  const first = await state()
  await win(operator, player, 'mug')
  assert.deepEqual(await state(), { ...first, nextNonce: 1 })

  type Rotated = { revealed: { serverSeed: string; roundCount: number }; current: { clientSeed: string } }
  const { revealed, current } = (await player.call<Rotated>('rotateSeed', { body: { clientSeed: 'my words' } })).body
  assert.equal(serverSeedHash(revealed.serverSeed), first.serverSeedHash)
  assert.equal(revealed.roundCount, 1)
  const second = await state()
  assert.deepEqual(second, current)
  assert.deepEqual([second.serverSeedHash, second.clientSeed], [first.nextServerSeedHash, 'my words'])

  const turned = await coffer.rotateSeed(ANN)
  assert.equal(serverSeedHash(turned.revealed.serverSeed), second.serverSeedHash)
  assert.deepEqual([turned.current, turned.current.clientSeed], [await state(), 'my words'], 'an omitted one stays')
  const seeds = (await player.call<{ seeds: object[] }>('listSeeds')).body
  assert.deepEqual(seeds.seeds, [turned.revealed, revealed])
  assert.deepEqual(await coffer.listSeeds(ANN), seeds)
})

test('both surfaces list boxes and show one with its odds, each in its own way', async (t) => {
  const { operator, player } = await start(t)
  const { boxId } = operator.boxes.mug!
  const query = '?sort=-price&limit=2'
  const shown = (await player.call<{ boxes: { name: string; freeOpens: number }[] }>('listBoxes', { query })).body.boxes
  const mirrored = (await operator.coffer.listBoxes({ sort: '-price', limit: 2 })).boxes
  const names = ['Sure box of crown', 'Sure box of keepsake']
  assert.deepEqual(
    [shown, mirrored].map((boxes) => boxes.map(({ name }) => name)),
    [names, names],
  )
  assert.deepEqual(
    shown.map(({ freeOpens }) => freeOpens),
    [0, 0],
  )

  type Shown = { box: { priceMinor: number; rtpBps: number; maxPrizeMinor: number; prizes: object[] } }
  const { box } = (await player.call<Shown>('getBox', { path: `/api/play/boxes/${boxId}` })).body
  const twin = (await operator.coffer.getBox({ boxId })).box
  assert.deepEqual([box.priceMinor, box.rtpBps, box.maxPrizeMinor], [968, 9297, 900])
  assert.deepEqual([twin.priceMinor, twin.rtpBps, twin.maxPrizeMinor], [968, 9297, 900])
  assert.deepEqual(box.prizes, twin.prizes)
  const [prize] = twin.prizes
  assert.deepEqual(
    [prize?.name, prize?.chancePercent, prize?.rangeStart, prize?.rangeEnd],
    ['Sure mug', 100, 0, 100_000_000],
  )
})

test('a backend opens a box that it holds for a player', async (t) => {
  const { world, operator } = await start(t)
  const prepaid = { ...ANN, mode: 'prepay' as const, ...winBody(operator, 'held', 'mug') }
  const { publicId } = (await operator.coffer.purchase(prepaid)).round
  const opened = await operator.coffer.openHeldRound({ ...ANN, publicId })
  assert.deepEqual(
    [opened.round.publicId, opened.round.status, opened.items[0]?.name],
    [publicId, 'settled', 'Sure mug'],
  )
  assert.deepEqual(await operator.coffer.openHeldRound({ ...ANN, publicId }), opened, 'again is the same')
  assert.equal(world.casino.wallet.balance(operator.slug, 'ann', 'EUR'), 100_000 - 968)
})
