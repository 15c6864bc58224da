import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import type { EventPayload } from '@coffer/contract/events'
import type { PlayedUpgrade, UpgraderPrizes } from '@coffer/contract/upgrader'
import { draw, UPGRADER_TOTAL } from '@coffer/fairness'
import { type Fault, faults } from '@coffer/reference-operator'
import { sealedPlace } from '@coffer/service/platform'
import { SERVER_SEED } from '../../service/src/fairness/index.ts'
import type { Answer, Player } from './player.ts'
import { openRows } from './rows.ts'
import { type SureKey, sureBoxes, win } from './sure-boxes.ts'
import { startWorld, type TestOperator, type World, type WorldOptions } from './world.ts'

/** Values of prizes: a wager of 1000 finds one at each preset of the default settings (9500, 3800, 1900, 1250). */
export const PRIZES = [250, 500, 950, 1250, 1890, 1900, 2375, 3800, 9500, 19_000, 95_000] as const

export const prizeKey = (valueMinor: number) => `prize-${valueMinor}`

/** The sure boxes, and prizes of the Upgrader by their value; the one of 1890 is digital. */
export function upgraderCatalogue(label = 'Sure'): CatalogueFile {
  const file = sureBoxes(label)
  const prizes = PRIZES.map((valueMinor) => ({
    key: prizeKey(valueMinor),
    name: `${label} prize of ${valueMinor}`,
    type: valueMinor === 1890 ? ('digital' as const) : ('physical' as const),
    valueMinor,
    upgraderPrize: true,
  }))
  return { ...file, items: [...file.items, ...prizes] }
}

/** Settings of an operator that has the game. */
export const UPGRADER_ON = {
  enabledGames: ['mystery_box', 'upgrader'],
  'session.idleMinutes': 720,
  'game.maxReels': 20,
}

export type Played = PlayedUpgrade & { error: { code: string; current?: unknown; fields?: unknown; reason?: string } }

/** A casino with the Upgrader, and a player in it. */
export async function startUpgrader(
  t: TestContext,
  settings: Record<string, unknown> = {},
  currencies?: string[],
  service: WorldOptions['service'] = {},
) {
  const aurum = {
    catalogue: upgraderCatalogue(),
    settings: { ...UPGRADER_ON, ...settings },
    ...(currencies ? { currencies } : {}),
  }
  const world = await startWorld(t, { operators: { aurum }, service })
  const { operator } = world
  const player = await world.play(operator, 'ann', { gameKey: 'upgrader', target: {} })
  const rows = openRows(world.databaseUrl)
  return {
    ...{ world, operator, coffer: operator.coffer, player, rows },
    prize: (valueMinor: (typeof PRIZES)[number]) => operator.items[prizeKey(valueMinor)]!,
    won: async (...prizes: SureKey[]) => (await win(operator, player, ...prizes)).items.map((item) => item.id),
    balance: async () => (await player.call<{ balanceMinor: number }>('balance')).body.balanceMinor,
    stateOf: async (id: number) => (await operator.coffer.getInventoryItem({ playerExternalId: 'ann', id })).item.state,
    aim: (wanted: (roll: number) => boolean) => aimRoll(world, operator, player, wanted),
  }
}

let actions = 0

/** An action of its own, unless a test names one. */
const withActionId = (body: object) => ({ clientActionId: `upgrade-${actions++}`, ...body })

/** Plays in the game, with a wager or with items, whichever the body names. */
export function upgrade(player: Player, body: object): Promise<Answer<Played>> {
  return player.call('playUpgrader', { body: withActionId(body) }) as never
}

/** The same, when it must succeed. */
export async function upgraded(player: Player, body: object): Promise<Played> {
  const answer = await upgrade(player, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

export function prizesOf(player: Player, body: object): Promise<Answer<UpgraderPrizes & { error: { code: string } }>> {
  return player.call('upgraderPrizes', { body }) as never
}

/** Rolls that win, and rolls that miss, at a chance. */
export const winsAt = (chanceBps: number) => (roll: number) => roll < chanceBps
export const missesAt = (chanceBps: number) => (roll: number) => roll >= chanceBps

/**
 * Makes the player's next roll one that is wanted: rotates to the next pair with a client seed that gives it. The server seed that was
 * committed to is read past its seal, which no player can.
 */
export async function aimRoll(
  world: World,
  operator: TestOperator,
  player: Player,
  wanted: (roll: number) => boolean,
): Promise<number> {
  const rows = openRows(world.databaseUrl)
  const [next] = await rows.query<{ sealed: Buffer; playerId: string; hash: string }>(
    `select server_seed_sealed as sealed, player_id as "playerId", server_seed_hash as hash from seed_pairs join players using (operator_id, player_id)
     where operator_id = $1 and external_id = $2 and state = 'next'`,
    [operator.operatorId, player.externalId],
  )
  const serverSeed = world.service.ctx.sealer.open(
    next!.sealed,
    sealedPlace(SERVER_SEED, operator.operatorId, next!.playerId, next!.hash),
  )
  for (let i = 0; i < 1_000_000; i += 1) {
    const clientSeed = `aim-${i}`
    const roll = draw({ serverSeed, clientSeed, nonce: 0, reelIndex: 0, total: UPGRADER_TOTAL })
    if (!wanted(roll)) continue
    const rotated = await player.call('rotateSeed', { body: { clientSeed } })
    assert.equal(rotated.status, 200, rotated.text)
    return roll
  }
  throw new Error('no client seed gives a roll like that')
}

/** The `round_settled` of a round, as it lies in the outbox. */
export async function settledEvent(world: World, publicId: string): Promise<EventPayload<'round_settled'>> {
  const [event] = await openRows(world.databaseUrl).query<{ payload: string }>(
    'select payload from outbox_events where idempotency_key = $1',
    [`round_settled:${publicId}`],
  )
  assert.ok(event, `round_settled of ${publicId}`)
  return JSON.parse(event.payload)
}

const COLLECTIBLE = { isCollectible: true, collectibleCategory: 'coin' }

/** What `upgradeEverything` aims at. */
export const LIFE_PRIZES: CatalogueFile['items'] = [1700, 1900, 3000, 4000].map((valueMinor) => ({
  ...{ key: prizeKey(valueMinor), name: `Prize of ${valueMinor}`, valueMinor, upgraderPrize: true },
  type: valueMinor === 1700 ? 'digital' : 'physical',
  ...(valueMinor === 1900 ? COLLECTIBLE : {}),
}))

export const LIFE_SETTINGS = UPGRADER_ON

/**
 * Everything that can become of an Upgrader round, in two currencies: won and missed with balance and with items, won after the target
 * has lost value, refused, and paid without a roll, which the resolver gives back when it comes by. Needs the prizes and the settings
 * above.
 */
export async function upgradeEverything(world: World, playerExternalId: string): Promise<void> {
  const { operator, casino } = world
  const player = await world.play(operator, playerExternalId, { gameKey: 'upgrader', target: {} })
  const fails = (fault: Fault) => casino.wallet.faults.push({ times: 1, fault })
  const aimAt = (valueMinor: number) => ({ chanceBps: 5000, targetItemId: operator.items[prizeKey(valueMinor)]! })
  const play = async (wanted: typeof winsAt, body: { chanceBps: number } & Record<string, unknown>) => {
    await aimRoll(world, operator, player, wanted(body.chanceBps))
    const { round, wonItem } = await upgraded(player, body)
    assert.equal(round.isWin, wanted === winsAt)
    return wonItem?.inventoryItemId
  }

  const wager = { ...aimAt(1900), wagerMinor: 1000 }
  const won = [await play(winsAt, wager), await play(winsAt, wager)]
  await play(missesAt, wager)
  await play(missesAt, { ...wager, ...aimAt(1700), currency: 'USD' })

  fails(faults.serverError({ apply: true }))
  const click = { ...wager, clientActionId: 'twice' }
  assert.equal((await upgrade(player, click)).status, 503)
  await operator.coffer.recordValue({ itemId: click.targetItemId, valueMinor: 1800 })
  won.push(await play(winsAt, click))

  // Each of them has lost 100 of its value, and counts for its cashback of 1620.
  await play(missesAt, { ...aimAt(3000), stakeItemIds: won.slice(0, 1) })
  await play(winsAt, { ...aimAt(4000), chanceBps: 7500, stakeItemIds: won.slice(1), currency: 'USD' })

  fails(faults.refuse('INSUFFICIENT_FUNDS'))
  assert.equal((await upgrade(player, wager)).status, 422)
  fails(faults.serverError({ apply: true }))
  assert.equal((await upgrade(player, wager)).status, 503)
}
