import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { CofferError } from '@coffer/operator-sdk'
import { faults } from '@coffer/reference-operator'
import { commandLine } from '../support/command-line.ts'
import { openRows } from '../support/rows.ts'
import { openBody, startWorld, type World, type WorldOptions } from '../support/world.ts'

const MINUTE_MS = 60_000

async function begin(t: TestContext, options: WorldOptions = {}) {
  const world = await startWorld(t, options)
  const masterKey = world.service.ctx.config.masterKey!.reveal().toString('hex')
  return { world, ...commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: masterKey }) }
}

test('operators, their keys and their settings are listed, as a table and as JSON, and nothing of it is secret', async (t) => {
  const operators = { aurum: {}, argent: { currency: 'USD', settings: { 'cashback.percentBps': 8_000 } } }
  const { world, coffer, json } = await begin(t, { operators })
  const { aurum, argent } = world.operators as Record<'aurum' | 'argent', World['operator']>
  await argent.coffer.health()

  const listed = await json('operator', 'list')
  assert.deepEqual(
    listed.operators.map((one: Record<string, unknown>) => [one.slug, one.currency, one.status, one.walletUrl]),
    [
      ['aurum', 'EUR', 'active', world.casino.walletUrl('aurum')],
      ['argent', 'USD', 'active', world.casino.walletUrl('argent')],
    ],
  )
  const { out: table } = await coffer('operator', 'list')
  assert.match(table, /^SLUG +NAME +CURRENCY +STATUS +WALLET +SINCE\naurum +aurum +EUR +active +127\.0\.0\.1:\d+ +20/)

  const shown = await json('operator', 'show', 'argent')
  assert.deepEqual(
    [shown.operator.operatorId, shown.keys.map((key: { keyId: string }) => key.keyId), shown.endpoints],
    [argent.operatorId, [argent.keyId], []],
  )
  assert.notEqual(shown.keys[0].lastUsedAt, null)
  const rotate = ['operator', 'rotate-secret', 'argent', '--overlap-hours']
  assert.match((await coffer(...rotate, '24')).out, /\nThe old secret signs until 20\S+, then the new one: by then/)
  const { out: facts } = await coffer('operator', 'show', 'argent')
  assert.match(facts, /^argent +operator \d+\nName +argent\nStatus +active\n/)
  assert.match(facts, /^Old secret +signs calls to the wallet until 20.* UTC$/m)
  assert.match((await coffer(...rotate, '0')).out, /\nThe old secret signs no more: tell the wallet before you do/)

  const made = await json('key', 'create', '--operator', 'aurum', '--scopes', 'read')
  await json('key', 'revoke', made.keyId)
  const { keys } = await json('key', 'list', '--operator', 'aurum')
  assert.deepEqual(
    keys.map((key: Record<string, unknown>) => [key.keyId, key.revokedAt === null]),
    [
      [aurum.keyId, true],
      [made.keyId, false],
    ],
  )
  const rows = (await coffer('key', 'list', '--operator', 'aurum')).out.split('\n')
  assert.match(rows[1]!, new RegExp(`^${aurum.keyId} +works +`))
  assert.match(rows[2]!, new RegExp(`^${made.keyId} +revoked 20.* UTC +never +optional +read$`))

  const settings = await json('settings', 'show', 'argent')
  assert.equal(settings.settings.cashback.percentBps, 8_000)
  assert.ok(settings.own.includes('cashback.percentBps') && !settings.own.includes('minRtpBps'), settings.own.join())
  assert.match((await coffer('settings', 'show', 'argent')).out, /^cashback\.percentBps +8000 +default 9000$/m)

  const said = [listed, shown, keys, settings].map((one) => JSON.stringify(one)).join()
  for (const { keySecret, outboundSecret } of [aurum, argent]) {
    assert.ok(!said.includes(keySecret) && !said.includes(outboundSecret))
  }
  assert.match((await coffer('operator', 'show', 'nobody')).err, /There is no operator nobody/)
})

test('a suspended operator launches, plays and signs nothing, and a resumed one goes on where it was', async (t) => {
  const { world, coffer, json } = await begin(t)
  const { operator } = world
  const player = await world.play(operator, 'u_1')
  assert.equal((await coffer('operator', 'suspend', 'aurum')).code, 1, 'without a reason')
  assert.deepEqual(await json('operator', 'suspend', 'aurum', '--reason', 'the licence has ended'), {
    ...{ code: 0, slug: 'aurum', status: 'suspended', changed: true },
  })
  assert.equal((await json('operator', 'suspend', 'aurum', '--reason', 'again')).changed, false)
  const launch = { playerExternalId: 'u_2', gameKey: 'mystery_box', target: {} } as const
  await assert.rejects(operator.coffer.createLaunch(launch), isSuspended)
  await assert.rejects(operator.coffer.config(), isSuspended)
  const refused = await player.open(openBody(operator, 'click'))
  assert.deepEqual([refused.status, refused.body.error.code], [403, 'OPERATOR_SUSPENDED'])
  assert.equal(world.casino.wallet.ledger('aurum').filter(({ type }) => type === 'debit').length, 0)
  assert.equal((await json('operator', 'list')).operators[0].status, 'suspended')

  assert.equal((await json('operator', 'resume', 'aurum', '--reason', 'renewed')).changed, true)
  assert.equal((await player.open(openBody(operator, 'click'))).status, 200)
  const rows = openRows(world.databaseUrl)
  const audited = await rows.query(
    `select actor, action, details from audit_log where action like 'operator.%ed' and action <> 'operator.created'
      order by entry_number`,
  )
  assert.deepEqual(audited, [
    { actor: 'cli', action: 'operator.suspended', details: { reason: 'the licence has ended' } },
    { actor: 'cli', action: 'operator.resumed', details: { reason: 'renewed' } },
  ])
})

test('what a suspended operator owes is still decided: a debit whose answer was lost is given back, and its proofs are read', async (t) => {
  const { world, json } = await begin(t)
  const { operator, casino } = world
  const player = await world.play(operator, 'u_1')
  const settled = await player.open(openBody(operator, 'before'))
  const before = casino.wallet.balances('aurum', 'u_1')[0]!.balanceMinor
  casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.reset({ apply: true }) })
  assert.equal((await player.open(openBody(operator, 'lost'))).status, 503)
  assert.equal(casino.wallet.balances('aurum', 'u_1')[0]!.balanceMinor, before - 500)

  await json('operator', 'suspend', 'aurum', '--reason', 'a look at the books')
  world.clock.advance(2 * MINUTE_MS)
  await world.tick('resolver')
  await world.tick('resolver')
  assert.equal(casino.wallet.balances('aurum', 'u_1')[0]!.balanceMinor, before, 'the debit was given back')
  const proof = await fetch(`${world.baseUrl}/fairness/rounds/${settled.body.round.publicId}`)
  assert.equal(proof.status, 200)
})

test('every mistake of a settings file is named at once, those between two settings too, and nothing of it is saved', async (t) => {
  const { json, coffer, file } = await begin(t)
  const settings = {
    roulette: true,
    wallet: { quarantineSeconds: 'long', url: 7 },
    minRtpBps: 9_950,
    theme: { color: 'red' },
  }
  const { code, err } = await coffer('operator', 'settings', 'aurum', file('settings.json', settings), '--json')
  const { fields } = JSON.parse(err).error
  const wanted = ['minRtpBps', 'roulette', 'theme.color', 'wallet.quarantineSeconds', 'wallet.url']
  assert.deepEqual([code, Object.keys(fields).sort()], [1, wanted])
  assert.ok(!(await json('settings', 'show', 'aurum')).own.includes('minRtpBps'))
})

test('a signed request is printed for the service that runs: the one of the data folder’s demo, or where the environment says it is', async (t) => {
  const { json, file, coffer } = commandLine(t, 'postgres://nobody@127.0.0.1:1/none')
  const curl = async (...options: string[]) =>
    (await json('sign', '--secret', 'test_secret', ...options)).curl as string
  assert.match(await curl(), / 'http:\/\/localhost:4000\/api\/s2s\/health'$/)
  file('demo.json', { baseUrl: 'http://localhost:5200' })
  assert.match(await curl(), / 'http:\/\/localhost:5200\/api\/s2s\/health'$/)
  assert.match(await curl('--url', 'https://other.example'), / 'https:\/\/other\.example\/api\/s2s\/health'$/)
  assert.match((await coffer('sign', '--help')).out, /the running service/)
  const elsewhere = commandLine(t, 'postgres://nobody@127.0.0.1:1/none', { PORT: '4700' })
  assert.match((await elsewhere.json('sign', '--secret', 'x')).curl, /localhost:4700/)
  const hosted = commandLine(t, 'postgres://nobody@127.0.0.1:1/none', { COFFER_BASE_URL: 'https://boxes.example' })
  assert.match((await hosted.json('sign', '--secret', 'x')).curl, /'https:\/\/boxes\.example\/api/)
})

const isSuspended = (error: unknown) => error instanceof CofferError && error.code === 'OPERATOR_SUSPENDED'
