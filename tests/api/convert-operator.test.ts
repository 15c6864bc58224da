import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { CatalogueFile } from '@coffer/contract/catalogue-file'
import { faults } from '@coffer/reference-operator'
import { convertOperator, recordValue, setRates, verifyAuditChain } from '@coffer/service/administration'
import { Refusal } from '../../service/src/kernel/index.ts'
import { openRows, type Rows } from '../support/rows.ts'
import { sureBoxes, winBody } from '../support/sure-boxes.ts'
import { startWorld, type World } from '../support/world.ts'

const ACTOR = 'ann@casino.example'

/** Six boxes in euro, one of them archived: the mug's costs 9.68 and holds 9.00. */
function catalogue(): CatalogueFile {
  const file = sureBoxes()
  Object.assign(file.items[0]!, { shippingCostMinor: 499 })
  return file
}

/** The same, with a box gone off sale. */
const withoutBook = (): CatalogueFile => {
  const file = catalogue()
  return { ...file, boxes: file.boxes.map((box) => (box.key === 'book' ? { ...box, archived: true } : box)) }
}

async function start(t: TestContext): Promise<{ world: World; rows: Rows }> {
  const shipping = { minShipmentValueMinor: 5001, defaultCostMinor: 499 }
  const world = await startWorld(t, { operators: { aurum: { catalogue: catalogue(), settings: { shipping } } } })
  await world.catalogue(world.operator, withoutBook())
  return { world, rows: openRows(world.databaseUrl) }
}

const convert = ({ service, operator }: World, currency: string, options: object = {}) =>
  convertOperator(service.ctx, operator.operatorId, currency, { actor: ACTOR, ...options })

/** Converts, and knows the new versions from then on. */
async function convertNow(world: World, currency = 'USD') {
  const converted = await convert(world, currency)
  for (const { key, boxId, boxVersionId } of converted.boxes) world.operator.boxes[key] = { boxId, boxVersionId }
  return converted
}

const eventsAfter = (rows: Rows, eventId: number) =>
  rows.query<{ event_id: string; type: string; payload: string }>(
    'select event_id, type, payload from outbox_events where event_id > $1 order by event_id',
    [eventId],
  )

async function fieldsOf(refused: Promise<unknown>): Promise<[code: string, fields: string[]]> {
  const error = await refused.then(
    () => assert.fail('it was not refused'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof Refusal, String(error))
  return [error.code, Object.keys(error.details.fields ?? {})]
}

test('a conversion publishes every active box anew: prices up, values down, settings with them, told and audited once', async (t) => {
  const { world, rows } = await start(t)
  const { coffer, operatorId } = world.operator
  const before = world.operator.boxes.mug!.boxVersionId
  const last = Number((await eventsAfter(rows, 0)).at(-1)!.event_id)
  const revisions = () => rows.query('select * from item_revisions order by revision_id')
  const history = await revisions()
  const { boxes } = await convertNow(world)

  assert.deepEqual(
    boxes.map(({ key, priceMinor }) => [key, priceMinor.to]),
    [
      ['mug', 1049],
      ['spins', 235],
      ['dust', 118],
      ['crown', 5826],
      ['keepsake', 1748],
    ],
    '10.487312, 2.340144, 1.170072, 58.254418 and 17.475242 dollars',
  )
  const { box } = await coffer.getBox({ boxId: world.operator.boxes.mug!.boxId })
  assert.deepEqual([box.priceMinor, box.currency, box.maxPrizeMinor, box.versionNumber], [1049, 'USD', 975, 2])
  assert.deepEqual([box.prizes[0]!.valueMinor, box.prizes[0]!.currency], [975, 'USD'])
  assert.notEqual(box.boxVersionId, before)

  const config = await coffer.config()
  assert.deepEqual([config.operator.currency, config.currencies], ['USD', ['USD', 'EUR', 'JPY', 'KWD']])
  assert.deepEqual(config.shipping, { minShipmentValueMinor: 5419, defaultCostMinor: 541 })
  const { minWagerMinor, maxWagerMinor, currency } = config.upgrader
  assert.deepEqual([minWagerMinor, maxWagerMinor, currency], [109, 108_340, 'USD'], 'a default is converted too')
  const items = await rows.query(
    'select currency, value_minor::int, shipping_cost_minor::int from catalogue_items order by item_id',
  )
  assert.deepEqual(items[0], { currency: 'USD', value_minor: 975, shipping_cost_minor: 541 })
  assert.deepEqual(await revisions(), history, 'the value of an item did not move')

  const told = await eventsAfter(rows, last)
  const published = told
    .filter(({ type }) => type === 'box_version_published')
    .map(({ payload }) => JSON.parse(payload))
  assert.deepEqual(
    published.map(({ slug, priceMinor, currency }) => [slug, priceMinor, currency]),
    boxes.map(({ key, priceMinor }) => [key, priceMinor.to, 'USD']),
  )
  assert.equal(published[0].previousBoxVersionId, before)
  assert.deepEqual(
    told.filter(({ type }) => type !== 'box_version_published').map(({ type }) => type),
    ['settings_changed'],
  )
  const audited = await rows.query("select actor, details from audit_log where action = 'operator.converted'")
  assert.equal(audited.length, 1)
  const { from, to, rate, boxes: named } = audited[0]!.details
  assert.deepEqual([audited[0]!.actor, from, to, rate, named.length], [ACTOR, 'EUR', 'USD', '5417/5000', 5])
  assert.equal(
    (await world.service.ctx.tx(operatorId, (tx) => verifyAuditChain(world.service.ctx, tx, operatorId))).ok,
    true,
  )
})

test('what was won, held or charged before keeps its currency and its figures', async (t) => {
  const { world } = await start(t)
  const { operator, casino } = world
  const player = await world.play(operator, 'ann')
  const won = (await player.open(winBody(operator, 'won', 'mug'))).body.items[0]!
  const prepaid = (clientActionId: string) =>
    operator.coffer.purchase({
      playerExternalId: 'ann',
      mode: 'prepay',
      currency: 'JPY',
      ...winBody(operator, clientActionId, 'mug'),
    })
  const [kept, given] = [await prepaid('held'), await prepaid('given back')]
  assert.deepEqual([kept.round.betMinor, kept.round.currency], [1639, 'JPY'])
  casino.wallet.faults.push({ when: { type: 'wallet.debit' }, times: 1, fault: faults.serverError({ apply: true }) })
  const click = winBody(operator, 'undecided', 'mug')
  assert.equal((await player.open(click)).status, 503)
  await convertNow(world)
  await setRates(world.service.ctx, 'EUR', { USD: '2', JPY: '100' }, 'test')

  const [row] = (await player.inventory()).body.items.filter(({ id }) => id === won.id)
  assert.deepEqual([row!.valueMinor, row!.cashbackMinor, row!.currency], [900, 810, 'EUR'])
  const opened = await operator.coffer.openHeldRound({ publicId: kept.round.publicId, playerExternalId: 'ann' })
  assert.deepEqual(
    [opened.facts?.currency, opened.facts?.reels[0]],
    ['JPY', { reelIndex: 0, paidMinor: 1639, itemValueMinor: 1523, itemType: 'physical' }],
  )
  assert.deepEqual([opened.items[0]!.valueMinor, opened.items[0]!.currency], [900, 'EUR'])
  const cancelled = await operator.coffer.cancelHeldRound({
    playerExternalId: 'ann',
    roundPublicId: given.round.publicId,
  })
  assert.equal(cancelled.round.refundedMinor, 1639)
  const [refund] = casino.wallet
    .ledger(operator.slug, 'ann')
    .filter(({ idempotencyKey }) => idempotencyKey === `refund:round:${given.round.publicId}`)
  assert.deepEqual([refund!.amountMinor, refund!.currency], [1639, 'JPY'])

  const resumed = await player.open(click)
  assert.equal(resumed.status, 200, resumed.text)
  const { betMinor, payoutMinor, currency } = resumed.body.round
  assert.deepEqual([betMinor, payoutMinor, currency], [968, 900, 'EUR'])
  const paid = await player.cashBack(won.id)
  assert.deepEqual([paid.body.item.cashbackMinor, paid.body.item.currency], [810, 'EUR'])
  const fresh = await operator.coffer.purchase({ playerExternalId: 'ann', ...winBody(operator, 'fresh', 'mug') })
  assert.deepEqual([fresh.round.betMinor, fresh.round.currency, fresh.items[0]!.valueMinor], [1049, 'USD', 975])
})

test('a session that lives through a conversion is charged nothing at its old rate: it sees the price of now and pins anew', async (t) => {
  const { world } = await start(t)
  const { operator, casino } = world
  const wanted = { ann: ['EUR', 969], bob: ['USD', 1049], eve: ['JPY', 1639] } as const
  const players = await Promise.all(
    Object.entries(wanted).map(async ([name, [currency]]) => world.play(operator, name, { currency })),
  )
  const old = winBody(operator, 'old', 'mug')
  await convertNow(world)
  for (const player of players) {
    const [currency, priceMinor] = wanted[player.externalId as keyof typeof wanted]
    const superseded = await player.open(old)
    assert.deepEqual([superseded.status, superseded.body.error.code], [409, 'BOX_NOT_PLAYABLE'])
    const shown = await player.call<{ boxes: { slug: string; priceMinor: number; currency: string }[] }>('listBoxes')
    const mug = shown.body.boxes.find(({ slug }) => slug === 'mug')!
    assert.deepEqual([mug.priceMinor, mug.currency], [priceMinor, currency])
    const moved = await player.open(winBody(operator, 'moved', 'mug'))
    assert.deepEqual([moved.status, moved.body.error.code], [422, 'FX_RATE_MOVED'], moved.text)
    const { ratePinnedAt } = player.bootstrap.session
    assert.deepEqual(moved.body.error.current, { ratePinnedAt, priceMinor, currency })
    const entries = casino.wallet.ledger(operator.slug, player.externalId)
    assert.deepEqual(
      entries.map(({ type }) => type),
      ['opening'],
    )
    assert.equal((await player.call('setCurrency', { body: { currency } })).status, 200)
    const opened = await player.open(winBody(operator, 'moved', 'mug'))
    assert.deepEqual(
      [opened.status, opened.body.round.betMinor, opened.body.round.currency],
      [200, priceMinor, currency],
    )
  }
})

test('a box whose RTP leaves the bounds by the rounding is named and stops the conversion, unless staff let it', async (t) => {
  const file: CatalogueFile = {
    items: [
      { key: 'pin', name: 'Pin', type: 'digital', valueMinor: 85 },
      { key: 'cup', name: 'Cup', type: 'digital', valueMinor: 900 },
    ],
    boxes: ['pin', 'cup'].map((key) => ({
      ...{ key, slug: key, name: key, priceMinor: key === 'pin' ? 100 : 1000 },
      prizes: [{ item: key, chanceUnits: 100_000_000 }],
    })),
  }
  const world = await startWorld(t, { operators: { aurum: { catalogue: file } } })
  const rows = openRows(world.databaseUrl)
  const before = await rows.fingerprint()
  assert.deepEqual(await fieldsOf(convert(world, 'JPY')), ['VALIDATION_FAILED', ['boxes.pin.prizes']])
  const tried = await convert(world, 'JPY', { dryRun: true })
  const { boxId } = world.operator.boxes.pin!
  assert.deepEqual(tried.boxes[0], {
    ...{ key: 'pin', boxId, boxVersionId: null, isRtpOutside: true },
    priceMinor: { from: 100, to: 170 },
    rtpBps: { from: 8500, to: 8411 },
  })
  assert.equal(tried.boxes[1]!.isRtpOutside, false)
  assert.deepEqual(await rows.fingerprint(), before, 'neither changed anything')

  const converted = await convert(world, 'JPY', { allowRtpOutside: true })
  const { boxVersionId } = converted.boxes[0]!
  const audited = await rows.query("select actor, details from audit_log where action = 'catalog.rtp_overridden'")
  const named = [{ key: 'pin', boxId, boxVersionId, rtpBps: 8411 }]
  assert.deepEqual(audited, [{ actor: ACTOR, details: { minRtpBps: 8500, maxRtpBps: 9900, boxes: named } }])
})

test('a conversion that cannot be is refused in words, and changes nothing', async (t) => {
  const { world, rows } = await start(t)
  const before = await rows.fingerprint()
  assert.deepEqual(await fieldsOf(convert(world, 'EUR')), ['VALIDATION_FAILED', ['currency']])
  assert.deepEqual(await fieldsOf(convert(world, 'eur')), ['VALIDATION_FAILED', ['currency']])
  assert.deepEqual(await fieldsOf(convert(world, 'ISK')), ['UNSUPPORTED_CURRENCY', ['currency']])
  await setRates(world.service.ctx, 'EUR', { IRR: '900000000' }, 'test')
  const rates = await rows.fingerprint()
  assert.deepEqual(await fieldsOf(convert(world, 'IRR')), ['VALIDATION_FAILED', ['upgrader.maxWagerMinor']])
  await world.settings(world.operator, {
    upgrader: { minWagerMinor: 0, maxWagerMinor: 0 },
    shipping: { minShipmentValueMinor: 0 },
  })
  const settings = await rows.fingerprint()
  await assert.rejects(convert(world, 'IRR'), { code: 'VALIDATION_FAILED' })
  assert.deepEqual(await rows.fingerprint(), settings)
  assert.deepEqual({ ...before, rate_tables: '' }, { ...rates, rate_tables: '' })
})

test('a currency that was none of the operator\u2019s is added, and the largest wager stays above the least', async (t) => {
  const settings = { upgrader: { minWagerMinor: 7, maxWagerMinor: 7 } }
  const world = await startWorld(t, { operators: { aurum: { currencies: ['EUR'], settings } } })
  await convert(world, 'JPY', { allowRtpOutside: true })
  const { currencies, upgrader } = await world.operator.coffer.config()
  assert.deepEqual(currencies, ['JPY', 'EUR'])
  assert.deepEqual([upgrader.minWagerMinor, upgrader.maxWagerMinor], [12, 12], '11.8489 yen')
})

test('a box that stayed archived is shown by its own currency, and comes back on sale in the new one', async (t) => {
  const { world, rows } = await start(t)
  const { operator } = world
  const { boxId, boxVersionId } = operator.boxes.book!
  const player = await world.play(operator, 'ann', { currency: 'JPY' })
  await convertNow(world)
  const read = async (query: object) => {
    const { box } = await operator.coffer.getBox({ boxId, ...query })
    const [row] = (await operator.coffer.listBoxes({ ids: [boxId], ...query })).boxes
    assert.deepEqual(
      [row!.priceMinor, row!.maxPrizeMinor, row!.currency],
      [box.priceMinor, box.maxPrizeMinor, box.currency],
    )
    assert.equal(box.boxVersionId, boxVersionId)
    return [box.priceMinor, box.prizes[0]!.valueMinor, box.currency, box.prizes[0]!.currency]
  }
  assert.deepEqual(await read({}), [467, 433, 'USD', 'USD'], '4.31 and 4.00 euro')
  assert.deepEqual(await read({ currency: 'JPY' }), [730, 677, 'JPY', 'JPY'])
  assert.deepEqual(await read({ currency: 'EUR' }), [431, 400, 'EUR', 'EUR'])

  await setRates(world.service.ctx, 'USD', { JPY: '156.24' }, 'test')
  assert.deepEqual(await read({}), [431, 400, 'EUR', 'EUR'], 'without a rate it is what it was priced')
  assert.deepEqual(await read({ currency: 'JPY' }), [431, 400, 'EUR', 'EUR'])
  const shown = await player.call<{ box: { priceMinor: number; currency: string } }>('getBox', {
    path: `/api/play/boxes/${boxId}`,
  })
  assert.deepEqual([shown.body.box.priceMinor, shown.body.box.currency], [431, 'EUR'])

  const last = Number((await eventsAfter(rows, 0)).at(-1)!.event_id)
  const file = withoutBook()
  const book = file.boxes.find(({ key }) => key === 'book')!
  await world.catalogue(operator, { items: [], boxes: [{ ...book, name: 'Once more' }] })
  await world.catalogue(operator, {
    items: [],
    boxes: [{ ...book, name: 'Once more', archived: false, priceMinor: 480 }],
  })
  const told = await eventsAfter(rows, last)
  assert.deepEqual(
    told.map(({ type }) => type),
    ['box_updated', 'box_version_published', 'box_updated'],
  )
  const [renamed, published] = told.map(({ payload }) => JSON.parse(payload))
  assert.deepEqual([renamed.box.priceMinor, renamed.box.currency], [431, 'EUR'])
  assert.deepEqual(
    [published.priceMinor, published.currency, published.previousBoxVersionId],
    [480, 'USD', boxVersionId],
  )
  const { box } = await operator.coffer.getBox({ boxId })
  assert.deepEqual([box.priceMinor, box.prizes[0]!.valueMinor, box.currency], [480, 433, 'USD'])
})

test('a catalogue file with the amounts that a conversion names changes nothing, and undoes no value that was told', async (t) => {
  const { world, rows } = await start(t)
  const { operator } = world
  await recordValue(world.service.ctx, operator.operatorId, operator.items.crown!, {
    valueMinor: 4000,
    recordedAt: null,
  })
  const { items, prices } = await convertNow(world)
  const file = withoutBook()
  for (const item of file.items) {
    const { valueMinor, shippingCostMinor } = items.find(({ key }) => key === item.key)!
    Object.assign(item, { valueMinor }, shippingCostMinor === null ? {} : { shippingCostMinor })
  }
  for (const box of file.boxes) box.priceMinor = prices.find(({ key }) => key === box.key)!.priceMinor
  const before = await rows.fingerprint()
  const [code, fields] = await fieldsOf(world.catalogue(operator, { ...withoutBook(), currency: 'EUR' }))
  assert.deepEqual([code, fields], ['VALIDATION_FAILED', ['currency']], 'a file of before names its currency')
  await world.catalogue(operator, { ...file, currency: 'USD' })
  assert.deepEqual(await rows.fingerprint(), before)
  const [crown] = await rows.query(
    'select value_minor::int, value_in_file::int, currency from catalogue_items where item_id = $1',
    [operator.items.crown],
  )
  assert.deepEqual(crown, { value_minor: 4333, value_in_file: 5417, currency: 'USD' })
})

test('an operator that goes back to a currency finds every value as it was told in it, and the way there is told step by step', async (t) => {
  const { world, rows } = await start(t)
  const { operator } = world
  const player = await world.play(operator, 'ann')
  const won = (await player.open(winBody(operator, 'first', 'crown'))).body.items[0]!
  await convertNow(world)
  await recordValue(world.service.ctx, operator.operatorId, operator.items.keepsake!, {
    valueMinor: 1700,
    recordedAt: null,
  })
  await convertNow(world, 'EUR')
  const values = await rows.query(
    'select key, value_minor::int as value, currency from catalogue_items order by item_id',
  )
  assert.deepEqual(
    values.filter(({ key }) => key === 'mug' || key === 'crown' || key === 'keepsake'),
    [
      { key: 'mug', value: 900, currency: 'EUR' },
      { key: 'crown', value: 5000, currency: 'EUR' },
      { key: 'keepsake', value: 1569, currency: 'EUR' },
    ],
  )
  const { box } = await operator.coffer.getBox({ boxId: operator.boxes.mug!.boxId })
  assert.deepEqual([box.versionNumber, box.priceMinor, box.prizes[0]!.valueMinor, box.currency], [3, 969, 899, 'EUR'])
  const [row] = (await player.inventory()).body.items
  assert.deepEqual([row!.id, row!.valueMinor, row!.currency], [won.id, 5000, 'EUR'])
  assert.equal((await operator.coffer.config()).currencies.join(), 'EUR,USD,JPY,KWD')
})
