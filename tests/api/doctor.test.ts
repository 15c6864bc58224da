import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sampleBox } from '@coffer/fixtures'
import { CofferError } from '@coffer/operator-sdk'
import { faults } from '@coffer/reference-operator'
import {
  approveValue,
  checkInvariants,
  type Diagnosis,
  type Examination,
  eraseOrders,
  type WalletLedger,
} from '@coffer/service/administration'
import { sql } from 'kysely'
import { readMutations } from '../mutations/support/mutations.ts'
import { booksOf } from '../support/check-world.ts'
import { commandLine, spawnCoffer } from '../support/command-line.ts'
import type { Corruption } from '../support/corruption.ts'
import { CORRUPTIONS, CORRUPTIONS_ONCE_HEALED } from '../support/corruptions.ts'
import { inProof } from '../support/in-proof.ts'
import { ownerNamed, verifyEverybody } from '../support/kyc.ts'
import type { Player } from '../support/player.ts'
import { status, subscribe } from '../support/receiver.ts'
import { openOwner } from '../support/rows.ts'
import { ship, shipEverything } from '../support/shipping.ts'
import { LIFE_PRIZES, LIFE_SETTINGS, upgradeEverything } from '../support/upgrader.ts'
import { boxOf, masterKeyOf, openBody, startWorld, type World } from '../support/world.ts'

/** What may be wrong with a wallet's books, and the invariant that must be the only one to report it. */
const WRONG_BOOKS: { invariant: string; spoil: (books: WalletLedger) => WalletLedger }[] = [
  {
    invariant: 'The wallet moved money at most once for a key.',
    spoil: ({ entries, balances }) => ({ entries: [...entries, entries.find((one) => one.idempotencyKey)!], balances }),
  },
  {
    invariant:
      'An accepted operation has one entry in the wallet\u2019s books, of the same player, amount and currency.',
    spoil: ({ entries, balances }) => ({ entries: entries.filter((one) => one.type !== 'credit'), balances }),
  },
  {
    invariant:
      'An entry of the wallet\u2019s books with a key of ours belongs to an operation that asked for it and was not refused.',
    spoil: ({ entries, balances }) => {
      const stray = { ...entries.find((one) => one.idempotencyKey)!, idempotencyKey: 'round:rnd_nothing' }
      return { entries: [...entries, stray], balances }
    },
  },
  {
    invariant:
      'A player\u2019s balance is what the casino put there, less the accepted debits, plus the accepted credits.',
    spoil: ({ entries, balances }) => ({
      entries,
      balances: balances.map((one) => ({ ...one, balanceMinor: one.balanceMinor + 1 })),
    }),
  },
]

test('the doctor finds nothing in a healthy world, and each invariant finds what breaks it', async (t) => {
  const { world, player } = await liveThroughEverything(t)
  await world.tick('history')
  await world.tick('daily-totals')
  const undecided = { ledger: booksOf(world.casino) }
  assert.deepEqual((await checkInvariants(world.service.ctx, undecided)).violations, [])
  for (const corruption of CORRUPTIONS) await assertFound(t, world, corruption)
  for (const { invariant, spoil } of WRONG_BOOKS) {
    await t.test(invariant, async () => {
      const read = booksOf(world.casino)
      const ledger = (slug: string) => (slug === world.operator.slug ? spoil(read(slug) as WalletLedger) : read(slug))
      assert.deepEqual(broken(await checkInvariants(world.service.ctx, { ledger })), [invariant])
    })
  }

  assert.equal((await player.open(openBody(world.operator, 'undecided'))).status, 200)
  const healthy = await checkInvariants(world.service.ctx, { ...undecided, healed: true })
  assert.deepEqual(healthy.violations, [])
  const guarantees = readMutations().map(({ guarantee }) => guarantee)
  const unproven = healthy.checked.map(({ name }) => name).filter((name) => !guarantees.includes(name))
  assert.deepEqual(unproven, [], 'each invariant has a change of the code that it reports')
  for (const corruption of CORRUPTIONS_ONCE_HEALED) await assertFound(t, world, corruption)

  const asked = healthy.checked.map(({ name }) => name)
  const shown = [...CORRUPTIONS, ...CORRUPTIONS_ONCE_HEALED, ...WRONG_BOOKS].map(({ invariant }) => invariant)
  assert.deepEqual([...new Set(shown)].sort(), asked.sort(), 'every invariant is shown able to fail')
  assert.deepEqual(
    healthy.checked.filter(({ rows }) => rows === 0).map(({ name }) => name),
    ['Of an operation that was never sent, no attempt left.'],
    'every invariant looks at something',
  )
})

test('a round whose money is undecided breaks nothing until the world is said to be healed', async (t) => {
  const world = await startWorld(t)
  const player = await world.play(world.operator, 'ann')
  world.casino.wallet.faults.push({ times: 1, fault: faults.serverError({ apply: true }) })
  assert.equal((await player.open(openBody(world.operator, 'click'))).status, 503)
  const ledger = booksOf(world.casino)
  assert.deepEqual((await checkInvariants(world.service.ctx, { ledger })).violations, [])
  assert.deepEqual(broken(await checkInvariants(world.service.ctx, { ledger, healed: true })), [
    'After healing, no operation stays open.',
    'After healing, no round is pending, voiding, refunding or cancelling.',
  ])
})

test('a shipping fee that is undecided breaks nothing until the world is said to be healed', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { settings: { 'shipping.defaultCostMinor': 300 } } } })
  const { coffer, items } = world.operator
  const itemId = items['sample-physical']!
  const { item } = await coffer.buyWithNuggets({ playerExternalId: 'ann', clientActionId: 'good', itemId })
  const player = await world.play(world.operator, 'ann')
  world.casino.wallet.faults.push({ times: 1, fault: faults.serverError({ apply: true }) })
  assert.equal((await ship(player, [item.id])).status, 503)
  const ledger = booksOf(world.casino)
  assert.deepEqual((await checkInvariants(world.service.ctx, { ledger })).violations, [])
  assert.deepEqual(broken(await checkInvariants(world.service.ctx, { ledger, healed: true })), [
    'After healing, no operation stays open.',
    'After healing, no shipping fee is undecided.',
  ])
})

test('a wallet that moves on while the database is read is not held against anybody', async (t) => {
  const world = await startWorld(t)
  const player = await world.play(world.operator, 'ann')
  await player.open(openBody(world.operator, 'click'))
  const all = booksOf(world.casino)(world.operator.slug) as WalletLedger
  const earlier = { ...all, entries: all.entries.slice(0, -1) }
  let asked = 0
  const ledger = () => (asked++ === 0 ? earlier : all)
  assert.deepEqual((await checkInvariants(world.service.ctx, { ledger })).violations, [])
  assert.equal(asked, 2)
})

test('the doctor counts every violation, names some, and looks at one operator when asked to', async (t) => {
  const world = await startWorld(t, { operators: { aurum: {}, bellis: {} } })
  const spoil = ["update audit_log set actor = 'nobody'"]
  const limits = { ...world.service.ctx.limits, doctorFindingsCount: 1 }
  const all = await examineSpoilt(world, spoil, {}, limits)
  assert.deepEqual(
    all.violations.map(({ operatorId }) => operatorId),
    [world.operators.aurum!.operatorId],
  )
  assert.deepEqual(
    all.checked.filter((one) => one.broken > 0).map((one) => one.broken),
    [3],
  )
  const { operatorId } = world.operators.bellis!
  const one = await examineSpoilt(world, spoil, { operatorId })
  assert.deepEqual(
    one.violations.map((violation) => violation.operatorId),
    [operatorId],
  )
})

test('coffer doctor ends with 0 when all holds and with 1 when it does not, and compares an exported ledger', async (t) => {
  const { world } = await liveThroughEverything(t)
  const { coffer, file, env } = commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: masterKeyOf(world) })
  const rows = world.casino.wallet.ledger(world.operator.slug)
  const whole = file('whole.json', rows)
  const short = file(
    'short.json',
    rows.filter((row) => row.type !== 'credit'),
  )

  const bad = file('bad.json', [{ operator: 'aurum' }])
  const renamed = file('renamed.json', [...rows, { ...rows[0], operator: 'Aurum Casino' }])
  const ofAnother = file('another.json', [{ ...rows[0], operator: 'bellis', idempotencyKey: null, type: 'deposit' }])
  const [well, ill, machine, mistake, stranger, nothing, uncompared] = await Promise.all([
    spawnCoffer(env, ['doctor', '--operator', world.operator.slug, '--ledger', whole]),
    spawnCoffer(env, ['doctor', '--ledger', short]),
    coffer('doctor', '--healed', '--json'),
    coffer('doctor', '--ledger', bad),
    coffer('doctor', '--operator', world.operator.slug, '--ledger', renamed),
    coffer('doctor', '--operator', world.operator.slug, '--ledger', file('empty.json', [])),
    coffer('doctor', '--ledger', ofAnother),
  ])

  assert.deepEqual([well.code, well.err], [0, ''], well.out)
  assert.match(well.out, /^✓ The nonces of a pair are 0 to n-1\. \(\d+\)$/m)
  assert.match(well.out, /All of it holds\.$/m)

  assert.equal(ill.code, 1)
  assert.match(ill.out, /^✗ An accepted operation has one entry in the wallet’s books/m)
  assert.match(ill.out, /operation \d+: the wallet has no entry for it$/m)

  const { checked, violations } = JSON.parse(machine.out) as Diagnosis
  assert.deepEqual([machine.code, violations.length], [1, 2], machine.out)
  assert.ok(checked.length > 40)

  assert.deepEqual([mistake.code, mistake.out], [1, ''])
  assert.match(mistake.err, /bad\.json is not an array of/)

  assert.deepEqual([stranger.code, stranger.out], [1, ''])
  assert.match(stranger.err, /renamed\.json names an operator that is not there: Aurum Casino\./)
  assert.deepEqual([nothing.code, nothing.out], [1, ''])
  assert.match(nothing.err, /empty\.json has no entry of aurum: nothing was compared\./)
  assert.equal(uncompared.code, 1)
  assert.match(uncompared.out, /operation \d+: the wallet has no entry for it$/m)
})

/** One operator's player does everything that leaves a trace, and one debit is left undecided. */
async function liveThroughEverything(t: TestContext): Promise<{ world: World; player: Player }> {
  const catalogue = sampleBox()
  const refundable = {
    items: [
      ...catalogue.items.map((item) => (item.key === 'sample-collectible' ? { ...item, stock: 1 } : item)),
      ...LIFE_PRIZES,
    ],
    boxes: catalogue.boxes.map((box) => ({ ...box, refundable: true })),
  }
  const settings = { ...LIFE_SETTINGS, 'shipping.defaultCostMinor': 300 }
  const world = await startWorld(t, { operators: { aurum: { catalogue: refundable, settings }, bellis: {} } })
  const { operator } = world
  await fillAVault(world)
  const launch = { target: { boxId: boxOf(operator).boxId }, funding: 'operator', fundingRounds: 2 }
  const player = await world.play(operator, 'ann', launch)
  world.clock.advance(1)
  await player.open(openBody(operator, 'free'))
  await winOneOfEach(operator, player)
  const { items } = (await player.inventory()).body
  assert.equal((await player.cashBack(items.find((item) => item.cashbackMinor)!.id)).status, 200)
  assert.equal((await player.call('rotateSeed', { body: {} })).status, 200)
  await player.open(openBody(operator, 'after the reveal'))
  await holdAndCancel(operator, player)
  await upgradeEverything(world, 'leo')
  await shipEverything(world, 'kim')
  await leap(world, 'sample-physical')
  await verifyEverybody(world)
  await eraseOrders(world.service.ctx, await ownerNamed(world, 'kim'), 'test')
  await excludeSomebody(world)
  await spendACampaign(world)
  await hearOfTests(t, world)

  world.casino.wallet.faults.push({ times: 1, fault: faults.refuse('INSUFFICIENT_FUNDS') })
  assert.equal((await player.open(openBody(operator, 'refused'))).status, 422)
  world.casino.wallet.faults.push({ times: 1, fault: faults.serverError() })
  assert.equal((await player.open(openBody(operator, 'undecided'))).status, 503)
  return { world, player }
}

/** A player's items expire, are paid out, reserved and given back; another was bought with Nuggets. */
async function fillAVault(world: World): Promise<void> {
  const { operator } = world
  const { coffer } = operator
  const ofEve = { playerExternalId: 'eve' }
  const winFour = async () => {
    for (let click = 0; click < 20; click++) {
      const { items } = await coffer.listInventory(ofEve)
      if (items.length >= 4) return items.map((item) => item.id)
      await coffer.purchase({ ...ofEve, ...openBody(operator, `eve-${world.clock.now().getTime()}-${click}`, 5) })
    }
    return assert.fail('100 reels hold four items')
  }
  await world.settings(operator, { 'inventory.expiryDays': 1 })
  await winFour()
  world.clock.advance(86_400_000)
  assert.ok((await world.tick('expire-items')) >= 4)
  await world.settings(operator, { 'inventory.expiryDays': null })
  for (const [index, id] of (await winFour()).slice(0, 3).entries()) {
    const reserve = { ...ofEve, inventoryItemIds: [id], idempotencyKey: `payout-${id}` }
    const { payout } = await coffer.createPayout(reserve)
    if (index === 0) await coffer.confirmPayout({ id: payout.id })
    if (index === 1) await coffer.cancelPayout({ id: payout.id })
  }
  const itemId = operator.items['sample-physical']!
  await coffer.buyWithNuggets({ ...ofEve, clientActionId: 'nuggets', itemId })
}

/** A player who has played is kept from playing on. */
async function excludeSomebody(world: World): Promise<void> {
  const { operator } = world
  const player = await world.play(operator, 'kim')
  assert.equal((await player.open(openBody(operator, 'before'))).status, 200)
  await operator.coffer.setRestrictions({ playerExternalId: 'kim', selfExcluded: true })
}

/** A campaign pays one round alone, and another together with a launch. */
async function spendACampaign(world: World): Promise<void> {
  const { operator } = world
  const { boxId } = boxOf(operator)
  const validUntil = new Date(world.clock.now().getTime() + 3_600_000).toISOString()
  const campaign = { extId: 'summer', boxIds: [boxId], quantity: 4, validUntil, playerExternalIds: ['zoe'] }
  await operator.coffer.createCampaign(campaign)
  world.clock.advance(1)
  const alone = await operator.coffer.purchase({ playerExternalId: 'zoe', ...openBody(operator, 'alone') })
  const player = await world.play(operator, 'zoe', { target: { boxId }, funding: 'operator' })
  const together = await player.open(openBody(operator, 'together', 2))
  assert.deepEqual([alone.round.funding, together.body.round.funding], ['operator', 'operator'])
}

/** An endpoint takes one event and fails another. It is not subscribed to those that the checks of rounds spoil. */
async function hearOfTests(t: TestContext, world: World): Promise<void> {
  const { receiver, endpointId } = await subscribe(t, world, world.operator, ['kyc_status_changed'])
  for (const code of [200, 500]) {
    receiver.answer = status(code)
    await world.operator.coffer.testEndpoint({ endpointId })
    await world.tick('webhooks')
  }
}

/** Opens paid boxes until each type of prize was won, and something that can be cashed back twice. */
async function winOneOfEach(operator: World['operator'], player: Player): Promise<void> {
  const types = new Set<unknown>()
  for (let click = 0; click < 40; click++) {
    const { facts } = (await player.open({ ...openBody(operator, `paid-${click}`, 5), funding: 'player' })).body
    for (const reel of facts!.reels) types.add(reel.itemType)
    const worth = (await player.inventory()).body.items.filter((item) => item.cashbackMinor)
    if (types.size === 4 && worth.length >= 2) return
  }
  assert.fail('200 reels hold every type of prize')
}

async function holdAndCancel(operator: World['operator'], player: Player): Promise<void> {
  const hold = (clientActionId: string) =>
    operator.coffer.purchase({
      playerExternalId: player.externalId,
      ...openBody(operator, clientActionId),
      mode: 'prepay',
    })
  await hold('kept')
  const opened = await hold('opened')
  const cancelled = await hold('cancelled')
  const path = (held: typeof opened, verb: string) => `/api/play/rounds/${held.round.publicId}/${verb}`
  assert.equal((await player.call('openHeldRound', { path: path(opened, 'open') })).status, 200)
  assert.equal((await player.call('cancelHeldRound', { path: path(cancelled, 'cancel') })).status, 200)
}

async function assertFound(t: TestContext, world: World, corruption: Corruption): Promise<void> {
  await t.test(`${corruption.invariant} ← ${corruption.sql.at(-1)?.replace(/\s+/g, ' ').slice(0, 80)}`, async () => {
    const reporters = [corruption.invariant, ...(corruption.also ?? [])].sort()
    // That no other invariant reports it takes all of them, which is for the proof.
    const only = inProof ? undefined : reporters
    const diagnosis = await examineSpoilt(world, corruption.sql, { healed: corruption.healed, only })
    assert.deepEqual(broken(diagnosis).sort(), reporters, JSON.stringify(diagnosis.violations.slice(0, 5), null, 1))
  })
}

const broken = ({ violations }: Diagnosis) => [...new Set(violations.map(({ invariant }) => invariant))]

/** One connection for all that is spoilt in a world. */
const owners = new WeakMap<World, ReturnType<typeof openOwner>>()

/** Spoils the database as its owner, past every trigger and foreign key, examines it as a loop would, and undoes it all. */
async function examineSpoilt(
  world: World,
  statements: readonly string[],
  examination: Examination,
  limits = world.service.ctx.limits,
): Promise<Diagnosis> {
  owners.set(world, owners.get(world) ?? openOwner(world.databaseUrl))
  return owners
    .get(world)!
    .connection()
    .execute(async (tx) => {
      await sql.raw('begin isolation level repeatable read').execute(tx)
      try {
        await sql.raw('set local session_replication_role = replica').execute(tx)
        for (const statement of statements) await spoil(statement, () => sql.raw(statement).execute(tx))
        await sql.raw('set local role coffer_jobs').execute(tx)
        return await checkInvariants(
          { limits, sealer: world.service.ctx.sealer, systemTx: (work) => work(tx) },
          examination,
        )
      } finally {
        await sql.raw('rollback').execute(tx)
      }
    })
}

async function spoil(statement: string, run: () => Promise<{ numAffectedRows?: bigint }>): Promise<void> {
  const { numAffectedRows } = await run()
  if (/^(update|insert|delete)/.test(statement)) assert.notEqual(numAffectedRows, 0n, `nothing to spoil: ${statement}`)
}

/** A value of an item leaps, and a second person puts it in force; it falls back, and another leap is left waiting. */
async function leap(world: World, key: string): Promise<void> {
  const { operatorId, coffer, items } = world.operator
  const itemId = items[key]!
  const state = (valueMinor: number) => coffer.recordValue({ itemId, valueMinor })
  const { valueMinor: before } = await state(1)
  const ask = async (valueMinor: number) => {
    const refused: unknown = await state(valueMinor).catch((error: unknown) => error)
    assert.ok(refused instanceof CofferError && refused.code === 'VALUE_STEP_TOO_LARGE', 'a leap is refused')
    const { heldValues } = refused.details.current as { heldValues: { heldValueId: number }[] }
    return heldValues[0]!.heldValueId
  }
  const heldValueId = await ask(before + 1000)
  const approved = await approveValue(world.service.ctx, { operatorId, heldValueId, approver: 'staff:1' })
  assert.ok(typeof approved === 'object', String(approved))
  await ask(900_000)
}
