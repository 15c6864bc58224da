import assert from 'node:assert/strict'
import { test } from 'node:test'
import { later } from '@coffer/service/kernel'
import { authenticateSession } from '../../service/src/sessions/index.ts'
import { inProof } from '../support/in-proof.ts'
import { openRows, type Rows } from '../support/rows.ts'
import { seededBytes } from '../support/seeds.ts'
import { type SharedSizes, watchShared } from '../support/shared-sizes.ts'
import { type SureKey, sureBoxes } from '../support/sure-boxes.ts'
import { makeTogether, type OpenClick, type Together, type Told } from '../support/together.ts'
import { startWorld, type World } from '../support/world.ts'

/** The players of a cast, and how many of each kind; all others are usual ones. */
const CAST_COUNT = 64
const KINDS = ['excluded', 'capped', 'poor', 'blocked', 'launch', 'campaign', 'both'] as const
const OF_KIND_COUNT = 3
const CLICKS_COUNT = 100
const BOXES: SureKey[] = ['mug', 'book', 'dust', 'keepsake', 'spins']
const FREE_OF_LAUNCH = 2
const FREE_OF_CAMPAIGN = 4
const HOURS = 3_600_000

type Kind = (typeof KINDS)[number] | 'usual'
const FREE_KINDS: Kind[] = ['launch', 'campaign', 'both']
/** A free open takes its nonce before what its player pays for, and a cap is reached by whichever bet comes first. */
const IN_ORDER: Kind[] = [...FREE_KINDS, 'capped']
/** A click of a cast's member, the same in every cast. */
type Planned = { member: number; action: string; boxes: SureKey[]; isFree: boolean }

test('any partition of the same clicks into batches leaves the same rows, answers and nonces as one by one', async (t) => {
  const together = makeTogether()
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBoxes() } },
    service: { points: together.points, limits: PATIENT },
  })
  const sizes = watchShared(world.service)
  const rows = openRows(world.databaseUrl)
  const random = seededBytes('batches')
  const upTo = (count: number) => random(2).readUInt16BE() % count
  const clicks = planClicks(upTo)
  const stage = { world, rows, together, sizes, seen: new Set<string>() }
  await newRows(stage, '')
  const one = await playCast(stage, 'one', clicks, () => 1)
  assert.ok(one.sizes.every((size) => size === 1))
  assertVaried(one.told)
  for (const [name, size] of sizesOf(upTo)) {
    const played = await playCast(stage, name, clicks, size)
    assertSame(played.told, one.told, `answers in batches of ${name}`)
    assertSame(played.money, one.money, `the wallet after batches of ${name}`)
    for (const table of new Set([...Object.keys(one.rows), ...Object.keys(played.rows)]))
      assertSame(played.rows[table] ?? [], one.rows[table] ?? [], `rows of ${table} after batches of ${name}`)
    t.diagnostic(`batches of ${name}: ${countsOf(played.sizes)}`)
    assert.ok(Math.max(...played.sizes) > 1)
  }
})

/** How many clicks share a batch, by the name of the cast that makes them. */
function sizesOf(upTo: (count: number) => number): [name: string, size: () => number][] {
  const inTest: [string, () => number][] = [
    ['seven', () => 7],
    ['some', () => 1 + upTo(40)],
  ]
  return inProof ? [['two', () => 2], ['sixty-four', () => 64], ...inTest] : inTest
}

/** All of a batch wait for each other, however slow this machine is. */
const PATIENT = {
  ...{ sharedPatienceMs: 120_000, operationLeaseMs: 130_000, attemptSendMs: 120_000 },
}

function kindOf(member: number): Kind {
  return KINDS[Math.floor(member / OF_KIND_COUNT)] ?? 'usual'
}

/** One click of each member first, in any order, so that as many as possible share a transaction; then of anybody, some of them again; then what surely uses up free opens. */
function planClicks(upTo: (count: number) => number): Planned[] {
  const members = Array.from({ length: CAST_COUNT }, (_, member) => member)
  const order = members.map((member) => [upTo(60_000), member] as const).sort(([one], [other]) => one - other)
  const planned: Planned[] = []
  for (let place = 0; place < CLICKS_COUNT; place++) {
    const repeated = planned.at(upTo(planned.length))
    if (place >= CAST_COUNT && repeated && upTo(5) === 0) {
      planned.push(repeated)
      continue
    }
    const special = upTo(2) === 0 ? KINDS.length * OF_KIND_COUNT : CAST_COUNT
    const member = order[place]?.[1] ?? upTo(special)
    const boxes = Array.from({ length: 1 + upTo(3) }, () => BOXES[upTo(BOXES.length)]!)
    const isFree = FREE_KINDS.includes(kindOf(member)) && upTo(4) > 0
    planned.push({ member, action: `click-${place}`, boxes: isFree ? boxes.map(() => 'mug') : boxes, isFree })
  }
  // Of a member whom nothing keeps from opening: its repeat is answered with the same round, whatever the seed.
  const usual = planned.find(({ member, isFree }) => kindOf(member) === 'usual' && !isFree)
  if (usual) planned.push(usual)
  const member = KINDS.indexOf('launch') * OF_KIND_COUNT
  for (let count = 0; count <= FREE_OF_LAUNCH; count++)
    planned.push({ member, action: `free-${count}`, boxes: ['mug'], isFree: true })
  return planned
}

type Stage = { world: World; rows: Rows; together: Together; sizes: SharedSizes; seen: Set<string> }
type Played = { told: Told[]; rows: Record<string, string[]>; money: unknown[]; sizes: number[] }

/** The clicks by players whom nobody has seen before, batch by batch. */
async function playCast(stage: Stage, name: string, planned: Planned[], size: () => number): Promise<Played> {
  const { world, together, sizes } = stage
  const { operator } = world
  const externalIds = Array.from({ length: CAST_COUNT }, (_, member) => `${name}~${kindOf(member)}-${member}`)
  const players = await castOf(world, name, externalIds)
  const before = sizes.of('open-round begin').length
  const clicks = planned.map(({ member, action, boxes, isFree }): OpenClick => {
    const reels = boxes.map((key, reelIndex) => ({ reelIndex, boxVersionId: operator.boxes[key]!.boxVersionId! }))
    return { ...players[member]!, clientActionId: action, reels, ...(isFree && { funding: 'operator' as const }) }
  })
  const told: Told[] = []
  for (let first = 0; first < clicks.length; ) {
    const batch = clicks.slice(first, endOfBatch(planned, first, size()))
    told.push(...(await together.click(world.service.ctx, batch)))
    first += batch.length
  }
  const made = await newRows(stage, `${name}~`)
  const money = externalIds.map((externalId) => [
    externalId.slice(name.length),
    world.casino.wallet.balance(operator.slug, externalId, 'EUR'),
    world.casino.wallet.ledger(operator.slug, externalId).length,
  ])
  const own = sizes.of('open-round begin').slice(before)
  return { told: told.map((one) => plain(one, made.names) as Told), rows: made.rows, money, sizes: own }
}

/** Whose answers depend on which of their clicks comes first, which is not promised of two at once: such clicks are not made together. */
function endOfBatch(planned: readonly Planned[], first: number, count: number): number {
  const once = new Set<number>()
  for (const [place, { member }] of planned.entries()) {
    if (place < first) continue
    if (place === first + count || once.has(member)) return place
    if (IN_ORDER.includes(kindOf(member))) once.add(member)
  }
  return planned.length
}

async function castOf(world: World, name: string, externalIds: readonly string[]) {
  const { operator } = world
  const launch = {
    target: { boxId: operator.boxes.mug!.boxId },
    ...{ funding: 'operator', fundingRounds: FREE_OF_LAUNCH },
  }
  const enter = async (externalId: string, member: number) => {
    const kind = kindOf(member)
    const player = await world.play(operator, externalId, kind === 'launch' || kind === 'both' ? launch : {})
    // An exclusion ends the session, but not what was let in before.
    const session = await authenticateSession(world.service.ctx, player.token)
    world.casino.wallet.setBalance(operator.slug, externalId, 'EUR', kind === 'poor' ? 10 : 10_000_000)
    if (kind === 'blocked') world.casino.wallet.setBlocked(operator.slug, externalId, true)
    const restrictions = { excluded: { selfExcluded: true }, capped: { dailyOpensCount: 4 } }
    if (kind === 'excluded' || kind === 'capped')
      await operator.coffer.setRestrictions({ playerExternalId: externalId, ...restrictions[kind] })
    return { player, session }
  }
  const players = await Promise.all(externalIds.map(enter))
  await operator.coffer.createCampaign({
    extId: `campaign-${name}`,
    boxIds: [operator.boxes.mug!.boxId],
    quantity: FREE_OF_CAMPAIGN,
    validUntil: later(world.clock.now(), 24 * HOURS).toISOString(),
    playerExternalIds: externalIds.filter((_, member) => ['campaign', 'both'].includes(kindOf(member))),
  })
  return players
}

/** What was written since it was asked last, table by table, without what differs from cast to cast by nature. */
async function newRows({ rows, seen }: Stage, prefix: string) {
  const found: [string, Record<string, unknown>][] = []
  for (const name of ['players', ...FACTS]) {
    for (const { row, text } of await rows.query<{ row: Record<string, unknown>; text: string }>(
      `select to_jsonb(t) as row, to_jsonb(t)::text as text from ${name} t`,
    )) {
      if (seen.has(`${name} ${text}`)) continue
      seen.add(`${name} ${text}`)
      found.push([name, row])
    }
  }
  const players = new Map(found.flatMap(([name, row]) => (name === 'players' ? [[row.player_id, row]] : [])))
  const nameOf = (playerId: unknown) => String(players.get(playerId)?.external_id).slice(prefix.length)
  const names = new Map([[prefix, '']])
  for (const [name, row] of found)
    if (name === 'rounds') names.set(row.public_id as string, `${nameOf(row.player_id)}/${row.client_action_id}`)
  const byTable: Record<string, string[]> = {}
  for (const [name, row] of found) {
    byTable[name] ??= []
    byTable[name].push(JSON.stringify(plain(row, names)))
  }
  for (const lines of Object.values(byTable)) lines.sort()
  return { rows: byTable, names }
}

/** All that an open leaves behind. */
const FACTS = [
  ...['actions', 'rounds', 'round_reels', 'wallet_operations', 'wallet_attempts', 'seed_pairs', 'inventory_items'],
  ...['history_entries', 'outbox_events', 'launches', 'campaign_players', 'campaign_uses'],
]

/** Keys whose values are ids of what came to be, moments, chance, and what a wallet says of a balance while others pay from it. */
const NATURE =
  /^(id|eventId|provably.*|.*seed.*|raw_?draw|.*_hash|.*Hash|.*_at|.*At|.*_since|next_look_at|lease_until|provider_txn_ref|providerTxnRef|.*balance_?after.*)$/i
const OWN_ID =
  /^(round|reel|operation|attempt|inventory_item|entry|event|pair|player|launch|session|campaign)_id$|^inventoryItemId$/

function plain(value: unknown, names: ReadonlyMap<string, string>, key = ''): unknown {
  if (NATURE.test(key) || OWN_ID.test(key)) return value === null ? null : 'some'
  if (Array.isArray(value)) return value.map((one) => plain(one, names))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one, names, name)]))
  if (typeof value !== 'string') return value
  if (/^[{[]/.test(value)) return plain(JSON.parse(value), names)
  return value
    .replace(/(?<=^bonus:reel:)\d+$/, 'some')
    .replace(/rnd_[0-9a-z]{26}|[a-z-]+~/g, (found) => names.get(found) ?? found)
}

/** A cast in which nothing of what is to be compared happens compares nothing. */
function assertVaried(told: readonly Told[]): void {
  const codes = told.map(({ status, body }) => {
    if (typeof body === 'string') return body
    return (body.error as { code: string } | undefined)?.code ?? String(status)
  })
  const wanted = ['200', 'PLAYER_RESTRICTED', 'INSUFFICIENT_FUNDS', 'PLAYER_BLOCKED', 'FREE_OPENS_EXHAUSTED']
  for (const code of wanted) assert.ok(codes.includes(code), `somebody is told ${code}: ${codes}`)
  assert.ok(told.some(({ replayed, status }) => replayed && status === 200))
}

/** One by one: of many that differ, the first says enough. */
function assertSame(these: readonly unknown[], those: readonly unknown[], what: string): void {
  assert.equal(these.length, those.length, what)
  for (const [place, one] of these.entries()) assert.deepEqual(one, those[place], `${what}, ${place}`)
}

function countsOf(sizes: readonly number[]): string {
  const counts = Map.groupBy(sizes, (size) => size)
  return [...counts]
    .sort(([one], [other]) => one - other)
    .map(([size, all]) => `${all.length} of ${size}`)
    .join(', ')
}
