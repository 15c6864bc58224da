import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { s2sRoutes } from '@coffer/contract/s2s'
import { convertOperator, setRates } from '@coffer/service/administration'
import { commandLine } from '../support/command-line.ts'
import { knock } from '../support/door.ts'
import { readableLog } from '../support/log-reader.ts'
import { freePorts } from '../support/ports.ts'
import { openRows } from '../support/rows.ts'
import { refusal } from '../support/shipping-world.ts'
import { revalued, sureBoxes, win } from '../support/sure-boxes.ts'
import { masterKeyOf, startWorld } from '../support/world.ts'

/** Values that leap, and who puts them in force (decisions §15). The crown is worth 5000: 30000 is as much as one call may tell. */

async function start(t: TestContext, settings: Record<string, unknown> = {}) {
  const [port] = await freePorts(1)
  const log = readableLog()
  const world = await startWorld(t, {
    operators: { aurum: { catalogue: sureBoxes(), settings } },
    environment: { METRICS_PORT: String(port) },
    service: { log: log.log },
  })
  const { operator } = world
  const rows = openRows(world.databaseUrl)
  const itemId = operator.items.crown!
  const tell = (valueMinor: number, more: object = {}) =>
    knock(world, s2sRoutes.recordValue, operator, { params: { itemId: String(itemId) }, body: { valueMinor, ...more } })
  const values = async () =>
    (
      await rows.query<{ value: string }>(
        'select value_minor as value from item_revisions where item_id = $1 order by revision_id',
        [itemId],
      )
    ).map(({ value }) => Number(value))
  const metric = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return Number(text.match(new RegExp(`^${name.replaceAll(/[{}"]/g, '\\$&')} (\\d+)$`, 'm'))?.[1])
  }
  const audited = (action: string) =>
    rows.query<{ actor: string; details: Record<string, unknown> }>(
      'select actor, details::jsonb as details from audit_log where action = $1 order by entry_number',
      [action],
    )
  return {
    world,
    operator,
    rows,
    itemId,
    tell,
    values,
    metric,
    audited,
    log,
    line: commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: masterKeyOf(world) }),
  }
}

type Held = { heldValueId: number; expiresAt: string; valueMinor: number }
const heldIn = (error: { current?: unknown }) => (error.current as { heldValues: Held[] }).heldValues

test('a value that leaps is not recorded by anybody alone, and cashback goes on at the last one', async (t) => {
  const { world, operator, tell, values, metric, log } = await start(t)
  const player = await world.play(operator, 'ann')
  const { id } = (await win(operator, player, 'crown')).items[0]!
  const error = refusal(await tell(2_147_483_648), 422, 'VALUE_STEP_TOO_LARGE')
  assert.deepEqual(error.fields, {
    valueMinor: ['must be at most 30000 after 5000, unless a second member of staff approves it'],
  })
  refusal(await tell(30_001), 422, 'VALUE_STEP_TOO_LARGE')
  assert.deepEqual(await values(), [5000])
  assert.equal((await player.cashBack(id)).body.item.cashbackMinor, 4500)
  assert.equal((await tell(30_000)).status, 200, 'exactly as much above as is let in')
  assert.equal((await tell(1)).status, 200, 'a fall is no leap')
  assert.deepEqual(await values(), [5000, 30_000, 1])
  assert.equal(await metric('coffer_alerts_total{alert="value_step_refused"}'), 2)
  assert.equal(
    await metric('coffer_held_values{state="waiting"}'),
    1,
    'the second one has taken the place of the first',
  )
  const alerts = log.lines.filter((line) => line.name === 'value_step_refused')
  assert.deepEqual(
    alerts.map((line) => [line.level, line.alert, line.lastMinor, line.valueMinor]),
    [
      ['warn', true, 5000, 2_147_483_648],
      ['warn', true, 5000, 30_001],
    ],
  )
})

test('a second member of staff puts a held value in force, once, and what was asked for is what is approved', async (t) => {
  const { world, operator, tell, values, metric, audited, line } = await start(t)
  const { coffer, json } = line
  await json('staff', 'create', '--email', 'rita@desk.example', '--role', 'platform_admin')
  await json('staff', 'create', '--email', 'kay@desk.example', '--role', 'kyc_reviewer')
  const [held] = heldIn(refusal(await tell(40_000), 422, 'VALUE_STEP_TOO_LARGE')) as [Held]
  const [same] = heldIn(refusal(await tell(40_000), 422, 'VALUE_STEP_TOO_LARGE'))
  assert.equal(same!.heldValueId, held.heldValueId, 'asked for again it is the same')
  const of = ['--operator', operator.slug]
  const { values: waiting } = await json('item', 'held-values', ...of)
  assert.deepEqual(
    waiting.map((one: Record<string, unknown>) => [
      one.heldValueId,
      one.key,
      one.lastMinor,
      one.valueMinor,
      one.askedBy,
    ]),
    [[held.heldValueId, 'crown', 5000, 40_000, operator.keyId]],
  )
  const approve = (id: number | string, by: string) => coffer('item', 'approve-value', String(id), ...of, '--by', by)
  const refused: [number | string, string, RegExp][] = [
    [held.heldValueId, 'nobody@desk.example', /is no member of staff/],
    [held.heldValueId, 'kay@desk.example', /does not have the role platform_admin/],
    [held.heldValueId + 99, 'rita@desk.example', /There is no such value/],
    ['x', 'rita@desk.example', /is no id of a held value/],
  ]
  for (const [id, by, why] of refused) {
    const { code, err } = await approve(id, by)
    assert.deepEqual([code, why.test(err)], [1, true], err)
  }
  assert.deepEqual(await values(), [5000])
  const approved = await approve(held.heldValueId, 'rita@desk.example')
  assert.deepEqual([approved.code, approved.out], [0, `Item ${operator.items.crown} is worth 40000 EUR.\n`])
  assert.match(approved.err, /"name":"value_step_approved"/)
  assert.equal(await metric('coffer_held_values{state="approved"}'), 1)
  assert.deepEqual(await values(), [5000, 40_000])
  assert.match((await approve(held.heldValueId, 'rita@desk.example')).err, /was approved before/)
  const [asked] = await audited('catalog.value_held')
  const [entry] = await audited('catalog.value_approved')
  assert.deepEqual(
    [asked!.actor, entry!.actor, entry!.details.askedBy, entry!.details.to],
    [operator.keyId, 'staff:1', operator.keyId, 40_000],
  )

  const [moved] = heldIn(refusal(await tell(900_000), 422, 'VALUE_STEP_TOO_LARGE')) as [Held]
  assert.equal((await tell(41_000)).status, 200)
  assert.match((await approve(moved.heldValueId, 'rita@desk.example')).err, /has moved since this was asked for/)
  const [late] = heldIn(refusal(await tell(950_000), 422, 'VALUE_STEP_TOO_LARGE')) as [Held]
  assert.match((await approve(moved.heldValueId, 'rita@desk.example')).err, /another was asked for after it/)
  world.clock.advance(72 * 3_600_000)
  const again = heldIn(refusal(await tell(950_000), 422, 'VALUE_STEP_TOO_LARGE'))[0]!
  assert.ok(again.heldValueId > late.heldValueId, 'nobody approved it in time, so it is asked for anew')
  assert.deepEqual(await values(), [5000, 40_000, 41_000])
})

test('a leap in a file waits only when a member of staff is named, and whoever told it cannot approve it', async (t) => {
  const { operator, rows, values, line } = await start(t)
  const { coffer, json, file: write } = line
  for (const name of ['rita', 'sam']) {
    await json('staff', 'create', '--email', `${name}@desk.example`, '--role', 'platform_admin')
  }
  const of = ['--operator', operator.slug]
  const climb = await coffer('item', 'values', write('climb.csv', 'item,valueMinor\ncrown,30000\ncrown,30001\n'), ...of)
  assert.deepEqual([climb.code, await values()], [1, [5000]], 'rows of one file are one step')
  assert.match(climb.err, /line 3: must be at most 30000 after 5000/)
  const csv = write('values.csv', 'item,valueMinor\nmug,950\ncrown,90000\ncrown,91000\n')
  const file = write('catalogue.json', revalued('crown', 90_000))
  for (const [words, place] of [
    [['item', 'values', csv], /line 3: must be at most 30000 after 5000.*\n.*line 4/],
    [['catalog', 'import', file], /items\.\d+\.valueMinor: must be at most 30000 after 5000/],
  ] as const) {
    const { code, err } = await coffer(...words, ...of)
    assert.deepEqual([code, place.test(err)], [1, true], err)
    assert.deepEqual(
      (await json('item', 'held-values', ...of)).values,
      [],
      'nobody could be told from the second person',
    )
    const named = await coffer(...words, ...of, '--by', 'rita@desk.example')
    assert.equal(named.code, 1, named.err)
    const [held] = (await json('item', 'held-values', ...of)).values
    assert.deepEqual([held.valueMinor, held.askedBy], [90_000, 'staff:1'])
    const own = await coffer('item', 'approve-value', String(held.heldValueId), ...of, '--by', 'Rita@desk.example')
    assert.match(own.err, /Whoever asked for a value does not approve it/)
    assert.equal((await values()).length, 1, 'and nothing of the file stays')
    if (words[0] === 'catalog') {
      assert.equal(
        (await coffer('item', 'approve-value', String(held.heldValueId), ...of, '--by', 'sam@desk.example')).code,
        0,
      )
    } else {
      // Told by somebody else too, it stays the first one's.
      await coffer(...words, ...of, '--by', 'sam@desk.example')
      assert.equal((await json('item', 'held-values', ...of)).values[0].askedBy, 'staff:1')
      await rows.query("update held_values set state = 'replaced'")
    }
  }
  assert.deepEqual(await values(), [5000, 90_000])
  for (const words of [
    ['catalog', 'import', file],
    ['item', 'values', csv],
  ]) {
    const { code, err } = await coffer(...words, ...of)
    assert.equal(code, 0, err)
  }
  assert.deepEqual(await values(), [5000, 90_000, 91_000], 'the same files pass once it stands')
})

test('how far a value may rise at once is a setting, and a conversion to another currency is no leap', async (t) => {
  const { world, operator, tell } = await start(t, { 'collectibles.maxStepBps': 0 })
  refusal(await tell(5001), 422, 'VALUE_STEP_TOO_LARGE')
  assert.equal((await tell(4999)).status, 200)
  const { ctx } = world.service
  await setRates(ctx, 'EUR', { USD: '3' }, 'test')
  await convertOperator(ctx, operator.operatorId, 'USD', { actor: 'test', allowRtpOutside: true })
  refusal(await tell(14_998), 422, 'VALUE_STEP_TOO_LARGE')
  assert.equal((await tell(14_997)).status, 200, 'three times the number is the same value')
  await world.settings(operator, { 'collectibles.maxStepBps': 1_000_000 })
  assert.equal((await tell(14_997 * 101)).status, 200)
  await assert.rejects(world.settings(operator, { 'collectibles.maxStepBps': 1_000_001 }))
  await assert.rejects(world.settings(operator, { 'collectibles.maxStepBps': null }))
})
