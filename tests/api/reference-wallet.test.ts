import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { suite, type TestContext, test } from 'node:test'
import { sign, type WalletCall, type WalletMoneyReply } from '@coffer/operator-sdk'
import { faults, type ReferenceOperator, startReferenceOperator } from '@coffer/reference-operator'
import { eventually } from '../support/eventually.ts'
import { makeTestClock } from '../support/test-clock.ts'

const EURO = {
  slug: 'euro',
  currency: 'EUR',
  currencies: ['EUR', 'USD', 'KWD'],
  keyId: 'ck_1',
  keySecret: 'k1',
  outboundSecret: 'outbound-1',
}
const YEN = { slug: 'yen', currency: 'JPY', keyId: 'ck_2', keySecret: 'k2', outboundSecret: 'outbound-2' }

async function start(t: TestContext, { dataDir = ':memory:', clock = makeTestClock() } = {}) {
  const operator = await startReferenceOperator({
    port: 0,
    dataDir,
    baseUrl: 'http://127.0.0.1:9',
    now: () => clock.now().getTime(),
    after: clock.after,
    operators: [EURO, YEN],
  })
  t.after(() => operator.close())
  return operator
}

let lastKey = 0
function money(type: 'wallet.debit' | 'wallet.credit', amountMinor: number, more: Record<string, unknown> = {}) {
  const publicId = `rnd_${++lastKey}`
  const reference = type === 'wallet.debit' ? { kind: 'round', publicId } : { kind: 'refund', publicId }
  const idempotencyKey = `${type === 'wallet.debit' ? 'round' : 'refund:round'}:${publicId}`
  return {
    type,
    playerExternalId: 'ann',
    amountMinor,
    currency: 'EUR',
    idempotencyKey,
    reference,
    ...more,
  } as WalletCall
}
const debit = (amountMinor: number, more?: Record<string, unknown>) => money('wallet.debit', amountMinor, more)
const cashback = (amountMinor: number) =>
  money('wallet.credit', amountMinor, {
    reference: {
      ...{
        kind: 'cashback',
        inventoryItemId: 1,
        roundPublicId: null,
        itemId: 1,
        itemName: 'Mug',
        basisMinor: amountMinor,
        creditsMinor: amountMinor,
      },
      uncredited: { priceFallMinor: 0, priceRiseMinor: 0, creditsShareMinor: 0 },
    },
  })

type SendOptions = { slug?: string; secret?: string; signal?: AbortSignal }

async function send(operator: ReferenceOperator, call: WalletCall, options: SendOptions = {}) {
  const { slug = 'euro', secret = EURO.outboundSecret, signal } = options
  const url = operator.walletUrl(slug)
  const body = JSON.stringify(call)
  const timestamp = Math.floor(Date.now() / 1000)
  const signed = sign({ secret, method: 'POST', path: new URL(url).pathname, body, timestamp })
  const headers: Record<string, string> = { ...signed.headers, 'content-type': 'application/json' }
  if ('idempotencyKey' in call) headers['idempotency-key'] = call.idempotencyKey
  return fetch(url, { method: 'POST', headers, body, ...(signal ? { signal } : {}) })
}

async function decided(operator: ReferenceOperator, call: WalletCall, options?: SendOptions) {
  const response = await send(operator, call, options)
  assert.equal(response.status, 200)
  return (await response.json()) as WalletMoneyReply & { balanceMinor?: number }
}

const refusal = (errorCode: string) => ({ accepted: false, errorCode })

suite('the reference wallet', () => {
  test('an accepted debit moves the balance and stands in the ledger', async (t) => {
    const operator = await start(t)
    const call = debit(250)
    const reply = await decided(operator, call)
    assert.ok(reply.accepted)
    assert.equal(reply.balanceAfterMinor, 100_000 - 250)
    assert.equal(operator.wallet.balance('euro', 'ann', 'EUR'), 99_750)
    const [opening, entry] = operator.wallet.ledger('euro', 'ann')
    assert.deepEqual([opening?.type, opening?.amountMinor], ['opening', 100_000])
    const { type, amountMinor, currency, balanceAfterMinor, reference } = entry!
    assert.deepEqual([type, amountMinor, currency, balanceAfterMinor], ['debit', -250, 'EUR', 99_750])
    assert.deepEqual(reference, 'reference' in call && call.reference)
  })

  test('a repeated key gets the first reply again and moves nothing, twenty times at once', async (t) => {
    const operator = await start(t)
    const call = debit(400)
    const replies = await Promise.all(Array.from({ length: 20 }, () => decided(operator, call)))
    for (const reply of replies) assert.deepEqual(reply, replies[0])
    assert.equal(operator.wallet.balance('euro', 'ann', 'EUR'), 99_600)
    assert.equal(operator.wallet.ledger('euro', 'ann').filter(({ type }) => type === 'debit').length, 1)
    await decided(operator, debit(100))
    assert.deepEqual(await decided(operator, call), replies[0])
  })

  test('a key that was accepted for other money is a conflict', async (t) => {
    const operator = await start(t)
    const call = debit(400)
    await decided(operator, call)
    const others = [{ amountMinor: 401 }, { currency: 'USD' }, { playerExternalId: 'bob' }, { type: 'wallet.credit' }]
    for (const other of others) {
      const reply = await decided(operator, { ...call, ...other } as WalletCall)
      assert.deepEqual(reply, refusal('IDEMPOTENCY_CONFLICT'), JSON.stringify(other))
    }
    assert.equal(operator.wallet.ledger('euro').filter(({ type }) => type !== 'opening').length, 1)
  })

  test('there is no overdraft, and a refused key may be tried again later', async (t) => {
    const operator = await start(t)
    operator.wallet.setBalance('euro', 'ann', 'EUR', 100)
    const call = debit(101)
    assert.deepEqual(await decided(operator, call), refusal('INSUFFICIENT_FUNDS'))
    assert.equal(operator.wallet.balance('euro', 'ann', 'EUR'), 100)
    operator.wallet.topUp('euro', 'ann', 'EUR', 1)
    const reply = await decided(operator, call)
    assert.ok(reply.accepted && reply.balanceAfterMinor === 0)
  })

  test('a blocked player neither spends nor cashes back, and still gets a refund', async (t) => {
    const operator = await start(t)
    operator.wallet.setBlocked('euro', 'ann', true)
    const balance: WalletCall = { type: 'wallet.balance', playerExternalId: 'ann', currency: 'EUR' }
    assert.deepEqual(await decided(operator, debit(1)), refusal('PLAYER_BLOCKED'))
    assert.deepEqual(await decided(operator, cashback(1)), refusal('PLAYER_BLOCKED'))
    assert.deepEqual(await decided(operator, balance), { errorCode: 'PLAYER_BLOCKED' })
    const refund = await decided(operator, money('wallet.credit', 5))
    assert.ok(refund.accepted)
    operator.wallet.setBlocked('euro', 'ann', false)
    assert.deepEqual(await decided(operator, balance), { balanceMinor: 100_005, currency: 'EUR' })
  })

  test('every currency is a balance of its own, opened in its own minor unit', async (t) => {
    const operator = await start(t)
    const read = (currency: string, options?: SendOptions) =>
      decided(operator, { type: 'wallet.balance', playerExternalId: 'ann', currency }, options)
    assert.deepEqual(await read('EUR'), { balanceMinor: 100_000, currency: 'EUR' })
    assert.deepEqual(await read('KWD'), { balanceMinor: 1_000_000, currency: 'KWD' })
    const yen = { slug: 'yen', secret: YEN.outboundSecret }
    assert.deepEqual(await read('JPY', yen), { balanceMinor: 100_000, currency: 'JPY' })
    await decided(operator, debit(300, { currency: 'USD' }))
    assert.deepEqual(await read('USD'), { balanceMinor: 99_700, currency: 'USD' })
    assert.deepEqual(await read('EUR'), { balanceMinor: 100_000, currency: 'EUR' })
  })

  test('operators share neither players nor keys', async (t) => {
    const operator = await start(t)
    const call = debit(500, { currency: 'JPY' })
    await decided(operator, call)
    await decided(operator, { ...call, amountMinor: 700 } as WalletCall, { slug: 'yen', secret: YEN.outboundSecret })
    assert.equal(operator.wallet.balance('euro', 'ann', 'JPY'), 99_500)
    assert.equal(operator.wallet.balance('yen', 'ann', 'JPY'), 99_300)
  })

  test('a call without the right signature, or with a broken amount, moves nothing', async (t) => {
    const operator = await start(t)
    assert.equal((await send(operator, debit(5), { secret: YEN.outboundSecret })).status, 401)
    for (const amountMinor of [0, -5, 1.5, 2 ** 53]) {
      assert.equal((await send(operator, debit(amountMinor))).status, 422)
    }
    assert.deepEqual(operator.wallet.ledger('euro'), [])
  })

  test('a credit that would leave the safe integers is refused', async (t) => {
    const operator = await start(t)
    const reply = await decided(operator, money('wallet.credit', Number.MAX_SAFE_INTEGER))
    assert.deepEqual(reply, refusal('BALANCE_LIMIT'))
  })

  test('money and keys outlive the process, and the ledger can neither change nor shrink', async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), 'wallet-'))
    t.after(() => rmSync(dataDir, { recursive: true }))
    const call = debit(123)
    const first = await start(t, { dataDir })
    const reply = await decided(first, call)
    await first.close()
    const second = await start(t, { dataDir })
    assert.deepEqual(await decided(second, call), reply)
    assert.equal(second.wallet.balance('euro', 'ann', 'EUR'), 99_877)
    const database = new DatabaseSync(join(dataDir, 'wallet.sqlite'))
    assert.throws(() => database.exec('update ledger set amount_minor = 1'), /never changes/)
    assert.throws(() => database.exec('delete from ledger'), /never shrinks/)
    database.close()
  })
})

suite('faults of the wallet', () => {
  test('a rule is for the calls it names, as often as it says', async (t) => {
    const operator = await start(t)
    const seen: string[] = []
    operator.wallet.onCall = ({ type, playerExternalId }) => seen.push(`${type} ${playerExternalId}`)
    const fault = faults.refuse('LIMIT_REACHED')
    operator.wallet.faults.push({ when: { type: 'wallet.debit', player: 'ann' }, times: 1, fault })
    assert.ok((await decided(operator, debit(1, { playerExternalId: 'bob' }))).accepted)
    assert.ok((await decided(operator, cashback(1))).accepted)
    const call = debit(1)
    assert.deepEqual(await decided(operator, call), refusal('LIMIT_REACHED'))
    assert.ok((await decided(operator, call)).accepted)
    assert.deepEqual(seen, ['wallet.debit bob', 'wallet.credit ann', 'wallet.debit ann', 'wallet.debit ann'])
  })

  const lost = [
    ['status 500', faults.serverError, async (reply: Promise<Response>) => assert.equal((await reply).status, 500)],
    ['garbage', faults.garbage, async (reply: Promise<Response>) => assert.rejects((await reply).json(), SyntaxError)],
    [
      'accepted as text',
      faults.acceptedAsText,
      async (reply: Promise<Response>) =>
        assert.equal(((await (await reply).json()) as { accepted: unknown }).accepted, 'true'),
    ],
    ['a reset', faults.reset, (reply: Promise<Response>) => assert.rejects(reply, TypeError)],
    ['silence', faults.hang, (reply: Promise<Response>) => assert.rejects(reply, { name: 'AbortError' })],
  ] as const

  for (const [name, fault, check] of lost) {
    test(`${name} hides whether the money moved`, async (t) => {
      for (const apply of [false, true]) {
        const operator = await start(t)
        operator.wallet.faults.push({ times: 1, fault: fault({ apply }) })
        const call = debit(10)
        const hangUp = new AbortController()
        const checked = check(send(operator, call, { signal: hangUp.signal }))
        const isMet = () => operator.wallet.calls('euro').some(({ decision }) => !apply || decision !== null)
        await eventually(isMet, 'the wallet has the call')
        if (name === 'silence') hangUp.abort()
        await checked
        const isApplied = operator.wallet.ledger('euro').some(({ type }) => type === 'debit')
        assert.equal(isApplied, apply)
        const reply = await decided(operator, call)
        assert.ok(reply.accepted && reply.balanceAfterMinor === 99_990)
      }
    })
  }

  test('a slow wallet answers honestly after the wait', async (t) => {
    const clock = makeTestClock()
    const operator = await start(t, { clock })
    operator.wallet.faults.push({ times: 1, fault: faults.slow(9_000) })
    const reply = decided(operator, debit(1))
    await eventually(() => operator.wallet.faults.length === 0, 'the call came')
    await clock.pass(9_000)
    assert.ok((await reply).accepted)
  })

  test('a fault cannot move money without a signature', async (t) => {
    const operator = await start(t)
    operator.wallet.faults.push({ fault: faults.serverError({ apply: true }) })
    await send(operator, debit(1), { secret: 'wrong' })
    assert.deepEqual(operator.wallet.ledger('euro'), [])
  })
})
