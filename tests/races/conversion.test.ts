import assert from 'node:assert/strict'
import { test } from 'node:test'
import { convertOperator, getOperator } from '@coffer/service/administration'
import { openRound } from '../../service/src/boxes/index.ts'
import { Refusal } from '../../service/src/kernel/index.ts'
import { eventually } from '../support/eventually.ts'
import { makeOwner } from '../support/launching.ts'
import { sureBox } from '../support/sure-boxes.ts'
import { startWorld, type World } from '../support/world.ts'

/** What the box costs before, between and after three conversions: 5.00 euro, 5.42 dollars, 5.01 euro and 5.43 dollars. */
const PRICES: Record<string, number[]> = { EUR: [500, 501, 502], USD: [542, 543], JPY: [847, 849] }

const convert = ({ service, operator }: World, currency: string) =>
  convertOperator(service.ctx, operator.operatorId, currency, { actor: 'test' })

const start = (t: Parameters<typeof startWorld>[0]) => startWorld(t, { operators: { aurum: { catalogue: sureBox() } } })

test('opens while the operator is converted are each priced in one currency, the old one or the new one', async (t) => {
  const world = await start(t)
  const { operator } = world
  const { boxId } = operator.boxes.sure!
  const players = await Promise.all(
    ['EUR', 'USD', 'JPY'].map((currency) => world.play(operator, `player-${currency}`, { currency })),
  )
  let isOver = false
  const charged: { betMinor: number; currency: string }[] = []
  const refused = new Set<string>()
  const playOn = async (player: (typeof players)[number]) => {
    for (let n = 0; !isOver || n < 3; n++) {
      const shown = await player.call<{ box: { boxVersionId: number } }>('getBox', { path: `/api/play/boxes/${boxId}` })
      const reels = [{ reelIndex: 0, boxVersionId: shown.body.box.boxVersionId }]
      const opened = await player.open({ clientActionId: `play-${n}`, reels })
      if (opened.status === 200) charged.push(opened.body.round)
      else refused.add(opened.body.error.code)
      if (opened.body.error?.code !== 'FX_RATE_MOVED') continue
      await player.call('setCurrency', { body: { currency: player.bootstrap.session.currency } })
    }
  }
  const buyOn = async (currency: string) => {
    for (let n = 0; !isOver || n < 3; n++) {
      const { box } = await operator.coffer.getBox({ boxId })
      const reels = [{ reelIndex: 0, boxVersionId: box.boxVersionId! }]
      const click = { playerExternalId: `buyer-${currency}`, clientActionId: `buy-${n}`, currency, reels }
      await operator.coffer.purchase(click).then(
        ({ round }) => charged.push(round),
        (error: { code: string }) => refused.add(error.code),
      )
    }
  }
  const busy = [...players.map(playOn), ...['EUR', 'USD', 'JPY'].map(buyOn)]
  for (const currency of ['USD', 'EUR', 'USD']) {
    const before = charged.length
    await eventually(() => charged.length >= before + 6, `6 more opens are charged before ${currency}`)
    await convert(world, currency)
  }
  isOver = true
  await Promise.all(busy)

  assert.deepEqual(
    charged.filter(({ betMinor, currency }) => !PRICES[currency]!.includes(betMinor)),
    [],
  )
  assert.deepEqual(
    [...refused].filter((code) => code !== 'BOX_NOT_PLAYABLE' && code !== 'FX_RATE_MOVED'),
    [],
  )
})

test('a request that was read before a conversion and begins its round after it charges nothing', async (t) => {
  const world = await start(t)
  const { operator, service, casino } = world
  const { ctx } = service
  const stale = await ctx.tx(operator.operatorId, (tx) => getOperator(tx, operator.operatorId))
  const owner = await makeOwner(ctx, operator.operatorId, 'ann')
  const { boxes } = await convert(world, 'USD')
  const versions = [operator.boxes.sure!.boxVersionId!, boxes[0]!.boxVersionId!]
  for (const [place, boxVersionId] of versions.entries()) {
    const request = {
      ...{ operator: stale, owner, playerExternalId: 'ann', launchId: null, currency: 'EUR', pinned: null },
      ...{ mode: 'open' as const, clientActionId: `late-${place}`, funding: null },
      reels: [{ reelIndex: 0, boxVersionId }],
    }
    await assert.rejects(
      openRound(ctx, request),
      (error) => error instanceof Refusal && error.code === 'BOX_NOT_PLAYABLE',
    )
  }
  assert.deepEqual(casino.wallet.ledger(operator.slug, 'ann'), [])
})
