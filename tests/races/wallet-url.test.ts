import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { changeSettings } from '@coffer/service/administration'
import { Refusal } from '../../service/src/kernel/index.ts'
import { eventually } from '../support/eventually.ts'
import { openPool, openRows } from '../support/rows.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

const COMMIT_LOCK = 16

/** A world whose wallet has two URLs. Records the URL of each debit, and delays its reply until `answers` resolves. */
async function startWithTwoUrls(t: TestContext) {
  const world = await startWorld(t, { service: { limits: { attemptSendMs: 120_000 } } })
  const { service, operator } = world
  const { operatorId } = operator
  const rows = openRows(world.databaseUrl)
  const [saved] = await rows.query<{ url: string }>(
    `select settings->'wallet'->>'url' as url from operators where operator_id = $1`,
    [operatorId],
  )
  const { url } = saved!
  const debits = { sentTo: [] as string[], answers: Promise.resolve() }
  const { http } = service.ctx
  const send = http.send
  http.send = async (request) => {
    if (request.body?.includes('wallet.debit')) {
      debits.sentTo.push(request.url)
      await debits.answers
    }
    return send({ ...request, url })
  }
  /** Returns the code of the refusal, or null when the URL was saved. */
  const change = (to: string, { ctx }: World['service'] = service): Promise<string | null> =>
    changeSettings(ctx, operatorId, { wallet: { url: to } }, { actor: 'test' }).then(
      () => null,
      (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error)),
    )
  return { world, operator, url, otherUrl: url.replace('127.0.0.1', 'localhost'), debits, change }
}

/** Each transaction that inserts into or updates the table waits before its commit until `go`. */
async function holdCommits({ databaseUrl }: World, table: 'wallet_operations' | 'operators') {
  const [holder, rows] = [openPool(databaseUrl), openRows(databaseUrl)]
  await rows.query(`create function hold_${table}() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${COMMIT_LOCK}); return null; end $$`)
  await rows.query(`create constraint trigger hold_commits after insert or update on ${table} deferrable initially deferred
    for each row execute function hold_${table}()`)
  await holder.query(`select pg_advisory_lock(${COMMIT_LOCK})`)
  const waits = async (lock: string) => {
    const found = await rows.query(
      `select from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())
         and (classid::bigint << 32 | objid::bigint) in (select ${lock} from operators)`,
    )
    return found.length > 0
  }
  return {
    untilHeld: () => eventually(() => waits(`${COMMIT_LOCK}`), 'a commit is held'),
    /** Waits until a transaction blocks on the lock of the wallet URL, or the given request has ended. */
    untilBlockedOrEnded: async (request: Promise<unknown>) => {
      let hasEnded = false
      const end = () => {
        hasEnded = true
      }
      request.then(end, end)
      const isBlocked = () => waits(`hashtextextended('wallet-url:' || operator_id, 0)`)
      await eventually(async () => hasEnded || (await isBlocked()), 'a transaction waits for the wallet URL')
    },
    release: () => holder.query(`select pg_advisory_unlock(${COMMIT_LOCK})`),
  }
}

test('a wallet URL change and a debit that begins wait for each other', async (t) => {
  const { world, operator, url, otherUrl, debits, change } = await startWithTwoUrls(t)
  const impatient = await world.anotherProcess({ limits: { ...world.service.ctx.limits, walletUrlLockMs: 1 } })
  const player = await world.play(operator, 'ann')
  const operations = await holdCommits(world, 'wallet_operations')
  const { promise, resolve: answer } = Promise.withResolvers<void>()
  debits.answers = promise
  const opening = player.open(openBody(operator, 'before'))
  await operations.untilHeld()
  const givenUp = await change(otherUrl, impatient.service)
  const changing = change(otherUrl)
  await operations.untilBlockedOrEnded(changing)
  await operations.release()
  const refused = await changing
  answer()
  assert.equal((await opening).status, 200)
  assert.equal(refused, 'WALLET_OPERATIONS_UNDECIDED', 'the debit that began is counted')
  assert.equal(givenUp, 'SERVICE_UNAVAILABLE', 'a change that waits too long blocks no debits')

  const changes = await holdCommits(world, 'operators')
  const changed = change(otherUrl)
  await changes.untilHeld()
  const afterwards = player.open(openBody(operator, 'after'))
  await changes.untilBlockedOrEnded(afterwards)
  await changes.release()
  assert.equal(await changed, null)
  assert.equal((await afterwards).status, 200)
  assert.deepEqual(debits.sentTo, [url, otherUrl])
})

test('a request authenticated before a wallet URL change debits the new URL', async (t) => {
  const { world, operator, otherUrl, debits, change } = await startWithTwoUrls(t)
  const { ctx } = world.service
  const [ann, bob] = [await world.play(operator, 'ann'), await world.play(operator, 'bob')]
  const { tx } = ctx
  /** Changes the URL between the authentication of the requests, which reads the operator, and their first transaction. */
  const changeBeforeBegin = async <T>(to: string, send: readonly (() => Promise<T>)[], between = async () => {}) => {
    const held = Promise.withResolvers<void>()
    let heldCount = 0
    ctx.tx = async (operatorId, work, sharing) => {
      if (sharing?.as === 'open-round begin' && heldCount < send.length) {
        heldCount += 1
        await held.promise
      }
      return tx(operatorId, work, sharing)
    }
    const answers = send.map((one) => one())
    await eventually(() => heldCount === send.length, 'the requests are authenticated')
    assert.equal(await change(to), null)
    await between()
    held.resolve()
    return Promise.all(answers)
  }
  const first = () => ann.open(openBody(operator, 'first'))
  const repeated = () => bob.open(openBody(operator, 'repeated'))
  const answers = await changeBeforeBegin(otherUrl, [first, repeated], async () => {
    world.casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.reset() })
    assert.equal((await repeated()).status, 503)
  })
  for (const { status, text } of answers) assert.equal(status, 200, text)
  assert.deepEqual(debits.sentTo, Array(3).fill(otherUrl), 'each is sent to the new URL')

  const [removed] = await changeBeforeBegin('', [() => ann.open(openBody(operator, 'last'))])
  assert.deepEqual([removed!.status, removed!.body.error.code], [503, 'WALLET_UNAVAILABLE'])
  assert.equal(removed!.body.round, undefined, 'nothing is recorded without a wallet')
})
