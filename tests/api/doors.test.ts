import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mintLink, takeLink } from '../support/kyc.ts'
import { ZOFIA } from '../support/kyc-people.ts'
import { type RawAnswer, rawRequest } from '../support/raw-request.ts'
import { staffLink, trySignIn } from '../support/staff.ts'
import { startWorld } from '../support/world.ts'

const codeOf = ({ text }: RawAnswer) => JSON.parse(text).error?.code

test('a target that is spelled in another way than its route is 404, with what a 404 of its surface has', async (t) => {
  const { baseUrl } = await startWorld(t)
  const surfaces = [
    { path: '/api/play/boxes', cors: '*', cache: 'no-store' },
    { path: '/api/s2s/health', cors: undefined, cache: 'no-store' },
    { path: '/api/admin/me', cors: undefined, cache: 'no-store' },
    { path: '/kyc/api/draft', cors: undefined, cache: 'no-store' },
    { path: '/fairness/rounds/rnd_00000000000000000000000000', cors: '*', cache: undefined },
    { path: '/healthz', cors: undefined, cache: undefined },
    { path: '/docs', cors: undefined, cache: undefined },
  ]
  const spellings = (path: string) => [
    path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
    path.replace(/[a-z]$/, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`),
    `/${path}`,
    path.replace(/\/(?=[^/]*$)/, '//'),
    `/.${path}`,
    `/x/..${path}`,
    `/%2e${path}`,
    `/x/%2E%2e${path}`,
    `${path}/.`,
    path.replaceAll('/', '\\').replace('\\', '/'),
    `http://${new URL(baseUrl).host}${path}`,
  ]
  for (const { path, cors, cache } of surfaces) {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      for (const target of new Set(spellings(path))) {
        if (target === path) continue
        const answer = await rawRequest(baseUrl, target, { method })
        const { status, headers } = answer
        const told = [status, codeOf(answer), headers['access-control-allow-origin'], headers['cache-control']]
        assert.deepEqual(told, [404, 'NOT_FOUND', cors, cache], `${method} ${target}`)
      }
    }
  }
})

test('a character that no client encodes has one spelling, and the tilde, which some do, has two', async (t) => {
  const { baseUrl } = await startWorld(t, { wallet: false })
  const codeAt = async (written: string) =>
    codeOf(await rawRequest(baseUrl, `/api/s2s/players/a${written}b/restrictions`))
  for (const served of ['-', '.', '_', '~', '%7e', '%7E']) assert.equal(await codeAt(served), 'MISSING_HEADERS', served)
  for (const refused of ['%2d', '%2E', '%5F', '%61', '%39']) assert.equal(await codeAt(refused), 'NOT_FOUND', refused)
})

test('what has to be encoded in a path is served as it was', async (t) => {
  const world = await startWorld(t)
  for (const playerExternalId of ['a/b?c#d', 'a\\b', 'žluťoučký 😀', '%2F', 'a//b', './..', 'a b~c']) {
    const { restrictions } = await world.operator.coffer.getRestrictions({ playerExternalId })
    assert.equal(restrictions.playerExternalId, playerExternalId)
  }
})

test('no answer that is not a page may run, load or be framed, and none gets at the devices of its reader', async (t) => {
  const { baseUrl } = await startWorld(t)
  const answers = ['/healthz', '/version', '/openapi.json', '/api/play/boxes', '/api/s2s/health', '/nowhere', '/%zz']
  for (const path of answers) {
    const { headers } = await rawRequest(baseUrl, path)
    assert.equal(headers['content-security-policy'], "default-src 'none'; frame-ancestors 'none'", path)
  }
  const policies = ['/healthz', '/api/play/boxes', '/play', '/admin', '/', '/fairness/verify']
  for (const path of policies) {
    const policy = String((await rawRequest(baseUrl, path)).headers['permissions-policy'])
    for (const device of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
      assert.ok(policy.includes(`${device}=()`), `${path}: ${policy}`)
    }
  }
  const wizard = String((await rawRequest(baseUrl, '/kyc')).headers['permissions-policy'])
  assert.match(wizard, /camera=\(self\)/, 'who proves an identity takes photos')
  assert.match(wizard, /microphone=\(\)/)
})

test('of two cookies of one name neither counts, and over https only the name that our own host can set', async (t) => {
  for (const [baseUrl, kyc, desk] of [
    [undefined, 'coffer_kyc', 'coffer_desk'],
    ['https://boxes.example', '__Secure-coffer_kyc', '__Host-coffer_desk'],
  ]) {
    const operators = { aurum: { settings: { kyc: { enabled: true } } } }
    const environment = baseUrl === undefined ? {} : { COFFER_BASE_URL: baseUrl }
    const world = await startWorld(t, { wallet: false, operators, environment })
    const here = (url: string) => `${world.service.url}${new URL(url).pathname}${new URL(url).search}`
    const origin = new URL(world.service.ctx.config.baseUrl).origin
    const link = await takeLink(origin, here(await mintLink(world.operator, 'ann', ZOFIA)))
    const signedIn = await trySignIn(world, await staffLink(world, 'eve@desk.example'))
    const [page, staff] = [link.headers, signedIn.headers].map((headers) => headers.getSetCookie()[0]!.split(';')[0]!)
    for (const [path, name, cookie] of [
      ['/kyc/api/page', kyc, page],
      ['/api/admin/me', desk, staff],
    ] as const) {
      assert.ok(cookie!.startsWith(`${name}=`), cookie)
      const ask = async (sent: string) =>
        (await rawRequest(world.service.url, path, { headers: { cookie: sent } })).status
      assert.equal(await ask(`a=1; ${cookie}; b=2`), 200)
      assert.equal(await ask(`${cookie}; ${name}=planted`), 401)
      assert.equal(await ask(`${name}=planted; ${cookie}`), 401)
      assert.equal(await ask(`${cookie}; ${cookie}`), 401)
      if (baseUrl !== undefined)
        assert.equal(await ask(cookie!.replace(/^__\w+-/, '')), 401, 'a neighbour may set that')
    }
  }
})
