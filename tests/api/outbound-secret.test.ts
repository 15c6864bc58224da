import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createWalletHandler, sign } from '@coffer/operator-sdk'
import { Hidden } from '@coffer/service/kernel'
import { makeSealer, sealedPlace, systemRandom } from '@coffer/service/platform'
import {
  type Operator,
  OUTBOUND_SECRET,
  outboundSecret,
  PREVIOUS_OUTBOUND_SECRET,
} from '../../service/src/operators/index.ts'
import { commandLine } from '../support/command-line.ts'
import { openBody, startWorld } from '../support/world.ts'

const HOUR_MS = 3_600_000

test('a wallet’s secret is replaced without one call that fails: the old one signs until the overlap ends, then the new one', async (t) => {
  const world = await startWorld(t)
  const { operator, casino, clock } = world
  const masterKey = world.service.ctx.config.masterKey!.reveal().toString('hex')
  // The command's clock is the machine's; the world's begins at the same moment.
  const { json } = commandLine(t, world.databaseUrl, { COFFER_MASTER_KEY: masterKey })
  // A session of its own for each: hours pass between them.
  const open = async (name: string) => {
    const player = await world.play(operator, name.replaceAll(' ', '-'))
    return (await player.open(openBody(operator, 'click'))).status
  }
  const told = (outboundSecret: string | string[]) =>
    casino.addOperator({ ...operator, outboundSecret, name: 'Aurum', casinoUrl: `${casino.url}/c/aurum` })

  const made = await json('operator', 'rotate-secret', 'aurum', '--overlap-hours', '2')
  assert.match(made.outboundSecret, /^whs_/)
  assert.notEqual(made.outboundSecret, operator.outboundSecret)
  assert.equal((await json('operator', 'show', 'aurum')).operator.oldSecretEndsAt, made.oldEndsAt)
  assert.equal(await open('untold'), 200, 'a wallet that knows the old one alone')
  told([made.outboundSecret, operator.outboundSecret])
  assert.equal(await open('told both'), 200)

  clock.advance(HOUR_MS)
  const again = await json('operator', 'rotate-secret', 'aurum', '--overlap-hours', '3')
  assert.equal(await open('rotated twice'), 200, 'what signs goes on signing, and the secret between is never used')
  told([again.outboundSecret, operator.outboundSecret])
  clock.advance(new Date(again.oldEndsAt).getTime() - clock.now().getTime() + 1_000)
  assert.equal(await open('the new one'), 200)
  told(again.outboundSecret)
  assert.equal(await open('the new one alone'), 200)
  told(operator.outboundSecret)
  assert.equal(await open('the old one alone'), 503)
  told(again.outboundSecret)
})

test('a secret is opened once for all calls that it signs, and anew as soon as the operator’s row holds another or its overlap ends', () => {
  const real = makeSealer({ list: () => [Buffer.alloc(32, 1)] }, systemRandom)
  let openedCount = 0
  const sealer: typeof real = {
    ...real,
    open: (sealed, place) => {
      openedCount += 1
      return real.open(sealed, place)
    },
  }
  const seal = (plain: string, column = OUTBOUND_SECRET) =>
    real.sealUnder(real.keyIds()[0]!, plain, sealedPlace(column, 7))
  // Each call reads the row anew: its bytes are the same, and never the same object.
  const secretOf = (sealed: Buffer, now = 0, previous: Buffer | null = null) => {
    const previousOutbound = previous && { sealed: new Hidden(Buffer.from(previous)), endsAt: new Date(10) }
    const operator = { operatorId: 7, outboundSecretSealed: new Hidden(Buffer.from(sealed)), previousOutbound }
    return [outboundSecret({ sealer }, operator as Operator, new Date(now)).reveal(), openedCount]
  }
  const [first, second, replaced] = [seal('first'), seal('second'), seal('first', PREVIOUS_OUTBOUND_SECRET)]
  assert.deepEqual(
    [secretOf(first), secretOf(first)],
    [
      ['first', 1],
      ['first', 1],
    ],
  )
  assert.deepEqual(
    [secretOf(second, 0, replaced), secretOf(second, 9, replaced)],
    [
      ['first', 2],
      ['first', 2],
    ],
  )
  assert.deepEqual(
    [secretOf(second, 10, replaced), secretOf(second, 11)],
    [
      ['second', 3],
      ['second', 3],
    ],
  )
  assert.deepEqual(secretOf(seal('third')), ['third', 4])
  assert.throws(() => secretOf(seal('of another', PREVIOUS_OUTBOUND_SECRET)))
  assert.equal(secretOf(second, 9, replaced)[0], 'first')
  assert.throws(() => secretOf(replaced), 'what was opened in one column opens in no other')
})

test('the handler of the SDK takes calls that are signed with any of its secrets, and no others', async () => {
  const wallet = { debit: () => ({ accepted: true as const }), credit: () => ({ accepted: true as const }), balance }
  const handler = createWalletHandler({ secret: ['new', 'old'], wallet })
  const body = Buffer.from(JSON.stringify({ type: 'wallet.balance', playerExternalId: 'u_1', currency: 'EUR' }))
  const call = (secret: string) => {
    const signed = { secret, method: 'POST', path: '/wallet', body, timestamp: Math.floor(Date.now() / 1_000) }
    return handler({ method: 'POST', path: '/wallet', headers: sign(signed).headers, body })
  }
  const statuses = await Promise.all(['new', 'old', 'other'].map(async (secret) => (await call(secret)).status))
  assert.deepEqual(statuses, [200, 200, 401])
  assert.throws(() => createWalletHandler({ secret: [], wallet }), /needs the outbound secret/)
})

const balance = () => ({ balanceMinor: 1, currency: 'EUR' })
