import assert from 'node:assert/strict'
import { test } from 'node:test'
import { later, minutes } from '@coffer/service/kernel'
import { createStaff, disableStaff, mintStaffLink } from '../../service/src/staff/index.ts'
import { told } from '../support/door.ts'
import { mintLink, takeLink } from '../support/kyc.ts'
import { ZOFIA } from '../support/kyc-people.ts'
import { askDesk, staffLink, startDesk, trySignIn } from '../support/staff.ts'
import { startWorld } from '../support/world.ts'

const hours = (count: number) => minutes(60 * count)

test('the login links of the staff', async (t) => {
  const world = await startWorld(t, { wallet: false })
  const { clock, lines } = world

  await t.test('of fifty who open one login link at once, one is signed in', async () => {
    const token = await staffLink(world, 'one@desk.example')
    const answers = await Promise.all(Array.from({ length: 50 }, () => trySignIn(world, token)))
    const signedIn = answers.filter(({ status }) => status === 200)
    assert.equal(signedIn.length, 1)
    const refused = answers.filter(({ status }) => status !== 200)
    assert.deepEqual(new Set(refused.map(told)), new Set(['401 STAFF_LINK_INVALID']))
    assert.equal(refused.filter(({ headers }) => headers.has('set-cookie')).length, 0)
  })

  await t.test('a login link works for a day, a newer one takes its place, and a wrong one opens nothing', async () => {
    const old = await staffLink(world, 'two@desk.example')
    const newer = await staffLink(world, 'two@desk.example')
    assert.equal(told(await trySignIn(world, old)), '401 STAFF_LINK_INVALID')
    clock.advance(hours(24))
    assert.equal(told(await trySignIn(world, newer)), '401 STAFF_LINK_INVALID')
    assert.equal(told(await trySignIn(world, `st_${'x'.repeat(43)}`)), '401 STAFF_LINK_INVALID')
    const last = await staffLink(world, 'two@desk.example')
    clock.advance(hours(24) - minutes(1))
    assert.equal(told(await trySignIn(world, last)), 200)
  })

  await t.test('a refused sign-in leaves the link as it was when it came from another page', async () => {
    const token = await staffLink(world, 'three@desk.example')
    for (const origin of ['https://evil.example', 'null', null]) {
      assert.equal(told(await trySignIn(world, token, { origin })), '403 ORIGIN_REFUSED', String(origin))
    }
    assert.equal(told(await trySignIn(world, token)), 200)
  })

  await t.test(
    'the cookie is out of reach of scripts and of other sites, and the log knows nobody by name',
    async () => {
      const { headers } = await trySignIn(world, await staffLink(world, 'ten@desk.example'))
      assert.match(headers.get('set-cookie') ?? '', /^coffer_desk=ss_[\w-]{43}; HttpOnly; Path=\/; SameSite=Lax$/)
      const log = JSON.stringify(lines)
      assert.match(log, /signed in/)
      assert.doesNotMatch(log, /desk\.example|\b(st|ss)_[\w-]{43}/)
    },
  )
})

test('the sessions of the staff', async (t) => {
  const world = await startWorld(t, { wallet: false })
  const { clock } = world
  const { ctx } = world.service

  await t.test('a change needs the origin of our page and its token, and reading needs neither', async () => {
    const desk = await startDesk(world, 'four@desk.example')
    const other = await startDesk(world, 'five@desk.example')
    const refused = [
      ...[{ origin: 'https://evil.example' }, { origin: null }, { origin: `${ctx.config.baseUrl}.evil.example` }],
      ...[{ csrf: null }, { csrf: '' }, { csrf: other.csrfToken }, { csrf: `${desk.csrfToken}x` }],
    ]
    for (const wish of refused) {
      assert.equal(told(await desk.post('/sign-out', undefined, wish)), '403 ORIGIN_REFUSED', JSON.stringify(wish))
    }
    const me = await desk.get('/me')
    assert.deepEqual([me.status, me.body.staff, me.body.csrfToken], [200, desk.staff, desk.csrfToken])
    assert.equal(me.headers.get('cache-control'), 'no-store')
    assert.equal(me.headers.get('access-control-allow-origin'), null)
  })

  await t.test('whoever signs out is out in this browser and in no other', async () => {
    const desk = await startDesk(world, 'four@desk.example')
    const elsewhere = await startDesk(world, 'four@desk.example')
    const { status, headers } = await desk.post('/sign-out')
    assert.deepEqual([status, /coffer_desk=;.*Max-Age=0/.test(headers.get('set-cookie') ?? '')], [204, true])
    assert.equal(told(await desk.get('/me')), '401 STAFF_SESSION_INVALID')
    assert.equal(told(await elsewhere.get('/me')), 200)
  })

  await t.test(
    'a session ends after 30 minutes without a request, and after twelve hours however busy it is',
    async () => {
      const idle = await startDesk(world, 'eight@desk.example')
      const busy = await startDesk(world, 'nine@desk.example')
      const begun = clock.now()
      clock.advance(minutes(29))
      assert.equal(told(await busy.get('/me')), 200)
      clock.advance(minutes(3))
      assert.equal(told(await idle.get('/me')), '401 STAFF_SESSION_INVALID')
      while (later(clock.now(), minutes(29)) < later(begun, hours(12))) {
        assert.equal(told(await busy.get('/me')), 200)
        clock.advance(minutes(29))
      }
      assert.equal(told(await busy.get('/me')), 200)
      clock.advance(minutes(29))
      assert.equal(told(await busy.get('/me')), '401 STAFF_SESSION_INVALID')
    },
  )

  await t.test('without a session, or with what is none, nothing is reached', async () => {
    const paths = ['/me', '/operators', '/kyc/requests/1', '/kyc/requests/1/images/front']
    for (const cookie of [null, 'coffer_desk=', 'coffer_desk=ss_guess', 'other=1; coffer_desk=%00']) {
      for (const path of paths) {
        assert.equal(
          told(await askDesk(world, 'GET', path, { cookie })),
          '401 STAFF_SESSION_INVALID',
          `${cookie} ${path}`,
        )
      }
    }
  })
})

test('the roles of the staff', async (t) => {
  const world = await startWorld(t, { wallet: false })
  const { ctx } = world.service

  await t.test(
    'only reviewers and administrators reach verifications, and a role that is taken away is gone at once',
    async () => {
      const packer = await startDesk(world, 'six@desk.example', ['fulfilment'])
      assert.equal(told(await packer.post('/kyc/requests/list', {})), '403 STAFF_FORBIDDEN')
      assert.equal(told(await packer.post('/kyc/requests/1/claim')), '403 STAFF_FORBIDDEN')
      assert.equal(told(await packer.get('/me')), 200)
      for (const role of ['platform_admin', 'kyc_reviewer'] as const) {
        await createStaff(ctx, { email: 'SIX@desk.example ', roles: [role] })
        assert.equal(told(await packer.post('/kyc/requests/list', {})), 200, role)
      }
      await createStaff(ctx, { email: 'six@desk.example', roles: ['fulfilment'] })
      assert.equal(told(await packer.post('/kyc/requests/list', {})), '403 STAFF_FORBIDDEN')
    },
  )

  await t.test(
    'whoever is disabled is out at once and cannot come in, and comes in anew only by a new link',
    async () => {
      const desk = await startDesk(world, 'seven@desk.example')
      const token = await staffLink(world, 'seven@desk.example')
      await disableStaff(ctx, { email: 'Seven@desk.example' })
      assert.equal(told(await desk.get('/me')), '401 STAFF_SESSION_INVALID')
      assert.equal(told(await trySignIn(world, token)), '401 STAFF_LINK_INVALID')
      await assert.rejects(mintStaffLink(ctx, { email: 'seven@desk.example' }), { code: 'STAFF_DISABLED' })
      const again = await startDesk(world, 'seven@desk.example')
      assert.equal(told(await again.get('/me')), 200)
      assert.equal(told(await desk.get('/me')), '401 STAFF_SESSION_INVALID', 'what was ended stays so')
      assert.equal(told(await trySignIn(world, token)), '401 STAFF_LINK_INVALID')
    },
  )
})

test('over https cookies are secure, the desk’s is kept apart for each site, and too many tries of links are refused', async (t) => {
  const environment = { COFFER_BASE_URL: 'https://boxes.example' }
  const operators = { aurum: { settings: { kyc: { enabled: true } } } }
  const service = { limits: { signInsPerMinuteCount: 5 } }
  const world = await startWorld(t, { wallet: false, operators, environment, service })
  const token = await staffLink(world, 'eve@desk.example')
  const { headers } = await trySignIn(world, token)
  const rules = 'HttpOnly; Path=/; Secure; SameSite=None; Partitioned'
  assert.match(headers.get('set-cookie') ?? '', new RegExp(`^__Host-coffer_desk=ss_[\\w-]{43}; ${rules}$`))
  const link = new URL(await mintLink(world.operator, 'eve', ZOFIA))
  assert.equal(link.origin, environment.COFFER_BASE_URL)
  const opened = await takeLink(link.origin, world.baseUrl + link.pathname + link.search)
  const ofPage = /^__Secure-coffer_kyc=ks_[\w-]{43}; HttpOnly; Path=\/kyc; Secure; SameSite=Lax$/
  assert.match(opened.headers.get('set-cookie') ?? '', ofPage)
  const answers = await Promise.all(Array.from({ length: 30 }, () => trySignIn(world, token)))
  const limited = answers.filter(({ status }) => status === 429)
  assert.ok(limited.length > 0 && limited.length < answers.length, `${limited.length} of ${answers.length}`)
  assert.ok(limited.every((answer) => told(answer) === '429 RATE_LIMITED' && answer.headers.has('retry-after')))
})

test('the page of the admin is at every address below /admin and is kept nowhere', async (t) => {
  const { baseUrl } = await startWorld(t, { wallet: false })
  const tellOf = ({ status, headers }: Response) => [status, headers.get('cache-control')]
  for (const path of ['/admin', '/admin/', '/admin/kyc/7', '/admin/index.html']) {
    const page = await fetch(baseUrl + path)
    assert.deepEqual(tellOf(page), [200, 'no-store'], path)
    assert.match(page.headers.get('content-security-policy') ?? '', /default-src 'none'/)
    assert.equal(page.headers.get('referrer-policy'), 'no-referrer')
  }
  const text = await (await fetch(`${baseUrl}/admin`)).text()
  const parts = [...text.matchAll(/"(\/admin\/assets\/[^"]+)"/g)].map(([, path]) => path!)
  assert.ok(parts.length >= 2, text)
  for (const path of parts) {
    assert.deepEqual(tellOf(await fetch(baseUrl + path)), [200, 'public, max-age=31536000, immutable'], path)
  }
  assert.equal((await fetch(`${baseUrl}/admin/assets/gone.js`)).status, 404)
})
