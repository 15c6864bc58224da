import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setOperatorStatus } from '@coffer/service/administration'
import { assertAccessible } from '../support/accessible.ts'
import { heading } from '../support/admin-page.ts'
import { ssoLink } from '../support/admin-sso.ts'
import { watchFaults } from '../support/page-faults.ts'
import { routeFirst } from '../support/page-requests.ts'
import { openBrowser } from '../support/shared-browser.ts'
import { startWorld } from '../support/world.ts'

const SCREEN = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }

test('reference casino: "Open the admin" signs the manager in', async (t) => {
  const world = await startWorld(t)
  const { operator } = world
  const context = await (await openBrowser(t)).newContext({ viewport: SCREEN, reducedMotion: 'reduce' })
  t.after(() => context.close())
  const casino = await context.newPage()
  await casino.goto(`${world.casino.url}/c/${operator.slug}?player=ann`)
  await casino.getByRole('tab', { name: 'Staff' }).click()
  const opened = context.waitForEvent('page')
  await casino.getByRole('button', { name: 'Open the admin' }).click()
  const admin = await opened
  const faults = watchFaults(admin)
  await heading(admin, 'Home')
  assert.equal(new URL(admin.url()).search, '', 'the ticket has left the address')
  await admin.getByRole('link', { name: 'Your account' }).click()
  await admin.getByText('You are signed in to the admin of aurum.').waitFor()
  for (const text of ['Manager of aurum', 'manager@aurum.example', 'Viewer'])
    await admin.getByText(text).first().waitFor()
  await assertAccessible(admin, 'the account')
  await admin.setViewportSize(PHONE)
  await assertAccessible(admin, 'the account on a phone')

  const call = casino.locator('#admin-call').getByTestId('made-call')
  await call.click()
  const answer = await casino.getByRole('dialog').innerText()
  assert.match(answer, /at_\[hidden\]/)
  assert.doesNotMatch(answer, /at_[\w-]{43}|manager@aurum\.example|Manager of/)

  await admin.getByRole('button', { name: 'Menu' }).click()
  await assertAccessible(admin, 'the menu on a phone')
  const signOut = admin.getByRole('dialog').getByRole('button', { name: 'Sign out' })
  await routeFirst(admin, '**/sign-out', (route) => route.abort())
  await signOut.click()
  await admin.getByText('You could not be signed out. The service did not answer.').waitFor()
  await admin.getByRole('button', { name: 'Menu' }).click()
  await signOut.click()
  await heading(admin, 'You are signed out')
  assert.deepEqual(faults, [])
})

test('screens: a failed load, no permission, an unknown address say what to do', async (t) => {
  const world = await startWorld(t, { wallet: false })
  const page = await (await openBrowser(t)).newPage({ viewport: PHONE, reducedMotion: 'reduce' })
  await routeFirst(page, '**/assets/home-screen-*.js', (route) => route.abort())
  await page.goto(await ssoLink(world.operator, { adminExternalId: 'u-1' }))
  await page.getByText('This screen could not be shown.').waitFor()
  await page.getByRole('button', { name: 'Load the page again' }).click()
  await heading(page, 'Home')
  await page.goto(`${world.baseUrl}/admin/kyc`)
  await heading(page, 'No permission')
  await page.goto(`${world.baseUrl}/admin/unknown`)
  await heading(page, 'Page not found')
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await heading(page, 'Home')
  assert.equal(page.url(), `${world.baseUrl}/admin/home`)
})

test('a link that was used, and the session of a suspended operator, say what to do', async (t) => {
  const world = await startWorld(t, { wallet: false })
  const { operator } = world
  const page = await (await openBrowser(t)).newPage({ viewport: PHONE })
  const ssoUrl = await ssoLink(operator, { adminExternalId: 'u-1' })
  await page.goto(ssoUrl)
  await heading(page, 'Home')
  await page.goto(ssoUrl)
  await heading(page, 'This sign-in link cannot be used')
  await assertAccessible(page, 'the used link')
  await page.getByRole('link', { name: 'Open the admin' }).click()
  await heading(page, 'Home')
  await setOperatorStatus(world.service.ctx, operator.operatorId, {
    status: 'suspended',
    reason: 'a test',
    actor: 'test',
  })
  await page.reload()
  await heading(page, 'You could not be signed in')
  await page.getByText('The operator is suspended.').waitFor()
  await assertAccessible(page, 'the suspended operator')
})
