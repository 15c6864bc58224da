import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { getMe, openSso } from '../support/admin-sso.ts'
import { signInReviewer, submitFor } from '../support/kyc.ts'
import { BRAM, ZOFIA } from '../support/kyc-people.ts'
import { sureBoxes, win } from '../support/sure-boxes.ts'
import { boxOf, startWorld } from '../support/world.ts'
import { signedDelivery } from './support/deliveries.ts'
import { checkTypes, installPacked, lend, type Sdk } from './support/packed.ts'
import { runFile, startServer } from './support/program.ts'
import { samplesOf, writeSamples } from './support/samples.ts'
import { OUTBOUND_SECRET, post, WEBHOOK_SECRET, walk } from './support/walking.ts'

const folder = await installPacked()
lend(folder, ['fastify', 'express', '@types/node', 'undici-types'])
const guide = writeSamples(folder, samplesOf('docs/operators/sdk.md'))
const readme = writeSamples(folder, samplesOf('packages/operator-sdk/README.md'))
const upgrader = writeSamples(folder, samplesOf('docs/operators/upgrader.md'))
const kyc = writeSamples(folder, samplesOf('docs/operators/kyc.md'))
const admin = writeSamples(folder, samplesOf('docs/operators/admin.md'))
const sdk: Sdk = await import(`${folder}/node_modules/@coffer/operator-sdk/index.js`)

const SECRETS = { COFFER_OUTBOUND_SECRET: OUTBOUND_SECRET, COFFER_WEBHOOK_SECRET: WEBHOOK_SECRET }

test('every sample of these guides compiles against the packed SDK, but Express, which has no types', async () => {
  const typed = [...guide, ...readme, ...upgrader, ...kyc, ...admin].filter((name) => name !== 'server-express.ts')
  assert.ok(typed.length >= 9)
  const checked = await checkTypes(folder, typed)
  assert.ok(checked.ok, checked.output)
})

for (const name of ['server-node.ts', 'server-fastify.ts', 'server-express.ts']) {
  test(`the guide\u2019s ${name} takes wallet calls and deliveries`, async (t) => {
    const url = await startServer(t, folder, name, SECRETS)
    await walk(sdk, { wallet: `${url}/coffer/wallet`, webhooks: `${url}/coffer/webhooks` })
    if (name === 'server-node.ts') return
    const order = await post(`${url}/orders`, { 'content-type': 'application/json' }, '{"a":1}')
    assert.deepEqual(order, { status: 200, body: { received: { a: 1 } } })
  })
}

test('the guide\u2019s webhook sample does again what threw before, and nothing twice that was done', async () => {
  const script = `import { webhooks } from './webhooks.ts'
const [first] = JSON.parse(process.env.DELIVERIES)
const say = console.log
let told = 0
console.error = () => {}
console.log = () => { told += 1; if (told === 1) throw new Error('the work failed') }
const statuses = []
for (const { headers, body } of [first, first, first]) {
  const answer = await webhooks({ method: 'POST', path: '/webhooks', headers, body: Buffer.from(body) })
  statuses.push(answer.status)
}
say(statuses.join(' '), 'told', told)`
  writeSamples(folder, new Map([['run-webhooks.ts', script]]))
  const env = { ...SECRETS, DELIVERIES: JSON.stringify([signedDelivery([WEBHOOK_SECRET])]) }
  assert.match(await runFile(folder, 'run-webhooks.ts', env), /^500 200 200 told 2\n/)
})

test('the guide\u2019s copy of an order follows the newest notice, whichever comes last', async () => {
  const notice = (status: string, occurredAt: string, changes: string[], refunded: number | null = null) => {
    const order = { publicId: 'ord_1', status }
    return { order, occurredAt: `2024-06-03T12:00:0${occurredAt}Z`, changes, shippingRefundedMinor: refunded }
  }
  const notices = [
    notice('processing', '2.000', ['status']),
    notice('pending', '1.999', ['created']),
    notice('shipped', '2.001', ['status', 'tracking']),
    notice('cancelled', '1.000', ['cancelled'], 0),
    notice('cancelled', '1.000', ['cancelled'], 490),
  ]
  const script = `import { orders, takeNotice } from './notices.ts'
for (const notice of JSON.parse(process.env.NOTICES)) {
  takeNotice(notice)
  console.log(orders.get('ord_1').order.status)
}`
  writeSamples(folder, new Map([['run-notices.ts', script]]))
  const output = await runFile(folder, 'run-notices.ts', { NOTICES: JSON.stringify(notices) })
  const refund = 'refund your charge for ord_1'
  assert.deepEqual(output.trim().split('\n'), [
    ...['processing', 'processing', 'shipped'],
    ...[refund, 'shipped', 'shipped'],
  ])
})

test('the guide\u2019s first box is opened at a real service, and its round is checked', async (t) => {
  const world = await startWorld(t)
  const { keyId, keySecret } = world.operator
  const env = { COFFER_URL: world.baseUrl, COFFER_KEY_ID: keyId, COFFER_KEY_SECRET: keySecret }
  const output = await runFile(folder, 'open-a-box.ts', env)
  assert.match(output, /play it in an iframe within a minute: http/)
  const publicId = /or open it from here: (rnd_\w+)/.exec(output)?.[1] as string
  const script = `import { check } from './check-a-round.ts'; console.log(await check('${publicId}'))`
  writeSamples(folder, new Map([['run-check.ts', script]]))
  assert.match(await runFile(folder, 'run-check.ts', env), /^unrevealed: (\d+) of \1 checks hold/)

  const { boxVersionId } = boxOf(world.operator)
  const sell = `import { sellBox } from './sell-a-box.ts'
const order = { id: 'o-1', player: 'u_2', boxVersionId: ${boxVersionId} }
console.log(await sellBox(order) === await sellBox(order), await sellBox({ ...order, id: 'o-2', boxVersionId: 999999 }))`
  writeSamples(folder, new Map([['run-sell.ts', sell]]))
  assert.match(await runFile(folder, 'run-sell.ts', env), /^true refused: UNKNOWN_BOX, see http/)

  // Of the first call nobody knows whether it took the money, and the repeat is refused.
  world.casino.wallet.faults.push({ when: {}, times: 1, fault: faults.reset() })
  world.casino.wallet.faults.push({ when: {}, times: 1, fault: faults.refuse('INSUFFICIENT_FUNDS') })
  const doubt = `import { sellBox } from './sell-a-box.ts'
console.log(await sellBox({ id: 'o-3', player: 'u_2', boxVersionId: ${boxVersionId} }))`
  writeSamples(folder, new Map([['run-doubt.ts', doubt]]))
  assert.equal(await runFile(folder, 'run-doubt.ts', env), 'refused, and what was taken goes back\n')
})

test('the guide\u2019s order is placed at a real service, and what cannot be sent is told', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { settings: { 'shipping.minShipmentValueMinor': 1000 } } } })
  const { keyId, keySecret, coffer, items } = world.operator
  const buy = async (clientActionId: string) => {
    const wish = { playerExternalId: 'u_1', clientActionId, itemId: items['sample-physical']! }
    return (await coffer.buyWithNuggets(wish)).item.id
  }
  const [one, other] = [await buy('one'), await buy('other')]
  const script = `import { ship } from './ship.ts'
console.log(await ship('u_1', [${one}]))
console.log(await ship('u_1', [${one}, ${other}]))
console.log(await ship('u_1', [${one}, ${other}]))`
  writeSamples(folder, new Map([['run-ship.ts', script]]))
  const env = { COFFER_URL: world.baseUrl, COFFER_KEY_ID: keyId, COFFER_KEY_SECRET: keySecret }
  const lines = (await runFile(folder, 'run-ship.ts', env)).split('\n')
  assert.equal(lines[0], 'nothing was ordered: 1000 is the least')
  assert.match(lines[1]!, /^ord_\w+ is pending$/)
  assert.match(lines[2]!, /^refused: INVENTORY_NOT_SHIPPABLE \{"/)
})

test('the guide of the admin redirects a member of staff into it, at a real service', async (t) => {
  const world = await startWorld(t, { wallet: false })
  const { keyId, keySecret } = world.operator
  const env = { COFFER_URL: world.baseUrl, COFFER_KEY_ID: keyId, COFFER_KEY_SECRET: keySecret }
  const url = await startServer(t, folder, 'open-admin.ts', env)
  const { status, headers } = await fetch(`${url}/open-admin`, { method: 'POST', redirect: 'manual' })
  assert.equal(status, 303)
  const { cookie } = await openSso(world, headers.get('location')!)
  const { body } = await getMe(world, cookie)
  assert.equal((body.staff as { displayName: string }).displayName, 'Jane Doe')
})

test('the guide of campaigns gives a player free opens at a real service, and reports them', async (t) => {
  const world = await startWorld(t)
  const samples = writeSamples(folder, samplesOf('docs/operators/campaigns.md'))
  const checked = await checkTypes(folder, samples)
  assert.ok(checked.ok, checked.output)
  const { keyId, keySecret } = world.operator
  const env = { COFFER_URL: world.baseUrl, COFFER_KEY_ID: keyId, COFFER_KEY_SECRET: keySecret }
  const script = `import { report, welcome } from './give-free-opens.ts'
const again = () => welcome('welcome', ${boxOf(world.operator).boxId}, ['u_1', 'u_2'])
console.log(await again(), await again(), await report('welcome'))`
  writeSamples(folder, new Map([['run-campaign.ts', script]]))
  const output = await runFile(folder, 'run-campaign.ts', env)
  assert.match(output, /^active active welcome is active\nu_1: 0 used, 3 left\nu_2: 0 used, 3 left/)
})

test('the guide of the Upgrader plays an amount and a thing at a real service, and each click once', async (t) => {
  const { items, boxes } = sureBoxes()
  const lamp = { key: 'lamp', name: 'Lamp', type: 'physical' as const, valueMinor: 1800, upgraderPrize: true }
  const catalogue = { items: [...items, lamp], boxes }
  const settings = { enabledGames: ['mystery_box', 'upgrader'] }
  const world = await startWorld(t, { operators: { aurum: { catalogue, settings } } })
  const { keyId, keySecret, slug, coffer } = world.operator
  const ann = await world.play(world.operator, 'ann')
  const [thing] = (await win(world.operator, ann, 'keepsake')).items
  const script = `import { launchUpgrader } from './launch-upgrader.ts'
import { dearest, upgrade } from './upgrade.ts'
const amount = { player: 'ann', chanceBps: 5000, wagerMinor: 1000 }
const thing = { player: 'ann', chanceBps: 7500, stakeItemIds: [${thing!.id}] }
console.log(await launchUpgrader('ann'))
for (const [click, wish] of [['a', amount], ['b', thing]]) {
  const prize = await dearest(wish)
  console.log(await upgrade(click, wish, prize))
  console.log(await upgrade(click, wish, prize))
}
console.log(await dearest({ ...amount, wagerMinor: 600 }))
console.log(await upgrade('c', { ...amount, chanceBps: 1 }, 1))`
  writeSamples(folder, new Map([['run-upgrade.ts', script]]))
  const env = { COFFER_URL: world.baseUrl, COFFER_KEY_ID: keyId, COFFER_KEY_SECRET: keySecret }
  const lines = (await runFile(folder, 'run-upgrade.ts', env)).trim().split('\n')
  assert.match(lines[0]!, /\/play#token=lt_/)
  assert.match(lines[1]!, /^rolled \d+, below 5000 wins: (won Lamp|nothing won)$/)
  assert.equal(lines[2], lines[1])
  assert.match(lines[3]!, /^rolled \d+, below 7500 wins: (won Lamp|nothing won)$/)
  assert.equal(lines[4], lines[3], 'a click whose things are gone is told again too')
  assert.deepEqual(lines.slice(5), ['null', 'refused: UPGRADER_CHANCE_INVALID'])
  const { rounds } = await coffer.listRounds({ playerExternalId: 'ann' })
  const played = rounds.filter(({ mode }) => mode !== undefined)
  assert.deepEqual(
    played.map(({ mode, betMinor }) => [mode, betMinor]),
    [
      ['items', 1500],
      ['balance', 1000],
    ],
  )
  assert.equal(world.casino.wallet.ledger(slug).filter(({ amountMinor }) => amountMinor === -1000).length, 1)
})

test('the guides of verifications mint a link at a real service, say when there is none to mint, and open a re-verification once', async (t) => {
  const world = await startWorld(t, { operators: { aurum: { settings: { 'kyc.enabled': true } } } })
  const { operator } = world
  const { keyId, keySecret } = operator
  const env = { COFFER_URL: world.baseUrl, COFFER_KEY_ID: keyId, COFFER_KEY_SECRET: keySecret }
  const reviewer = await signInReviewer(world)
  await submitFor(world, operator, 'ann', ZOFIA)
  await reviewer.decide(await submitFor(world, operator, 'ben', BRAM), 'confirmed')
  const script = `import { coffer } from './coffer.ts'
import { reverify } from './reverify.ts'
import { verificationLink } from './verify-a-player.ts'
import { linkFor } from './readme-kyc.ts'
const email = 'someone@players.example'
console.log(await verificationLink('ann', email))
console.log((await verificationLink('cleo', email)) !== (await linkFor(coffer, 'cleo', email)))
for (const player of ['ben', 'ben', 'ann', 'cleo', 'dora']) console.log(await reverify(coffer, player, 'quokka-reason'))`
  writeSamples(folder, new Map([['run-kyc.ts', script]]))
  const lines = (await runFile(folder, 'run-kyc.ts', env)).trim().split('\n')
  const [opened, again] = [/^opened (\d+)$/.exec(lines[2]!)![1], /^(\d+) is open already$/.exec(lines[3]!)![1]]
  assert.equal(opened, again)
  assert.deepEqual(lines.slice(0, 2), ['null', 'true'])
  const never = 'not verified: mint a link instead'
  assert.deepEqual(
    lines.slice(4),
    [never, never, never],
    'who was never confirmed is not verified again, open request or not',
  )
})
