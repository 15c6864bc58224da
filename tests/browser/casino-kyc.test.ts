import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createEndpoint } from '@coffer/service/administration'
import type { Page } from 'playwright-core'
import { PROJECT_DIR } from '../../scripts/run/program.ts'
import { lend } from '../sdk/support/packed.ts'
import { startServer } from '../sdk/support/program.ts'
import { samplesOf, writeSamples } from '../sdk/support/samples.ts'
import { signInReviewer } from '../support/kyc.ts'
import { BRAM, ZOFIA } from '../support/kyc-people.ts'
import { closeWindow, fillInWizard } from '../support/kyc-wizard.ts'
import { freePorts } from '../support/ports.ts'
import { openBrowser } from '../support/shared-browser.ts'
import { startWorld, type World } from '../support/world.ts'

const PHONE = { width: 390, height: 844 }
const SECOND_MS = 1_000
/** How often the page of the guide asks for the standing. */
const ASKS_EVERY_MS = 5_000
const GUIDE = 'docs/operators/kyc.md'
const { details, address } = ZOFIA.answers
const { legalName, dateOfBirth, taxId } = details
const IDENTITY = {
  ...{ legalName, dateOfBirth, taxId, addressLine1: address.line1, addressLine2: null, addressCity: address.city },
  ...{ addressState: null, addressPostalCode: address.postalCode, addressCountry: address.country },
}

type Ground = Awaited<ReturnType<typeof layGround>>

test('a player verifies on a phone', async (t) => {
  const ground = await layGround(t)
  await t.test(
    'turned down, tried again, confirmed with who they are, and nothing is heard when staff wants it once more',
    () => wholeWay(ground),
  )
  await t.test(
    'a popup that the browser keeps closed becomes a link, and only the service is believed when it says that it is done',
    () => blockedPopup(ground),
  )
  await t.test('page and server of the guide do the same, and the server reads what it was told', (inner) =>
    guide(inner, ground),
  )
})

async function wholeWay(ground: Ground): Promise<void> {
  const { world, operator, reviewer, deliver } = ground
  const { page, standing } = await visit(ground, 'ann')
  await standing('none')

  const first = await openPopup(page)
  await fillInWizard(first, ZOFIA.answers)
  await first.locator('main').getByTestId('close').waitFor()
  await page.getByText('Thank you. It was handed in').waitFor()
  await deliver()
  await standing('reviewing')
  await page.getByText('Thank you. It was handed in').waitFor({ state: 'hidden' })
  assert.equal(await page.getByTestId('verify-identity').isVisible(), false)
  await closeWindow(first)

  const [waiting] = await reviewer.queue()
  await reviewer.decide(waiting!.requestId, 'rejected', ['DOCUMENT_UNREADABLE', 'SELFIE_MISMATCH'])
  await deliver()
  await standing('again')
  await page.getByText('The photo of your document could not be read').waitFor()

  const second = await openPopup(page)
  await second.getByTestId('earlier').waitFor()
  await fillInWizard(second, ZOFIA.answers)
  await closeWindow(second)
  const [again] = await reviewer.queue()
  assert.ok(again!.requestId > waiting!.requestId)
  await reviewer.decide(again!.requestId, 'confirmed')
  await deliver()
  await standing('verified')
  const known = world.casino.inbox.identity(operator.slug, 'ann')
  assert.deepEqual(known, { requestId: again!.requestId, identity: IDENTITY })
  const arrivals = world.casino.inbox.list(operator.slug)
  assert.deepEqual(
    arrivals.map(({ verdict, standard, envelope }) => [verdict, standard, envelope]),
    arrivals.map(() => ['first', 'ok', 'ok']),
  )
  const bodies = arrivals.map(({ arrivalId }) => world.casino.inbox.find(operator.slug, arrivalId)!.body)
  assert.equal(bodies.filter((body) => body.includes(legalName)).length, 1, 'one event says who the player is')
  assert.ok(!bodies.some((body) => body.includes(ZOFIA.email)))

  const before = await page.getByTestId('identity').innerText()
  await page.getByRole('tab', { name: 'Staff' }).click()
  await page.locator('#job-identity > summary').click()
  // The data of the player appears above the form and moves it. A click during the move would be lost.
  await page.getByTestId('known-identity').waitFor()
  await page.getByLabel('Verify again, because').fill('quokka-reason of staff')
  const answer = page.waitForResponse('**/api/identity/reverify')
  await page.getByRole('button', { name: 'Verify again' }).click()
  assert.equal((await answer).status(), 200)
  await page.getByText('Opened. The player was told nothing.').waitFor()
  await page.locator('[data-testid=verification][data-status=PENDING]').waitFor()
  await deliver()
  const statuses = world.casino.inbox.verifications(operator.slug, 'ann').map(({ status }) => status)
  assert.deepEqual(statuses, ['PENDING', 'CONFIRMED', 'REJECTED'])
  await page.getByRole('tab', { name: 'Identity' }).click()
  assert.equal(await page.getByTestId('identity').innerText(), before, 'the player reads what they read before')

  await page.getByRole('tab', { name: 'Staff' }).click()
  const shown = page.getByTestId('known-identity')
  assert.equal((await shown.innerText()).includes(legalName), false)
  await page.locator('#identity-known').getByTestId('toggle-personal').click()
  await shown.getByText(legalName).waitFor()
  await page.getByRole('button', { name: 'Ask the player' }).click()
  await page.getByText('The page of the player asks for it now.').waitFor()
  await page.getByRole('tab', { name: 'Identity' }).click()
  await standing('asked')
}

async function blockedPopup(ground: Ground): Promise<void> {
  const { page, standing } = await visit(ground, 'ben', async (page) => {
    await page.addInitScript('window.open = () => null')
  })
  await page.locator('#identity-email').fill(ZOFIA.email)
  await page.getByTestId('verify-identity').click()
  const link = page.getByTestId('verification-link')
  const [opened] = await Promise.all([page.waitForEvent('popup'), link.click()])
  await opened.locator('main[data-step=consent]').waitFor()
  assert.equal(await opened.evaluate('window.opener !== null'), true, 'it can tell the page when it is done')
  await link.waitFor({ state: 'detached' })
  await ground.deliver()
  await standing('started')
  // Whoever believed it would read the standing again, and say thank you before this read is answered.
  await page.evaluate(`(async () => {
    postMessage({ source: 'coffer', type: 'kyc.completed', status: 'SUBMITTED' })
    await new Promise((resolve) => setTimeout(resolve))
    await fetch('/c/${ground.operator.slug}/api/identity?player=ben')
  })()`)
  assert.equal(await page.locator('#identity-note').innerText(), '')
}

async function guide(t: TestContext, { world, operator, context, reviewer }: Ground): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'coffer-guide-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  lend(folder, ['@coffer/operator-sdk'])
  writeSamples(folder, samplesOf(GUIDE))
  const text = readFileSync(join(PROJECT_DIR, GUIDE), 'utf8')
  writeFileSync(join(folder, 'verify.html'), /```html\n([\s\S]*?)```/.exec(text)![1]!)
  const port = String((await freePorts(1))[0])
  const site = `http://localhost:${port}`
  const { secret } = await endpointAt(world, `${site}/coffer/webhooks`)
  const { keyId, keySecret } = operator
  const env = { COFFER_URL: world.baseUrl, COFFER_KEY_ID: keyId, COFFER_KEY_SECRET: keySecret }
  await startServer(t, folder, 'verify-server.ts', { ...env, COFFER_WEBHOOK_SECRET: secret, PORT: port })

  const page = await context.newPage()
  await page.clock.install()
  await page.goto(site)
  await page.getByText('You are not verified yet.').waitFor()
  const verify = page.getByRole('button', { name: 'Verify your identity' })
  const [popup] = await Promise.all([page.waitForEvent('popup'), verify.click()])
  await fillInWizard(popup, BRAM.answers)
  const thanks = page.getByText('Thank you. We have received it.')
  await thanks.waitFor()
  const [asked] = await Promise.all([page.waitForResponse(`${site}/verification`), page.clock.runFor(ASKS_EVERY_MS)])
  await asked.finished()
  await page.evaluate('new Promise((seen) => requestAnimationFrame(seen))')
  assert.ok(await thanks.isVisible(), 'the thanks stay until the webhook has come')
  await world.tick('webhooks')
  await page.reload()
  await page.getByText('Your verification is being reviewed.').waitFor()
  const [waiting] = await reviewer.queue()
  await reviewer.decide(waiting!.requestId, 'confirmed')
  await world.tick('webhooks')
  await page.reload()
  await page.getByText('You are verified.').waitFor()
  await operator.coffer.reverifyKyc({ playerExternalId: 'u_1', reason: 'quokka-reason' })
  await world.tick('webhooks')
  await page.reload()
  await page.getByText('You are verified.').waitFor()
}

async function openPopup(page: Page): Promise<Page> {
  await page.locator('#identity-email').fill(ZOFIA.email)
  const [popup] = await Promise.all([page.waitForEvent('popup'), page.getByTestId('verify-identity').click()])
  popup.on('pageerror', (error) => assert.fail(`the popup threw ${error.message}`))
  return popup
}

/** A casino that has its players verified, what it hears, a reviewer, and a browser on a phone. */
async function layGround(t: TestContext) {
  const browser = await openBrowser(t)
  const world = await startWorld(t, { operators: { aurum: { settings: { 'kyc.enabled': true } } } })
  const { operator } = world
  const made = await endpointAt(world, world.casino.webhookUrl(operator.slug))
  world.casino.addOperator({ ...operator, webhookSecret: made.secret, webhookEndpointId: made.endpointId })
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, reducedMotion: 'reduce', locale: 'en' })
  const reviewer = await signInReviewer(world)
  /** Delivers to the casino what has happened. */
  const deliver = () => {
    world.clock.advance(SECOND_MS)
    return world.tick('webhooks')
  }
  return { world, operator, context, reviewer, deliver }
}

function endpointAt({ service, operator }: World, url: string) {
  const wish = { operatorId: operator.operatorId, url, types: ['kyc_status_changed'], actor: 'test' }
  return createEndpoint(service.ctx, wish)
}

/** A player’s page of the casino, with their identity in view. */
async function visit({ world, operator, context }: Ground, player: string, prepare = async (_: Page) => {}) {
  const page = await context.newPage()
  page.on('pageerror', (error) => assert.fail(`the page threw ${error.message}`))
  await prepare(page)
  await page.goto(`${world.casino.url}/c/${operator.slug}?player=${player}`)
  await page.getByTestId('box-card').first().waitFor()
  await page.getByRole('tab', { name: 'Identity' }).click()
  const standing = (name: string) => page.locator(`#identity[data-standing=${name}]`).waitFor()
  return { page, standing }
}
