import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { checkInvariants } from '@coffer/service/administration'
import { appendAudit, appendEntries } from '../../service/src/audit/index.ts'
import { prepareSealing, sealConstant } from '../../service/src/sealing/index.ts'
import { commandLine } from '../support/command-line.ts'
import { formerHash, toFormerAudit } from '../support/former-audit.ts'
import { openRows } from '../support/rows.ts'
import { startDesk } from '../support/staff.ts'
import { masterKeyOf, startWorld } from '../support/world.ts'

const HEAD = 'The audit log of an operator ends where its signed head says.'

type Entry = Record<'operator_id' | 'entry_number' | 'actor' | 'action' | 'hash', string> & {
  at: Date
  details: object
  key_number: number
}

async function start(t: TestContext) {
  const world = await startWorld(t, { operators: { aurum: {}, bellis: {} } })
  for (let index = 0; index < 6; index += 1)
    await world.settings(world.operator, { rateLimits: { playBurst: 1000 + index } })
  const { query } = openRows(world.databaseUrl)
  const line = commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: masterKeyOf(world) })
  const kept: Record<string, string> = {}
  const snapshot = async () => {
    for (const table of ['audit_log', 'audit_heads']) {
      const [row] = await query<{ all: string }>(
        `select coalesce(jsonb_agg(to_jsonb(t)), '[]')::text as all from ${table} t`,
      )
      kept[table] = row!.all
    }
  }
  const restore = async () => {
    for (const [table, rows] of Object.entries(kept)) {
      await query(`delete from ${table}`)
      await query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [rows])
    }
  }
  return { world, query, ...line, snapshot, restore }
}

test('many entries that are added together are one chain', async (t) => {
  const { world, json } = await start(t)
  const { ctx } = world.service
  const entries = Array.from({ length: 1001 }, (_, index) => ({
    ...{ actor: 'test', action: 'item.value_set' as const, details: { itemId: index + 1 }, at: ctx.clock.now() },
  }))
  const [first, last] = await ctx.tx(world.operator.operatorId, async (tx) => [
    await appendAudit(ctx, tx, world.operator.operatorId, entries[0]!),
    await appendEntries(ctx, tx, world.operator.operatorId, entries),
  ])
  assert.equal(last, first! + 1001)
  assert.deepEqual((await json('audit', 'verify')).code, 0)
})

test('entries that are cut off the end of a log are missed', async (t) => {
  const { query, json, snapshot, restore } = await start(t)
  await snapshot()
  assert.deepEqual((await json('audit', 'verify')).code, 0)
  await query('delete from audit_log where operator_id = 1 and entry_number > 3')
  const { code, operators } = await json('audit', 'verify')
  assert.equal(code, 1)
  assert.match(operators[0].faults.join(), /^it ends at entry 3, and its head is entry \d+$/)
  assert.equal(operators[1].ok, true)
  await restore()
})

test('a chain that is computed anew without the key is found, at the entry that was changed', async (t) => {
  const { query, json, snapshot, restore } = await start(t)
  await snapshot()
  await forge(query, 3, { keyed: true })
  assert.match((await json('audit', 'verify')).operators[0].faults.join(), /^entry 3 is missing or was changed/)
  await restore()
  await forge(query, 3, { keyed: false })
  assert.match((await json('audit', 'verify')).operators[0].faults.join(), /^entry 3 is missing or was changed/)
  await restore()
  await forge(query, 1, { keyed: false })
  assert.equal((await json('audit', 'verify')).code, 1)
  await restore()
})

test('a log that was cut together with its head is found by a head that was exported earlier', async (t) => {
  const { world, query, json, file, snapshot, restore } = await start(t)
  const old = await query('select * from audit_heads where operator_id = 1')
  await world.settings(world.operator, { rateLimits: { playBurst: 2000 } })
  const { heads } = await json('audit', 'head')
  const kept = file('head.json', { heads })
  await snapshot()
  assert.equal((await json('audit', 'verify', '--head', kept)).code, 0)

  const { entry_number, hash, signature } = old[0] as Record<string, string>
  await query('delete from audit_log where operator_id = 1 and entry_number > $1', [entry_number])
  await query('update audit_heads set entry_number = $1, hash = $2, signature = $3 where operator_id = 1', [
    entry_number,
    hash,
    signature,
  ])
  assert.equal(
    (await json('audit', 'verify')).code,
    0,
    'without an exported head a log that was put back whole looks whole',
  )
  const found = await json('audit', 'verify', '--head', kept)
  assert.equal(found.code, 1)
  assert.match(found.operators[0].faults.join(), /is gone: the end of the log was cut/)
  await restore()

  const forged = heads.map((head: { entryNumber: number }) => ({ ...head, entryNumber: 1 }))
  const refused = await json('audit', 'verify', '--head', file('forged.json', forged))
  assert.match(refused.operators[0].faults.join(), /the exported head was changed/)
})

test('coffer audit shows who did what, and exports no head of a log that was changed or emptied, but those of all others', async (t) => {
  const { world, query, coffer, json, snapshot, restore } = await start(t)
  const { entries } = await json('audit', 'show', '--operator', 'aurum', '--last', '2')
  assert.deepEqual(
    entries.map(({ action, actor }: Entry) => [action, actor]),
    Array(2).fill(['settings.changed', 'test']),
  )
  assert.match((await coffer('audit', 'show')).out, /^bellis 1 {2}\S+ {2}test {2}key\.created/m)
  await snapshot()
  await query('delete from audit_log where operator_id = 1 and entry_number > 3')
  const whose = (told: { operator: string }[]) => told.map(({ operator }) => operator)
  const assertOthers = async (fault: RegExp) => {
    const { code, heads, faults } = await json('audit', 'head')
    assert.deepEqual([code, whose(heads), whose(faults)], [1, ['bellis', '(platform)'], ['aurum']])
    assert.match(faults[0].fault, fault)
    assert.match((await coffer('audit', 'head')).out, /^✗ aurum: /m)
  }
  await assertOthers(/^it ends at entry 3/)
  await query('delete from audit_log where operator_id = 1')
  await query('delete from audit_heads where operator_id = 1')
  await assertOthers(/^its signed head is missing$/)
  assert.equal(await world.tick('tell-audit-heads'), 2)
  const alerts = world.lines.filter(({ name }) => name === 'audit_head_broken')
  assert.deepEqual(whose(alerts as never), ['aurum'])
  const told = world.lines.filter(({ msg }) => msg === 'audit head').map(({ head }) => head)
  assert.deepEqual(whose(told as never), ['bellis', '(platform)'])
  await restore()
})

test('coffer audit reads the log of the platform, and reports one that was emptied', async (t) => {
  const { world, query, json, coffer, file } = await start(t)
  const desk = await startDesk(world, 'admin@desk.example', ['platform_admin'])
  const { entries } = await json('audit', 'show', '--platform')
  assert.deepEqual(
    entries.map(({ operator, action, actor, address }: Record<string, string>) => [operator, action, actor, address]),
    [
      ['(platform)', 'audit.began', 'coffer', null],
      ['(platform)', 'staff.invited', 'cli', null],
      ['(platform)', 'staff.link_created', 'cli', null],
      ['(platform)', 'staff.signed_in', `staff:${desk.staff.staffId}`, '127.0.0.1'],
    ],
  )
  const line =
    /^\(platform\) 4 {2}\S+ {2}staff:\d+ {2}staff\.signed_in {2}\{"method":"login_link"\} {2}127\.0\.0\.1 {2}req_\S+$/m
  assert.match((await coffer('audit', 'show')).out, line)
  const kept = file('head.json', { heads: (await json('audit', 'head')).heads })
  const whole = await json('audit', 'verify', '--head', kept)
  assert.deepEqual([whole.code, whole.operators[2].operator, whole.operators[2].entryCount], [0, '(platform)', 4])
  assert.match((await coffer('audit', 'verify', '--platform', '--operator', 'aurum')).err, /--operator or --platform/)

  const removed = await query('delete from audit_log where operator_id = 0 returning *')
  const [head] = await query('delete from audit_heads where operator_id = 0 returning *')
  const emptied = await json('audit', 'verify')
  assert.deepEqual([emptied.code, emptied.operators[2].faults], [1, ['its signed head is missing']])
  assert.equal((await checkInvariants(world.service.ctx, { only: [HEAD] })).violations.length, 1)
  // A start begins a new log, and only an exported head shows the deletion.
  await prepareSealing(world.service.ctx)
  assert.equal((await json('audit', 'verify')).code, 0)
  const found = await json('audit', 'verify', '--head', kept)
  assert.match(found.operators[2].faults.join(), /^entry 4 was there at \S+, and is gone/)
  await query('delete from audit_log where operator_id = 0; delete from audit_heads where operator_id = 0')
  for (const [table, rows] of Object.entries({ audit_log: removed, audit_heads: [head] })) {
    const all = JSON.stringify(rows)
    await query(`insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1::jsonb)`, [all])
  }
})

test('a process writes where each log ends into its own log, once for each new end', async (t) => {
  const { world, json, file } = await start(t)
  assert.equal(await world.tick('tell-audit-heads'), 3)
  assert.equal(await world.tick('tell-audit-heads'), 0)
  await world.settings(world.operator, { rateLimits: { playBurst: 3000 } })
  assert.equal(await world.tick('tell-audit-heads'), 1)
  const told = world.lines.filter((line) => line.msg === 'audit head').map((line) => line.head)
  assert.equal(told.length, 4)
  assert.equal((await json('audit', 'verify', '--head', file('told.json', told))).code, 0)
})

test('a log from before there were keys is signed by a marker at its end, and nothing of it can change from then on', async (t) => {
  const { world, query, json, snapshot, restore } = await start(t)
  await toFormerAudit({ query })
  const { sealer } = world.service.ctx
  const before = sealConstant(sealer, sealer.keyIds()[0]!, 'bound')
  await query('update sealing set constant_sealed = $1', [before.constant_sealed])
  await prepareSealing(world.service.ctx)
  await prepareSealing(world.service.ctx)
  assert.equal((await json('audit', 'verify')).code, 0)
  const marks = await query("select operator_id from audit_log where action = 'audit.signed'")
  assert.equal(marks.length, 3, 'of two operators and the platform')
  await world.settings(world.operator, { rateLimits: { playBurst: 4000 } })
  await snapshot()
  await query("update audit_log set actor = 'nobody' where operator_id = 1 and entry_number = 2")
  await rechain(query, 2, 'former')
  assert.match((await json('audit', 'verify')).operators[0].faults.join(), /is missing or was changed/)
  await restore()
})

test('a log that is put back into the form from before there were keys is not signed again', async (t) => {
  const { world, query, json, snapshot, restore } = await start(t)
  await snapshot()
  const keys = await query('select * from audit_keys')
  await toFormerAudit({ query })
  await prepareSealing(world.service.ctx)
  assert.equal((await json('audit', 'verify')).code, 1)
  for (const { key_number, key_sealed, created_at } of keys) {
    await query('insert into audit_keys values ($1, $2, $3)', [key_number, key_sealed, created_at])
  }
  await restore()
})

type Query = ReturnType<typeof openRows>['query']

/** Changes an entry, and computes the hashes of all after it anew, as whoever has no key can. */
async function forge(query: Query, from: number, { keyed }: { keyed: boolean }): Promise<void> {
  await query('update audit_log set actor = $1 where operator_id = 1 and entry_number = $2', ['nobody', from])
  await rechain(query, from, keyed ? 'as it is' : 'former')
  await query(`update audit_heads h set hash = (select hash from audit_log l where l.operator_id = 1 order by entry_number desc limit 1)
    where operator_id = 1`)
}

async function rechain(query: Query, from: number, form: 'former' | 'as it is'): Promise<void> {
  const entries = await query<Entry & { previous_hash: string }>(
    'select * from audit_log where operator_id = 1 order by entry_number',
  )
  let previousHash = '0'.repeat(64)
  for (const entry of entries) {
    const entryNumber = Number(entry.entry_number)
    const hash = entryNumber < from ? entry.hash : formerHash(entry, previousHash)
    if (entryNumber >= from) {
      const key = form === 'former' && entry.action !== 'audit.signed' ? null : entry.key_number
      await query(
        'update audit_log set hash = $1, previous_hash = $2, key_number = $3 where operator_id = 1 and entry_number = $4',
        [hash, previousHash, key, entryNumber],
      )
    }
    previousHash = hash
  }
}
