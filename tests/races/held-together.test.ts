import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { OpenedRound } from '@coffer/contract/shapes'
import { Refusal } from '@coffer/service/kernel'
import { openHeldRound } from '../../service/src/boxes/index.ts'
import { authenticateSession } from '../../service/src/sessions/index.ts'
import { openMeeting } from '../support/racing.ts'
import { openRows } from '../support/rows.ts'
import { watchShared } from '../support/shared-sizes.ts'
import { type SureKey, sureBoxes, winBody } from '../support/sure-boxes.ts'
import { makeTogether, type Told } from '../support/together.ts'
import { startWorld, type World } from '../support/world.ts'

const COUNT = 12
/** The queue in which opens begin. */
const BEGIN = 'open-round begin'

test('held boxes of many that are opened at once share one transaction with the opens that begin, and who is refused or has opened theirs before is told so by themselves', async (t) => {
  const { world, together, enter, hold, since } = await start(t)
  const held: Held[] = []
  for (let index = 0; index < COUNT; index++) held.push(await hold(`holder-${index}`))
  const [opened, cancelled, stranger] = [await hold('opened'), await hold('cancelled'), await hold('stranger')]
  const first = await openHeld(world, opened)
  await world.operator.coffer.cancelHeldRound({ playerExternalId: 'cancelled', roundPublicId: cancelled.publicId })
  const notTheirs = { session: stranger.session, publicId: held[0]!.publicId }
  const click = await together.letIn(world.service.ctx, [
    { ...(await enter('opener')), ...winBody(world.operator, 'click', 'mug') },
  ])
  const shared = since()
  const all = [held[0]!, opened, cancelled, notTheirs, ...held.slice(1)]
  const [clicked, [told, repeated, refused, unknown, ...others]] = await Promise.all([
    click(),
    Promise.all(all.map((one) => openHeld(world, one))),
  ])

  assert.deepEqual(shared(), { sizes: [all.length + 1], aloneCount: 0 })
  assert.equal(clicked[0]?.status, 200, JSON.stringify(clicked[0]))
  for (const one of [told!, ...others]) assertDrawn(one, 0)
  assert.deepEqual(repeated, { ...first, replayed: true })
  assert.deepEqual([refused!.body, unknown!.body], ['ROUND_NOT_HELD', 'ROUND_NOT_FOUND'])

  const again = since()
  assert.deepEqual(
    await Promise.all(held.map((one) => openHeld(world, one))),
    [told!, ...others].map((one) => ({ ...one, replayed: true })),
    'whoever asks again gets the answer that they had',
  )
  assert.deepEqual(again(), { sizes: [COUNT], aloneCount: 0 })
})

test('a held box whose prizes this process has not read yet is opened by itself, and those that were opened with it stay together', async (t) => {
  const { world, hold, since } = await start(t)
  const held: Held[] = []
  for (let index = 0; index < COUNT; index++) held.push(await hold(`holder-${index}`, index === 5 ? 'book' : 'mug'))
  const rows = openRows(world.databaseUrl)
  const { boxVersionId } = world.operator.boxes.book!
  const hash = `update box_versions set snapshot_hash = $2 where box_version_id = $1 returning (
    select snapshot_hash from box_versions where box_version_id = $1) as was`
  // Prizes are known by it.
  const [{ was }] = (await rows.query(hash, [boxVersionId, 'was never seen'])) as [{ was: string }]
  const shared = since()
  const told = await Promise.all(held.map((one) => openHeld(world, one)))
  await rows.query(hash, [boxVersionId, was])
  for (const one of told) assertDrawn(one, 0)
  assert.deepEqual(shared(), { sizes: [COUNT - 1], aloneCount: 1 })
})

test('of two who open one held box at once, at one process or at two, one opens it and the other gets its answer, with one nonce', async (t) => {
  const { world, hold, since } = await start(t)
  const another = await world.anotherProcess()
  const sizesOfAnother = watchShared(another.service)
  const meeting = openMeeting(world.databaseUrl, 'held-together')
  for (const [nonce, other] of [world, another].entries()) {
    const held = await hold('ann')
    const shared = since()
    const lock = { statement: 'select from rounds where public_id = $1 for update', values: [held.publicId] }
    const [opening, repeating] = [() => openHeld(world, held), () => openHeld(other, held)]
    // At one process the second waits for its turn, and not for the row.
    const movers = other === world ? [async () => Promise.all([opening(), repeating()])] : [opening, repeating]
    const [one, two] = (await meeting.queue<Told | Told[]>(lock, movers)).flat()
    assertDrawn(one!, nonce)
    assert.deepEqual([one!.replayed, two], [false, { ...one, replayed: true }])
    assert.deepEqual(shared(), { sizes: other === world ? [1, 1] : [1], aloneCount: 0 })
  }
  assert.deepEqual([sizesOfAnother.of(BEGIN), sizesOfAnother.aloneCount(BEGIN)], [[1], 0], 'nothing was done again')
  const pairs = await openRows(world.databaseUrl).query<{ nonces: number }>(
    `select next_nonce::int as nonces from seed_pairs where state = 'active'`,
  )
  assert.deepEqual(pairs, [{ nonces: 2 }])
})

type Session = Awaited<ReturnType<typeof authenticateSession>>
/** A box that its player has paid for. */
type Held = { session: Session; publicId: string }

async function start(t: TestContext) {
  const together = makeTogether()
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBoxes() } },
    service: { points: together.points, limits: { sharedPatienceMs: 60_000 } },
  })
  const { operator, casino } = world
  const sizes = watchShared(world.service)
  const players = new Map<string, ReturnType<World['play']>>()
  const enter = async (externalId: string) => {
    const entering = players.get(externalId) ?? world.play(operator, externalId)
    players.set(externalId, entering)
    casino.wallet.setBalance(operator.slug, externalId, 'EUR', 1_000_000)
    const player = await entering
    return { player, session: await authenticateSession(world.service.ctx, player.token) }
  }
  let purchases = 0
  return {
    ...{ world, together, enter },
    hold: async (playerExternalId: string, key: SureKey = 'mug'): Promise<Held> => {
      const { session } = await enter(playerExternalId)
      const body = winBody(operator, `purchase-${purchases++}`, key)
      const { round } = await operator.coffer.purchase({ playerExternalId, mode: 'prepay', ...body })
      return { session, publicId: round.publicId }
    },
    /** How many shared each transaction in which opens began from now on, and how many went alone. */
    since: () => {
      const [count, alone] = [sizes.of(BEGIN).length, sizes.aloneCount(BEGIN)]
      return () => ({ sizes: sizes.of(BEGIN).slice(count), aloneCount: sizes.aloneCount(BEGIN) - alone })
    },
  }
}

/** At the verb, so that those who are opened in one turn wait for their transaction together. */
async function openHeld({ service }: World, { session, publicId }: Held): Promise<Told> {
  try {
    return await openHeldRound(service.ctx, { ...session, publicId })
  } catch (error) {
    return error instanceof Refusal ? { status: error.status, body: error.code } : { status: 500, body: String(error) }
  }
}

function assertDrawn(told: Told, nonce: number): void {
  assert.equal(told.status, 200, JSON.stringify(told))
  const { round, items } = told.body as unknown as OpenedRound
  assert.deepEqual([round.status, round.fairness?.nonce, items.length], ['settled', nonce, 1])
}
