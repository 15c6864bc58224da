import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import { commandLine } from '../support/command-line.ts'
import { ADDRESS, shipped, told } from '../support/shipping.ts'
import { shippingCatalogue } from '../support/shipping-world.ts'
import { type SureKey, win } from '../support/sure-boxes.ts'
import { startWorld } from '../support/world.ts'

const MASTER_KEY = '0123456789abcdef'.repeat(4)

/** A casino that ships, and the command line as processes of their own on its database. */
async function start(t: TestContext) {
  const catalogue = shippingCatalogue({ costs: { mug: 300, crown: 700, keepsake: 0 }, stock: { mug: 1 } })
  const environment = { COFFER_MASTER_KEY: MASTER_KEY }
  const world = await startWorld(t, { operators: { aurum: { catalogue }, beryl: {} }, environment })
  const { operator } = world
  const player = await world.play(operator, 'ann')
  const { coffer, file } = commandLine(t, world.databaseUrl, environment)
  return {
    ...{ world, operator, player, coffer, file },
    order: async (...keys: SureKey[]) => {
      const { items } = await win(operator, player, ...keys)
      return shipped(
        player,
        items.map((item) => item.id),
      )
    },
    of: (...words: string[]) => coffer(...words, '--operator', operator.slug),
    /** The result of a command that succeeds, for the operator. */
    json: async (...words: string[]) => {
      const { code, out, err } = await coffer(...words, '--operator', operator.slug, '--json')
      assert.equal(code, 0, err)
      return JSON.parse(out)
    },
    balance: async () => (await player.call<{ balanceMinor: number }>('balance')).body.balanceMinor,
  }
}

test('the desk lists orders, looks at one, and saves what has become of it', async (t) => {
  const { world, player, order, of, json, file, operator } = await start(t)
  const first = await order('mug', 'mug')
  const second = await order('keepsake')
  const ben = await world.play(operator, 'ben')
  const [bens] = (await win(operator, ben, 'crown')).items
  const third = await shipped(ben, [bens!.id])
  const listed = async (...words: string[]) =>
    (await json('order', 'list', ...words)).orders.map((one: { publicId: string }) => one.publicId)

  assert.deepEqual(await listed(), [third.publicId, second.publicId, first.publicId])
  assert.deepEqual(await listed('--player', 'ann'), [second.publicId, first.publicId])
  const page = await json('order', 'list', '--limit', '2')
  assert.deepEqual(await listed('--limit', '2', '--cursor', page.cursor.next), [first.publicId])
  const words = await of('order', 'list', '--limit', '1', '--player', 'ann')
  assert.match(
    words.out,
    new RegExp(`^${second.publicId}  pending .* 1 item, EUR 15.00\nThere are more: --cursor \\S+\n$`),
  )

  const { order: shown } = await json('order', 'show', first.publicId)
  assert.deepEqual([shown.publicId, shown.realizedTotalCostMinor, shown.address], [first.publicId, null, ADDRESS])
  const said = (await of('order', 'show', first.publicId)).out
  for (const part of ['is pending', '1 Quay Street', 'ann@example.test', 'EUR 9.00', 'waits for stock', 'EUR 3.00']) {
    assert.ok(said.includes(part), said)
  }

  const address = file('address.json', { ...ADDRESS, line1: '2 Quay Street' })
  const moved = await json('order', 'set', first.publicId, '--address', address, '--note', 'Ring twice')
  assert.deepEqual([moved.changes, moved.order.address.line1], [['address', 'details'], '2 Quay Street'])
  await json('order', 'set', first.publicId, '--status', 'processing')
  const url = 'https://dhl.example/T1'
  const sent = await of(
    ...['order', 'set', first.publicId, '--status', 'shipped', '--carrier', 'DHL', '--tracking', 'T1'],
    ...['--tracking-url', url, '--realized-cost', '412', '--note', ''],
  )
  const notice = 'status, tracking, backorder, details'
  assert.equal(sent.out, `Saved: ${first.publicId} is shipped. The notice tells of ${notice}.\n`)
  const { order: now } = await json('order', 'show', first.publicId)
  assert.deepEqual(
    [now.status, now.carrier, now.trackingNumber, now.trackingUrl, now.realizedTotalCostMinor, now.userNotes],
    ['shipped', 'DHL', 'T1', url, 412, null],
  )
  assert.deepEqual(await listed('--status', 'shipped, delivered'), [first.publicId])
  assert.equal(
    (await of('order', 'set', first.publicId, '--carrier', 'DHL')).out,
    `Nothing changed: ${first.publicId} is shipped.\n`,
  )
  assert.deepEqual(await told(world, first), ['created', 'address+details', 'status', notice.replaceAll(', ', '+')])
  assert.equal((await of('order', 'list', '--status', 'returned')).out, 'There are no such orders.\n')
  assert.equal(player.externalId, 'ann')
})

test('a cancel by the desk gives the fee back from there, once, and says what goes back', async (t) => {
  const { world, operator, order, of, json, balance } = await start(t)
  const paid = await order('crown')
  const free = await order('keepsake')
  const before = await balance()
  const { out } = await of('order', 'cancel', paid.publicId)
  assert.equal(
    out,
    `${paid.publicId} is cancelled; its items are free in the vault. EUR 7.00 went back to the player\u2019s wallet.\n`,
  )
  assert.equal(await balance(), before + 700)
  const again = await json('order', 'cancel', paid.publicId)
  assert.deepEqual([again.order.status, again.balanceAfterMinor, await balance()], ['cancelled', null, before + 700])
  assert.match((await of('order', 'cancel', free.publicId)).out, /charged nothing, so nothing goes back/)
  assert.deepEqual(await told(world, paid), ['created', 'cancelled back 700'])
  assert.deepEqual(await told(world, free), ['created', 'cancelled back 0'])

  const late = await order('crown')
  const unpaid = await balance()
  world.casino.wallet.faults.push({ times: 1, fault: faults.serverError({ apply: false }) })
  const asked = await of('order', 'cancel', late.publicId)
  assert.match(
    asked.out,
    /EUR 7\.00 goes back to the player’s wallet, once: the service asks until the wallet says yes/,
  )
  world.clock.advance(200_000)
  await world.tick('resolver')
  assert.equal(await balance(), unpaid + 700)
  const refunds = world.casino.wallet.ledger(operator.slug).filter(({ type }) => type === 'credit')
  assert.equal(refunds.length, 2)
})

test('the desk says how many pieces there are, by key or id, and those who wait are served', async (t) => {
  const { world, operator, order, of, json } = await start(t)
  const waiting = await order('mug', 'mug')
  const itemId = operator.items.mug!
  const stock = (...words: string[]) => json('item', 'stock', '--item', ...words)
  assert.deepEqual(await stock('mug', '--add', '2'), { itemId, key: 'mug', from: 0, to: 2 })
  assert.equal(await world.tick('fill-backorders'), 1)
  assert.deepEqual(await told(world, waiting), ['created', 'backorder'])
  assert.deepEqual(await stock(String(itemId), '--set', '5'), { itemId, key: 'mug', from: 1, to: 5 })
  assert.deepEqual(await stock('mug', '--add', '-5'), { itemId, key: 'mug', from: 5, to: 0 })
  assert.equal(
    (await of('item', 'stock', '--item', 'mug', '--unlimited')).out,
    'mug: always one more, 0 in stock before.\n',
  )
  assert.equal((await of('item', 'stock', '--item', 'mug', '--unlimited')).out, 'mug: always one more, as before.\n')
})

test('nothing that a player has written moves the terminal of the desk or looks like a line of ours', async (t) => {
  const { operator, player, of, json } = await start(t)
  const [item] = (await win(operator, player, 'mug')).items
  const notes = 'Ring\n\u001b[2J\u009b1A\u202eShipping  EUR 0.00\u2028Tracking  none'
  const { publicId } = await shipped(player, [item!.id], { notes })
  const { out } = await of('order', 'show', publicId)
  assert.doesNotMatch(out, /[^\P{Cc}\n]|[\u2028\u202e]/u)
  assert.match(out, /^Note {6}Ring \[2J 1A Shipping {2}EUR 0\.00 Tracking {2}none$/m)
  assert.equal(out.match(/^Shipping /gm)?.length, 1)
  assert.equal((await json('order', 'show', publicId)).order.userNotes, notes, 'a program gets what was written')
})

test('what the desk types wrong is said in words or as JSON, changes nothing, and ends with 1', async (t) => {
  const { world, coffer, order, of, file } = await start(t)
  const { publicId } = await order('mug')
  const set = ['order', 'set', publicId]
  const stock = ['item', 'stock', '--item', 'mug']
  const mistakes: [said: RegExp, ...words: string[]][] = [
    [/no such shipping order/, 'order', 'show', `ord_${'0'.repeat(26)}`],
    [/status: a pending order can become processing/, ...set, '--status', 'delivered'],
    [/status: cannot be saved/, ...set, '--status', 'cancelled'],
    [/trackingUrl: must be an http or https address/, ...set, '--tracking-url', 'ftp://a.example'],
    [/minor units/, ...set, '--realized-cost', '4.12'],
    [/address\.city: /, ...set, '--address', file('short.json', { ...ADDRESS, city: undefined })],
    [/cannot be read/, ...set, '--address', '/nowhere.json'],
    [/--help lists it/, ...set],
    [/packed is no status: pending, /, 'order', 'list', '--status', 'packed'],
    [/There is no player nobody/, 'order', 'list', '--player', 'nobody'],
    [/--limit takes/, 'order', 'list', '--limit', '201'],
    [/cursor: /, 'order', 'list', '--cursor', 'abc'],
    [/one of --set, --add and --unlimited/, ...stock],
    [/one of --set, --add and --unlimited/, ...stock, '--set', '1', '--unlimited'],
    [/no whole number/, ...stock, '--set', '1.5'],
    [/add: would make it -1/, ...stock, '--add', '-1'],
    [/no such item/i, 'item', 'stock', '--item', 'nothing', '--set', '1'],
    [/add: is of no use/, 'item', 'stock', '--item', 'crown', '--add', '1'],
  ]
  for (const [said, ...words] of mistakes) {
    const { code, out, err } = await of(...words)
    assert.deepEqual([code, out], [1, ''], words.join(' '))
    assert.match(err, said, words.join(' '))
  }
  const machine = await of(...set, '--status', 'delivered', '--json')
  assert.deepEqual(Object.keys(JSON.parse(machine.err).error.fields), ['status'])
  const strange = await coffer('order', 'show', publicId, '--operator', 'beryl', '--json')
  assert.equal(JSON.parse(strange.err).error.code, 'ORDER_NOT_FOUND', 'another operator\u2019s desk does not see it')
  assert.match((await coffer('order', 'list', '--operator', 'nobody')).err, /There is no operator nobody/)
  await of('order', 'set', publicId, '--status', 'processing')
  const late = await of('order', 'cancel', publicId, '--json')
  assert.deepEqual([late.code, JSON.parse(late.err).error.code], [1, 'SHIPMENT_NOT_CANCELLABLE'])
  assert.deepEqual(await told(world, { publicId }), ['created', 'status'])
})
