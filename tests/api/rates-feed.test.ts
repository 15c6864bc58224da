import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import { setRates } from '@coffer/service/administration'
import { LIMITS } from '@coffer/service/kernel'
import { ConfigError, readConfig } from '@coffer/service/platform'
import { makeContext } from '../../service/src/context.ts'
import { fetchRates } from '../../service/src/rates/index.ts'
import { PRODUCTION } from '../support/config-mistakes.ts'
import { knock } from '../support/door.ts'
import { eventually } from '../support/eventually.ts'
import { PATIENT_LIMITS } from '../support/patient-limits.ts'
import { openRows } from '../support/rows.ts'
import { callerOf, currencySamples, makeScene } from '../support/samples.ts'
import { sureBoxes } from '../support/sure-boxes.ts'
import { openBody, startWorld, type World, type WorldOptions } from '../support/world.ts'

const minutes = (count: number) => count * 60_000
const hours = (count: number) => count * 3_600_000
const EVERY_MINUTES = 30

type Feed = {
  world: World
  requests: string[]
  say(text: string | Buffer): void
  answer(listener: RequestListener): void
}

/** A world whose rates come from a feed that says what the test tells it to. */
async function start(t: TestContext, options: WorldOptions = {}): Promise<Feed> {
  const requests: string[] = []
  let listener: RequestListener = (_, response) => response.writeHead(500).end()
  const server = createServer({ keepAliveTimeout: 0 }, (request, response) => {
    requests.push(`${request.method} ${request.url}`)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/rates?key=hush`
  const environment = { COFFER_RATES_URL: url, COFFER_RATES_EVERY_MINUTES: String(EVERY_MINUTES) }
  const world = await startWorld(t, { ...options, environment })
  const answer = (next: RequestListener) => {
    listener = next
  }
  return { world, requests, answer, say: (text) => answer((_, response) => response.end(text)) }
}

/** Lets the feed's next turn come and take place. */
async function turn({ world }: Feed): Promise<void> {
  world.clock.advance(minutes(EVERY_MINUTES))
  assert.equal(await world.tick('rates'), 1)
}

const dayOf = ({ world }: Feed, ago = 0) => new Date(world.clock.now().getTime() - ago).toISOString().slice(0, 10)
const ratesOf = async ({ world }: Feed) => (await world.operator.coffer.rates()).rates
const warningsOf = ({ world }: Feed) =>
  world.lines.filter(({ level }) => level === 'warn').map(({ reason }) => String(reason))

test('a JSON feed is read exactly: numbers by the digits that were sent, texts as they are, and what is no currency is passed over', async (t) => {
  const feed = await start(t)
  feed.say(`\uFEFF{"success": true, "date": "${feed.world.clock.now().toISOString().slice(0, 10)}", "base": "EUR", "rates": {
    "USD": 1.08340000000000003, "JPY": "169.2700", "KWD": 3.327e-1, "ISK": 15E+1, "VND": 1.23456789012345e4, "EUR": 1,
    "BTC": 1.5e-05, "XAU": -1, "usd": 7, "Pts": null, "__proto__": {"USD": 9}}}`)
  await turn(feed)
  assert.deepEqual(await ratesOf(feed), {
    ...{ USD: '1.08340000000000003', JPY: '169.2700', KWD: '0.3327', ISK: '150', VND: '12345.6789012345' },
  })
  assert.deepEqual(feed.requests, ['GET /rates?key=hush'])
  const rows = openRows(feed.world.databaseUrl)
  const [newest] = await rows.query('select source from rate_tables order by rate_table_id desc limit 1')
  assert.deepEqual(newest, { source: 'feed' })
  const { operator } = feed.world
  const dong = { playerExternalId: 'ann', currency: 'VND', ...openBody(operator, 'dong') }
  await assert.rejects(operator.coffer.purchase(dong), { code: 'UNSUPPORTED_CURRENCY' }, 'it is none of the operator’s')
  const { round } = await operator.coffer.purchase({ ...dong, currency: 'USD', clientActionId: 'dollars' })
  assert.equal(round.betMinor, 542, '541.7 and a little more, rounded up')
})

test('a feed as the European Central Bank writes it is read, with or without prefixes', async (t) => {
  const feed = await start(t)
  const day = feed.world.clock.now().toISOString().slice(0, 10)
  feed.say(`<?xml version="1.0" encoding="UTF-8"?>
    <gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary">
    <gesmes:subject>Reference rates</gesmes:subject><gesmes:Sender><gesmes:name>A bank</gesmes:name></gesmes:Sender>
    <Cube><Cube time='${day}'><Cube currency='USD' rate='1.0900'/><Cube currency='JPY' rate='171.05'/>
    <!-- a note --><Cube currency='XDR' rate='0.8'/></Cube></Cube></gesmes:Envelope>`)
  await turn(feed)
  assert.deepEqual(await ratesOf(feed), { USD: '1.0900', JPY: '171.05', KWD: '0.3327' })
  feed.say(`<e:Cube xmlns:e="urn:e"><e:Cube time="${day}"><e:Cube currency="KWD" rate="0.34"/></e:Cube></e:Cube>`)
  await turn(feed)
  assert.equal((await ratesOf(feed)).KWD, '0.34')
})

/** What a feed may say that none of it is believed for. Each also says that one euro is 2 dollars. */
const json = (rates: string, more = '') => `{"base": "EUR", "rates": {"USD": 2, ${rates}}${more}}`
/** The day stands for the one on which it is read. */
const xml = (inner: string) => `<Cube><Cube time="TODAY"><Cube currency="USD" rate="2"/>${inner}</Cube></Cube>`
const HOSTILE: [about: string, text: string | Buffer, reason: RegExp][] = [
  ['zero', json('"JPY": 0'), /rate of JPY/],
  ['zero in digits', json('"JPY": "0.000"'), /rate of JPY/],
  ['a negative rate', json('"JPY": -169.27'), /rate of JPY/],
  ['a negative text', json('"JPY": "-1"'), /rate of JPY/],
  ['no number', json('"JPY": "NaN"'), /rate of JPY/],
  ['nothing', json('"JPY": null'), /rate of JPY/],
  ['an object', json('"JPY": {"rate": 1}'), /rate of JPY/],
  ['a list', json('"JPY": [169]'), /rate of JPY/],
  ['a boolean', json('"JPY": true'), /rate of JPY/],
  ['too large a number', json('"JPY": 1e12'), /rate of JPY/],
  ['an absurd exponent', json('"JPY": 1e999'), /rate of JPY/],
  ['too small a number', json('"JPY": 1e-30'), /rate of JPY/],
  ['very many digits', json(`"JPY": "${'9'.repeat(10_000)}"`), /rate of JPY/],
  ['a comma', json('"JPY": "169,27"'), /rate of JPY/],
  ['a hexadecimal', json('"JPY": "0x10"'), /rate of JPY/],
  ['a base that is not 1', json('"EUR": 1.1'), /base is not worth 1/],
  ['a base that is no currency', json('"JPY": 1').replace('EUR', 'XXX'), /base is no currency/],
  ['no base', '{"rates": {"USD": 2}}', /no base/],
  ['no rates', '{"base": "EUR", "rates": [2]}', /no rates/],
  ['no currency', '{"base": "EUR", "rates": {"BTC": 2}}', /no currency/],
  ['ten of the base', json('"JPY": 1690', ', "amount": 10'), /no single unit/],
  ['a name twice', '{"base": "EUR", "rates": {"USD": 1.08, "USD": 2}}', /name twice/],
  ['a name twice, once in escapes', '{"base": "EUR", "rates": {"USD": 1.08, "\\u0055SD" : 2}}', /name twice/],
  ['a second base', json('"JPY": 1', ', "base": "EUR"'), /name twice/],
  ['second rates', json('"JPY": 1', ', "rates": {"USD": 3}'), /name twice/],
  ['a name twice, deep in what is not read', json('"JPY": 1', ', "more": [{"a": "b:", "a": 1}]'), /name twice/],
  ['an old moment', json('"JPY": 1', ', "timestamp": 1717420800'), /stands still/],
  ['an old day', json('"JPY": 1', ', "date": "2024-06-03"'), /stands still/],
  ['a future moment', json('"JPY": 1', ', "timestamp": "2100-01-01T00:00:00Z"'), /future/],
  ['a future day', json('"JPY": 1', ', "date": "2100-01-01"'), /future/],
  ['milliseconds', json('"JPY": 1', ', "timestamp": 1717420800000'), /time cannot be read/],
  ['no time', json('"JPY": 1', ', "date": "yesterday"'), /time cannot be read/],
  ['half a text', '{"base": "EUR", "rates": {"USD": 2', /no JSON object/],
  ['a list at the top', '[1]', /no JSON object/],
  ['nothing at all', '', /no JSON object/],
  ['a deep nest', '['.repeat(100_000), /no JSON object/],
  ['no UTF-8', Buffer.from([0x7b, 0xff, 0xfe]), /UTF-8/],
  ['a zero in XML', xml('<Cube currency="JPY" rate="0"/>'), /rate of JPY/],
  ['a missing rate in XML', xml('<Cube currency="JPY"/>'), /rate of JPY/],
  ['a currency twice', xml('<Cube currency="USD" rate="3"/>'), /USD twice/],
  ['two days', xml('<Cube time="TODAY"/>'), /several days/],
  ['an old day in XML', xml('').replace('TODAY', '2020-01-01'), /stands still/],
  ['a future day in XML', xml('').replace('TODAY', '2100-01-01'), /future/],
  ['no time in XML', xml('').replace('TODAY', 'now'), /time cannot be read/],
  ['an entity', `<!DOCTYPE Cube [<!ENTITY a "2">]>${xml('')}`, /no plain XML/],
  ['half an element', xml('').slice(0, -3), /no plain XML/],
  ['a page', '<!doctype html><html><body>Sign in</body></html>', /no plain XML/],
  ['more than is read', `${json('"JPY": 1')}${' '.repeat(256 * 1024)}`, /262144 bytes/],
]

test('what a feed says is believed as a whole or not at all, and a refused turn is logged and tried again', async (t) => {
  const feed = await start(t)
  feed.world.clock.advance(minutes(EVERY_MINUTES))
  const before = await ratesOf(feed)
  const rows = openRows(feed.world.databaseUrl)
  for (const [about, text, reason] of HOSTILE) {
    feed.say(typeof text === 'string' ? text.replaceAll('TODAY', dayOf(feed)) : text)
    feed.world.clock.advance(minutes(5))
    assert.equal(await feed.world.tick('rates'), 1, about)
    assert.match(warningsOf(feed).at(-1) ?? '', reason, about)
    const [count] = await rows.query<{ n: number }>('select count(*)::int as n from rate_tables')
    assert.equal(count!.n, 1, about)
  }
  assert.equal(warningsOf(feed).length, HOSTILE.length)
  assert.ok(!JSON.stringify(feed.world.lines).includes('hush'), 'the address of a feed is not logged')
  feed.say(json('"JPY": 100'))
  await turn(feed)
  assert.deepEqual(await ratesOf(feed), { ...before, USD: '2', JPY: '100' })
})

test('a feed that redirects, fails, stays silent or lies on a private network changes nothing', async (t) => {
  const feed = await start(t)
  const before = await ratesOf(feed)
  const answers: RequestListener[] = [
    (request, response) =>
      request.url === '/good' ? response.end(json('"JPY": 1')) : response.writeHead(302, { location: '/good' }).end(),
    (_, response) => response.writeHead(500).end(json('"JPY": 1')),
    (_, response) => response.writeHead(204).end(),
    (_, response) => response.writeHead(206).end(json('"JPY": 1')),
    (request) => request.socket.destroy(),
  ]
  for (const answer of answers) {
    feed.answer(answer)
    await turn(feed)
  }
  const silences: RequestListener[] = [(_, response) => response.write(json('"JPY": 1')), () => {}]
  for (const silence of silences) {
    feed.answer(silence)
    const askedCount = feed.requests.length
    const turned = turn(feed)
    await eventually(() => feed.requests.length > askedCount, 'the feed is asked')
    await feed.world.clock.pass(LIMITS.feedCallMs)
    await turned
    assert.equal(warningsOf(feed).at(-1), 'time-out')
  }
  assert.deepEqual(
    warningsOf(feed).slice(0, 4),
    [302, 500, 204, 206].map((status) => `it answered ${status}`),
  )
  assert.equal(warningsOf(feed).length, answers.length + silences.length)
  assert.ok(!feed.requests.includes('GET /good'), 'a redirect is not followed')
  const { ctx } = feed.world.service
  const url = 'http://169.254.169.254/latest/meta-data'
  const config = { ...ctx.config, ratesFeed: { url: { reveal: () => url } as never, everyMinutes: 1 } }
  await fetchRates({ ...ctx, config })
  assert.match(warningsOf(feed).at(-1) ?? '', /not a public address/)
  assert.deepEqual(await ratesOf(feed), before)
})

test('of many processes one reads the feed, once in each of its turns', async (t) => {
  const feed = await start(t)
  const { clock, service } = feed.world
  feed.say(json('"JPY": 170'))
  const other = makeContext(service.ctx.config, { clock, log: service.ctx.log, limits: PATIENT_LIMITS })
  t.after(() => other.close())
  const everybody = async () => {
    const passes = Array.from({ length: 6 }, () => [fetchRates(service.ctx), fetchRates(other)]).flat()
    return (await Promise.all(passes)).reduce((sum, count) => sum + count, 0)
  }
  assert.equal(await everybody(), 1)
  clock.advance(minutes(EVERY_MINUTES) - 5_000)
  assert.equal(await everybody(), 0)
  clock.advance(5_000)
  assert.equal(await everybody(), 1)
  assert.equal(feed.requests.length, 2)
})

test('without a feed nothing is read, and a rate that was set by hand has no age', async (t) => {
  const world = await startWorld(t)
  world.clock.advance(hours(1000))
  assert.equal(await world.tick('rates'), 0)
  assert.equal((await world.operator.coffer.listBoxes({ currency: 'USD' })).boxes[0]!.currency, 'USD')
})

test('with a feed, a rate of more than 24 hours is refused on every route with a currency, and no other is', async (t) => {
  const feed = await start(t, { operators: { aurum: { catalogue: sureBoxes() } } })
  const { world } = feed
  feed.say(json('"JPY": 170'))
  await turn(feed)
  const scene = await makeScene(world, world.operator, 'ann')
  const inDollars = await world.play(world.operator, 'bob', { currency: 'USD' })
  const launch = { playerExternalId: 'ann', gameKey: 'mystery_box', target: {}, currency: 'USD' } as const
  const newestAt = Date.parse((await world.operator.coffer.rates()).ratesAt!)
  world.clock.advance(newestAt + hours(24) - minutes(1) - world.clock.now().getTime())
  assert.ok((await world.operator.coffer.createLaunch(launch)).launchToken)
  const { launchToken } = await world.operator.coffer.createLaunch(launch)
  world.clock.advance(minutes(1) + 1)
  // Sessions have ended by now, so players come anew.
  const player = await world.play(world.operator, 'ann')
  for (const one of currencySamples(scene, 'USD')) {
    const answer = await knock(world, one.route, callerOf({ ...scene, player }, one), one.sample)
    assert.deepEqual(
      [answer.status, answer.body.error?.code],
      [422, 'UNSUPPORTED_CURRENCY'],
      `${one.surface}.${one.name}`,
    )
  }
  await assert.rejects(world.operator.coffer.createLaunch(launch), { code: 'UNSUPPORTED_CURRENCY' })
  await assert.rejects(world.play(world.operator, 'ann', { currency: 'JPY' }), { code: 'UNSUPPORTED_CURRENCY' })
  assert.deepEqual(await ratesOf(feed), {}, 'what cannot be used is not listed')
  assert.equal((await world.operator.coffer.listBoxes({ currency: 'EUR' })).boxes.length, 6, 'its own needs no rate')
  assert.ok(inDollars.token && launchToken)

  await setRates(world.service.ctx, 'EUR', { USD: '1.5' }, 'test')
  assert.deepEqual(await ratesOf(feed), { USD: '1.5' })
  assert.equal((await world.operator.coffer.listBoxes({ currency: 'USD' })).boxes.length, 6)
  await assert.rejects(world.operator.coffer.listBoxes({ currency: 'JPY' }), { code: 'UNSUPPORTED_CURRENCY' })
})

test('of two quotes the newer one is in force, and each rate keeps its own age', async (t) => {
  const feed = await start(t)
  const { world } = feed
  const at = (ago: number) => Math.floor((world.clock.now().getTime() - ago) / 1000)
  feed.say(json('"JPY": 170', `, "timestamp": ${at(-minutes(EVERY_MINUTES))}`))
  await turn(feed)
  world.clock.advance(hours(2))
  await setRates(world.service.ctx, 'EUR', { USD: '1.5' }, 'test')
  feed.say(json('"JPY": 171', `, "timestamp": ${at(hours(1))}`))
  await turn(feed)
  const { rates, ratesAt } = await world.operator.coffer.rates()
  assert.deepEqual([rates.USD, rates.JPY], ['1.5', '171'], 'a rate set by hand stands until the feed has a newer one')
  assert.ok(Date.parse(ratesAt!) > world.clock.now().getTime() - hours(1))
  feed.answer((_, response) => response.writeHead(500).end())
  world.clock.advance(hours(23))
  assert.deepEqual(await ratesOf(feed), { USD: '1.5' }, 'what was set by hand later makes no other rate younger')
  world.clock.advance(hours(2))
  assert.deepEqual(await ratesOf(feed), {})
})

test('a rate of which no moment is known is as old as its table, whatever else the feed quotes later', async (t) => {
  const feed = await start(t)
  const { world } = feed
  await openRows(world.databaseUrl).query("update rate_tables set quoted_at = '{}'")
  world.clock.advance(hours(23))
  feed.say('{"base": "EUR", "rates": {"GBP": 0.85}}')
  await turn(feed)
  world.clock.advance(hours(1))
  assert.deepEqual(await ratesOf(feed), { GBP: '0.85' })
})

test('a day’s rates are used over a weekend, until four days after the day began, however often they are read', async (t) => {
  const feed = await start(t)
  const { world } = feed
  const today = dayOf(feed)
  const beganAgo = world.clock.now().getTime() - Date.parse(today)
  feed.say(xml('').replace('TODAY', today))
  await turn(feed)
  world.clock.advance(hours(3 * 24 - 1) - beganAgo)
  await turn(feed)
  world.clock.advance(hours(23))
  assert.equal(await world.tick('rates'), 1)
  assert.deepEqual(await ratesOf(feed), { USD: '2' })
  world.clock.advance(hours(1))
  assert.equal(await world.tick('rates'), 1)
  assert.deepEqual(await ratesOf(feed), {})
  assert.match(warningsOf(feed).at(-1) ?? '', /stands still/)
})

test('a feed that names no time is not made young by saying the same again, nor takes back what was set by hand', async (t) => {
  const feed = await start(t)
  const { world } = feed
  feed.say('{"base": "EUR", "rates": {"USD": 2, "AED": 4}}')
  await turn(feed)
  world.clock.advance(hours(12))
  await setRates(world.service.ctx, 'EUR', { USD: '1.5' }, 'test')
  await turn(feed)
  assert.equal((await ratesOf(feed)).USD, '1.5')
  world.clock.advance(hours(12))
  await turn(feed)
  assert.deepEqual(await ratesOf(feed), { USD: '1.5' })
  feed.say('{"base": "EUR", "rates": {"USD": 2.1, "AED": 4}}')
  await turn(feed)
  assert.deepEqual(await ratesOf(feed), { USD: '2.1', AED: '4' })
})

test('a feed with another base does not replace a newer table', async (t) => {
  const feed = await start(t)
  const { world } = feed
  const answer = (ago: number) =>
    `{"base": "USD", "rates": {"EUR": 0.9}, "timestamp": ${Math.floor((world.clock.now().getTime() - ago) / 1000)}}`
  await setRates(world.service.ctx, 'EUR', { USD: '1.5' }, 'test')
  const before = await world.operator.coffer.rates()
  feed.say(answer(hours(1)))
  await turn(feed)
  assert.deepEqual(await world.operator.coffer.rates(), before)
  feed.say(answer(0))
  await turn(feed)
  assert.equal((await world.operator.coffer.rates()).base, 'USD')
})

test('a feed that fails once is read again after five minutes, and not before', async (t) => {
  const feed = await start(t)
  await turn(feed)
  feed.say(json('"JPY": 170'))
  feed.world.clock.advance(minutes(5) - 5_000)
  assert.equal(await feed.world.tick('rates'), 0)
  feed.world.clock.advance(5_000)
  assert.equal(await feed.world.tick('rates'), 1)
  assert.equal((await ratesOf(feed)).JPY, '170')
  feed.world.clock.advance(minutes(5))
  assert.equal(await feed.world.tick('rates'), 0, 'what was read waits for its turn')
})

test('the settings of a feed are checked at start, and its address is never shown', () => {
  const mistake = (env: NodeJS.ProcessEnv): string => {
    try {
      return JSON.stringify(readConfig(env))
    } catch (error) {
      assert.ok(error instanceof ConfigError)
      return error.message
    }
  }
  for (const url of ['feed', 'ftp://feed.example/', 'https://ann:hush@feed.example/', 'file:///rates.json']) {
    const message = mistake({ COFFER_RATES_URL: url })
    assert.match(message, /^COFFER_RATES_URL: must /)
    assert.ok(!message.includes('hush'))
  }
  for (const every of ['0', '721', '1.5', 'x', '-1']) {
    assert.match(mistake({ COFFER_RATES_EVERY_MINUTES: every }), /^COFFER_RATES_EVERY_MINUTES: must be from 1 to 720$/)
  }
  assert.match(mistake({ ...PRODUCTION, COFFER_RATES_URL: 'http://feed.example/' }), /^COFFER_RATES_URL: production/)
  const shown = mistake({ ...PRODUCTION, COFFER_RATES_URL: 'https://feed.example/?key=hush' })
  assert.ok(shown.startsWith('{') && !shown.includes('hush'))
  assert.equal(readConfig({}).ratesFeed, null)
  assert.equal(readConfig({ COFFER_RATES_URL: 'https://feed.example' }).ratesFeed?.everyMinutes, 60)
})
