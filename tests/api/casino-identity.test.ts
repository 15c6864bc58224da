import assert from 'node:assert/strict'
import { suite, type TestContext, test } from 'node:test'
import { type ReferenceOperator, startReferenceOperator } from '@coffer/reference-operator'
import { ENDPOINT_SECRET, eventOf, postDelivery } from '../support/signed-delivery.ts'

const EURO = {
  ...{ slug: 'euro', currency: 'EUR', keyId: 'ck_1', keySecret: 'key-secret', outboundSecret: 'outbound-secret' },
  webhookSecret: ENDPOINT_SECRET,
}
const ADA = {
  ...{ legalName: 'Ada Q. Tester', dateOfBirth: '1990-12-10', taxId: 'QQ-123456-C' },
  ...{ addressLine1: '7 Sample Street', addressLine2: null, addressCity: 'Bath', addressState: null },
  ...{ addressPostalCode: 'BA1 1AA', addressCountry: 'GB' },
}
const MOVED = { ...ADA, addressLine1: '9 Other Road' }

type Change = { requestId: number; status: string; second?: number; identity?: typeof ADA | null; retryable?: boolean }

/** A change as Coffer tells it; the moment is what orders them. */
function changeOf({ requestId, status, second = 0, identity = null, retryable }: Change) {
  const at = (after: number) => new Date(Date.UTC(2024, 5, 3, 12, 0, second + after)).toISOString()
  const verdict = status === 'CONFIRMED' ? 'confirmed' : status === 'REJECTED' ? 'rejected' : null
  const reasons = status === 'REJECTED' ? [retryable ? 'DOCUMENT_UNREADABLE' : 'FORGERY'] : []
  const payload = {
    ...{ dataVersion: 2, occurredAt: at(0), requestId, playerExternalId: 'ann', status, verdict, reasons, identity },
    ...{ submittedAt: status === 'PENDING' ? null : at(0), decidedAt: verdict && at(0), retryable: retryable ?? null },
  }
  return eventOf(`kyc:${requestId}:${status}`, 'kyc_status_changed', payload)
}

async function start(t: TestContext) {
  const casino = await startReferenceOperator({
    ...{ port: 0, dataDir: ':memory:', baseUrl: 'http://127.0.0.1:9', operators: [EURO] },
  })
  t.after(() => casino.close())
  let count = 0
  const hear = async (change: Change) => {
    count += 1
    const wish = { event: changeOf(change), deliveryId: `whd_${count}` }
    assert.equal((await postDelivery(casino.webhookUrl('euro'), wish)).status, 200)
  }
  const standing = async () => (await site<{ standing: string }>(casino, 'GET', 'identity?player=ann')).standing
  return { casino, hear, standing }
}

async function site<T>(casino: ReferenceOperator, method: string, name: string, body?: object): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const sent = body && { body: JSON.stringify(body) }
  return (await fetch(`${casino.url}/c/euro/api/${name}`, { method, headers, ...sent })).json() as Promise<T>
}

suite('what a casino knows of its players', () => {
  test('a player sees how they stand at every step, and a verification that staff asked for changes nothing until they are told', async (t) => {
    const { casino, hear, standing } = await start(t)
    assert.equal(await standing(), 'none')
    const steps: [Change, string][] = [
      [{ requestId: 1, status: 'PENDING' }, 'started'],
      [{ requestId: 1, status: 'SUBMITTED', second: 1 }, 'reviewing'],
      [{ requestId: 1, status: 'REJECTED', second: 2, retryable: true }, 'again'],
      [{ requestId: 2, status: 'PENDING' }, 'started'],
      [{ requestId: 2, status: 'SUBMITTED', second: 1 }, 'reviewing'],
      [{ requestId: 2, status: 'CONFIRMED', second: 2, identity: ADA }, 'verified'],
      [{ requestId: 3, status: 'PENDING' }, 'verified'],
    ]
    for (const [change, expected] of steps) {
      await hear(change)
      assert.equal(await standing(), expected, `${change.requestId} ${change.status}`)
    }
    await site(casino, 'POST', 'identity/invite', { player: 'ann' })
    assert.equal(await standing(), 'asked')
    await hear({ requestId: 3, status: 'SUBMITTED', second: 1 })
    assert.equal(await standing(), 'reviewing')
    await hear({ requestId: 3, status: 'REJECTED', second: 2, retryable: false })
    assert.equal(await standing(), 'refused')
    const late = await site<{ error: { code: string } }>(casino, 'POST', 'identity/invite', { player: 'ann' })
    assert.equal(late.error.code, 'NOTHING_OPEN')
  })

  test('of events that overtake each other or come twice the newest counts, for each verification by itself', async (t) => {
    const { casino, hear, standing } = await start(t)
    await hear({ requestId: 1, status: 'CONFIRMED', second: 9, identity: ADA })
    await hear({ requestId: 1, status: 'SUBMITTED', second: 5 })
    await hear({ requestId: 1, status: 'PENDING' })
    await hear({ requestId: 1, status: 'PENDING', second: 20 })
    assert.equal(await standing(), 'verified')
    const copies = casino.inbox.verifications('euro', 'ann')
    assert.deepEqual(
      copies.map(({ requestId, status }) => [requestId, status]),
      [[1, 'CONFIRMED']],
    )
    assert.equal(casino.inbox.list('euro')[0]!.verdict, 'duplicate')
  })

  test('who a player is stays known until a later verification says it anew: nothing that says less takes it away', async (t) => {
    const { casino, hear } = await start(t)
    const known = () => casino.inbox.identity('euro', 'ann')
    assert.equal(known(), null)
    await hear({ requestId: 4, status: 'CONFIRMED', identity: ADA })
    await hear({ requestId: 5, status: 'CONFIRMED', second: 1, identity: null })
    await hear({ requestId: 6, status: 'REJECTED', second: 2, retryable: false })
    assert.deepEqual(known(), { requestId: 4, identity: ADA })
    await hear({ requestId: 8, status: 'CONFIRMED', second: 3, identity: MOVED })
    await hear({ requestId: 7, status: 'CONFIRMED', second: 4, identity: ADA })
    assert.deepEqual(known(), { requestId: 8, identity: MOVED }, 'what comes late is older')
    assert.equal(casino.inbox.identity('euro', 'ben'), null)
  })

  test('the inspector of deliveries and the log of signed calls hide what is personal until somebody asks to see it', async (t) => {
    const { casino, hear } = await start(t)
    await hear({ requestId: 1, status: 'CONFIRMED', identity: ADA })
    type Shown = { arrival: { body: string; personal: string } }
    const { arrivalId } = casino.inbox.list('euro')[0]!
    const name = `webhooks/arrival?arrivalId=${arrivalId}`
    const { arrival } = await site<Shown>(casino, 'GET', name)
    const { identity, ...rest } = JSON.parse(arrival.body).payload
    assert.deepEqual([arrival.personal, rest.requestId, identity.addressLine2], ['masked', 1, null])
    for (const value of Object.values(ADA)) if (value) assert.equal(arrival.body.includes(value), false)
    const shown = (await site<Shown>(casino, 'GET', `${name}&personal=show`)).arrival
    assert.deepEqual([shown.personal, JSON.parse(shown.body).payload.identity], ['shown', ADA])
    assert.equal(JSON.stringify(await site(casino, 'GET', 'webhooks')).includes(ADA.legalName), false)

    // Nobody answers at the service's address: what was to be sent is noted all the same.
    const [email, reason] = ['ada@person.test', 'A new name in the papers']
    await site(casino, 'POST', 'identity/session', { player: 'ann', email, locale: 'en' })
    await site(casino, 'POST', 'identity/email', { player: 'ann', email })
    await site(casino, 'POST', 'identity/reverify', { player: 'ann', reason })
    const { calls } = await site<{ calls: { callId: number }[] }>(casino, 'GET', 'signed-calls')
    assert.equal(calls.length, 3)
    for (const { callId } of calls) {
      const one = async (more = '') => {
        type Call = { call: { body: string; personal: string } }
        return (await site<Call>(casino, 'GET', `signed-calls/one?callId=${callId}${more}`)).call
      }
      const masked = await one()
      assert.deepEqual([masked.personal, /person\.test|new name/.test(masked.body)], ['masked', false], masked.body)
      assert.match((await one('&personal=show')).body, /ada@person\.test|A new name/)
    }
  })
})
