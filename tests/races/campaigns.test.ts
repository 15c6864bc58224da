import assert from 'node:assert/strict'
import { test } from 'node:test'
import { days, later } from '../../service/src/kernel/index.ts'
import { boxOf, openBody, startWorld } from '../support/world.ts'

const PLAYERS = Array.from({ length: 12 }, (_, n) => `player-${n}`)

test('once a campaign is cancelled nothing more is taken of it, however many opens are under way', async (t) => {
  const world = await startWorld(t)
  const { operator } = world
  for (let round = 0; round < 2; round++) {
    const extId = `c${round}`
    await operator.coffer.createCampaign({
      ...{ extId, boxIds: [boxOf(operator).boxId], quantity: 3, playerExternalIds: PLAYERS },
      validUntil: later(world.clock.now(), days(1)).toISOString(),
    })
    const opens = [0, 1].flatMap((n) =>
      PLAYERS.map((playerExternalId) =>
        operator.coffer.purchase({ playerExternalId, ...openBody(operator, `${extId}-${n}`) }),
      ),
    )
    await Promise.race(opens)
    const { campaign } = await operator.coffer.cancelCampaign({ extId })
    const paid = (await Promise.all(opens)).map((opened) => opened.round.funding)
    const free = paid.filter((funding) => funding === 'operator').length
    const { campaign: after } = await operator.coffer.getCampaign({ extId })
    const used = [campaign.usedCount, after.usedCount, after.status]
    assert.deepEqual(used, [free, free, 'cancelled'], 'nothing is taken after the answer to the cancel')
    assert.ok(free > 0, 'the cancel came when some were opened')
  }
})

test('rounds that draw on several campaigns at once, box by box, end all of them, and take no more than there is', async (t) => {
  const world = await startWorld(t)
  const { operator } = world
  const { boxId } = boxOf(operator)
  for (const [extId, daysLong] of [
    ['a', 3],
    ['b', 1],
    ['c', 2],
  ] as const) {
    await operator.coffer.createCampaign({
      ...{ extId, boxIds: [boxId], quantity: 7, playerExternalIds: ['ann'] },
      validUntil: later(world.clock.now(), days(daysLong)).toISOString(),
    })
  }
  const launch = { target: { boxId }, funding: 'operator', fundingRounds: 3 }
  const players = [await world.play(operator, 'ann', launch), await world.play(operator, 'ann', launch)]
  const answers = await Promise.all(
    players.flatMap((player, seat) =>
      Array.from({ length: 12 }, (_, n) =>
        player.open({ ...openBody(operator, `${seat}-${n}`, 2), funding: 'operator' }),
      ),
    ),
  )
  const opened = answers.filter(({ status }) => status === 200).length
  assert.ok(answers.every(({ status }) => status === 200 || status === 409))
  assert.equal(opened, 13, '27 free opens, of which each session has 24, are 13 rounds of two')
})
