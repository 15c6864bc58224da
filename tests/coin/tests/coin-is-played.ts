import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { verifyRound } from '@coffer/fairness'
import { faults } from '@coffer/reference-operator'
import { checkInvariants } from '@coffer/service/administration'
import type { PlayAnswer } from '@coffer/web'
import { booksOf } from './support/check-world.ts'
import { openRows } from './support/rows.ts'
import { openBrowser } from './support/shared-browser.ts'
import { aimRoll, missesAt, prizeKey, settledEvent, upgraderCatalogue, winsAt } from './support/upgrader.ts'
import { startWorld } from './support/world.ts'

/** Runs in a copy of the project to which `docs/guides/a-new-game.md` was applied. */

type Tossed = PlayAnswer<'tossCoin'>
const HEADS = 5_000
const TOSS_HAS_LANDED = 'A coin round has one toss, which has landed when the round is settled and not before.'
const HEADS_WIN = 'Heads pay the prize that was tossed for, at the value that was pinned, and tails nothing.'

async function startCoin(t: TestContext) {
  const aurum = { catalogue: upgraderCatalogue(), settings: { enabledGames: ['mystery_box', 'upgrader', 'coin'] } }
  const world = await startWorld(t, { operators: { aurum }, freshDatabase: true, service: { migrate: true } })
  const { operator } = world
  const player = await world.play(operator, 'ann', { gameKey: 'coin' })
  const toss = (clientActionId: string) =>
    player.call<Tossed>('tossCoin', { body: { clientActionId, targetItemId: operator.items[prizeKey(1900)]! } })
  return { world, operator, player, toss, debits: () => world.casino.wallet.ledger(operator.slug, 'ann').length }
}

test('heads put the prize into the vault and tails do not, each for one debit of half its value, however often it is asked', async (t) => {
  const { world, operator, player, toss, debits } = await startCoin(t)
  const before = debits()
  for (const [wanted, isWin] of [
    [winsAt, true],
    [missesAt, false],
  ] as const) {
    await aimRoll(world, operator, player, wanted(HEADS))
    const tossed = await toss(`toss-${isWin}`)
    assert.equal(tossed.status, 200, tossed.text)
    const { round, wonItemId } = tossed.body
    assert.deepEqual([round.isWin, wonItemId !== null, round.betMinor], [isWin, isWin, 950])
    const again = await toss(`toss-${isWin}`)
    assert.deepEqual([again.headers.get('coffer-replayed'), again.body], ['true', tossed.body])
    const outcome = (await settledEvent(world, round.publicId)).outcome as { kind: string; wonInventoryItemId: number }
    assert.deepEqual([outcome.kind, outcome.wonInventoryItemId], ['coin', wonItemId])
  }
  assert.equal(debits() - before, 2)
  const vault = await player.inventory()
  assert.deepEqual(
    vault.body.items.map((item) => item.valueMinor),
    [1900],
  )
  const { items } = await operator.coffer.history({})
  assert.deepEqual(
    items.map(({ type, amountMinor }) => [type, amountMinor]),
    [
      ['toss', -950],
      ['toss', -950],
    ],
  )
  const { body } = await player.call<{ rounds: Tossed['round'][] }>('listRounds')
  assert.deepEqual(
    body.rounds.map(({ isWin, target }) => [isWin, target.valueMinor]),
    [
      [false, 1900],
      [true, 1900],
    ],
  )
})

test('a toss whose debit was answered into the void is resumed by its repeat, and paid once', async (t) => {
  const { world, toss, debits } = await startCoin(t)
  const before = debits()
  const fault = faults.reset({ apply: true })
  world.casino.wallet.faults.push({ when: { type: 'wallet.debit' as const }, times: 1, fault })
  assert.equal((await toss('lost')).status, 503)
  assert.equal((await toss('lost')).status, 200)
  assert.equal(debits() - before, 1)
})

test('anyone can verify a toss once its seed is revealed, and the doctor counts tosses and finds one that lies', async (t) => {
  const { world, player, toss } = await startCoin(t)
  const { publicId } = (await toss('proven')).body.round
  await player.call('rotateSeed', { body: {} })
  const proof = await (await fetch(`${world.baseUrl}/fairness/rounds/${publicId}`)).json()
  assert.deepEqual(verifyRound(proof).status, 'verified', JSON.stringify(verifyRound(proof)))
  const examine = () => checkInvariants(world.service.ctx, { ledger: booksOf(world.casino) })
  const found = await examine()
  const rows = [TOSS_HAS_LANDED, HEADS_WIN].map((name) => found.checked.find((one) => one.name === name)?.rows)
  assert.deepEqual([rows, found.violations], [[1, 1], []])
  const owner = openRows(world.databaseUrl)
  await owner.query('update coin_tosses set rolled_bps = null, won_inventory_item_id = null')
  const broken = (await examine()).violations.map(({ invariant }) => invariant)
  assert.ok(broken.includes(TOSS_HAS_LANDED), broken.join('\n'))
  const [reel] = (proof as { round: { reels: { rawDraw: number }[] } }).round.reels
  const [item] = await owner.query<{ id: number }>('select inventory_item_id as id from inventory_items')
  await owner.query('update coin_tosses set rolled_bps = $1, won_inventory_item_id = $2', [
    reel!.rawDraw,
    item?.id ?? null,
  ])
})

test('a player tosses in the game, sees how the coin landed, and finds the round among the others', async (t) => {
  const { world, operator } = await startCoin(t)
  const browser = await openBrowser(t)
  const page = await browser.newPage()
  const launch = { playerExternalId: 'ben', gameKey: 'coin' as const, target: {} }
  await page.goto((await operator.coffer.createLaunch(launch)).launchUrl)
  await page.getByTestId('coin-link').waitFor()
  await page.getByRole('button', { name: /Sure prize of 1900 / }).click()
  await page.getByTestId('coin-landed').waitFor()
  await page.getByTestId('rounds-link').click()
  assert.match(await page.getByTestId('round').innerText(), /Sure prize of 1900\b/)
  assert.equal(world.casino.wallet.ledger(operator.slug, 'ben').at(-1)?.amountMinor, -950)
})
