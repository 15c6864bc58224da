import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { createEndpoint } from '@coffer/service/administration'
import type { Browser, Page } from 'playwright-core'
import { bareEnvironment } from '../support/bare-environment.ts'
import { openBrowser } from '../support/shared-browser.ts'
import { eventOf, postDelivery } from '../support/signed-delivery.ts'
import { openBody, startWorld, type World } from '../support/world.ts'

const WIDE = { width: 1280, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Longer than any delay between two attempts. */
const LONGEST_MS = 27 * 3_600_000
const ATTEMPTS = 10

test('a delivery appears while one looks on, is called first or duplicate, and its signatures are told apart in words', async (t) => {
  const { world, page, deliver } = await visit(t)
  await tab(page, 'Webhooks')
  await page.getByText('Nothing has arrived yet.').waitFor()
  await deliver({ event: eventOf('round_settled:rnd_1') })
  await deliver({ event: eventOf('round_settled:rnd_1') })
  await deliver({ headers: { 'webhook-signature': 'v1,AAAA' } })
  await deliver({ skewSeconds: -400 })
  const rows = page.getByTestId('arrival')
  await rows.nth(3).waitFor()
  const verdicts = await rows.evaluateAll((nodes) => nodes.map((node) => node.getAttribute('data-verdict')))
  assert.deepEqual(verdicts, ['refused', 'refused', 'duplicate', 'first'])
  const told = (row: number) => rows.nth(row).textContent().then(String)
  assert.match(await told(0), /Standard Webhooks does not fit\s*X-Signature does not fit/)
  assert.match(await told(1), /Standard Webhooks does not fit\s*X-Signature fits/)
  assert.match(await told(3), /Standard Webhooks fits\s*X-Signature fits\s*answered 200/)

  await rows.nth(3).getByRole('button').click()
  const dialog = page.getByRole('dialog')
  assert.match(await dialog.innerText(), /took the event/)
  assert.equal(await dialog.getByText(/ fits\./).count(), 2)
  assert.match(
    await dialog.getByRole('region', { name: 'Event' }).innerText(),
    /"idempotencyKey": "round_settled:rnd_1"/,
  )
  const raw = await dialog.getByRole('region', { name: 'Raw body' }).innerText()
  assert.equal(raw, JSON.stringify(eventOf('round_settled:rnd_1')))
  assert.match(await dialog.getByRole('region', { name: 'Headers' }).innerText(), /webhook-id: whd_1/)
  await page.keyboard.press('Escape')
  await rows.nth(1).getByRole('button').click()
  assert.match(
    await dialog.innerText(),
    /Standard Webhooks signature does not fit this secret[\s\S]*X-Signature fits\./,
  )
  await page.keyboard.press('Escape')
  await rows.nth(0).getByRole('button').click()
  assert.match(await dialog.innerText(), /X-Signature is too old or too new/)
  assert.equal(world.casino.inbox.list(world.operator.slug).length, 4)
})

test('a settled round arrives from Coffer itself; a receiver told to answer 410 turns it away until the failed one is replayed', async (t) => {
  const { world, page } = await visit(t, PHONE)
  const player = await world.play(world.operator, 'ann')
  await tab(page, 'Webhooks')
  await page.getByText('Make the receiver misbehave').click()
  await page.getByLabel('What the receiver does').selectOption({ label: 'Answer 410, gone' })
  await page.getByLabel('To which events').selectOption('round_settled')
  await page.getByLabel('Which of them').selectOption({ label: 'All, until switched off' })
  await page.getByTestId('add-receiver-rule').click()
  await page.getByTestId('receiver-rule').getByText('round_settled · until switched off').waitFor()

  await player.open(openBody(world.operator, 'click'))
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    await world.tick('webhooks')
    world.clock.advance(LONGEST_MS)
  }
  await page
    .getByTestId('arrival')
    .nth(ATTEMPTS - 1)
    .waitFor()
  assert.equal(await page.locator('[data-testid=arrival][data-verdict=dropped]').count(), ATTEMPTS)
  await page.getByRole('button', { name: 'Switch off: Answer 410, gone' }).click()
  await page.getByTestId('receiver-rule').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Sent by Coffer' }).click()
  const failed = page.locator('[data-testid=delivery][data-status=failed]')
  await failed.getByText('10 attempts').waitFor()
  await failed.getByRole('button', { name: 'Send it again' }).click()
  await failed.waitFor({ state: 'detached' })
  await world.tick('webhooks')
  // The page reads its list when the delivery arrives, which may be before the service has recorded it.
  await page.locator('#refresh-deliveries').click()
  await page.locator('[data-testid=delivery][data-status=delivered]').waitFor()
  await page.getByRole('button', { name: 'Arrived here' }).click()
  await page.locator('[data-testid=arrival][data-verdict=first]').waitFor()
})

test('a test event that is asked for on the page arrives there', async (t) => {
  const { world, page } = await visit(t)
  await tab(page, 'Webhooks')
  await page.getByRole('button', { name: 'Send a test event' }).click()
  await page.locator('#test-event:not([aria-busy])').waitFor()
  await world.tick('webhooks')
  await page.getByTestId('arrival').getByText('webhook_test', { exact: true }).waitFor()
})

test('every message of page and game is logged both ways, and each host message is a button that the game understands', async (t) => {
  const { world, page } = await visit(t)
  await tab(page, 'Messages')
  const buttons = page.getByTestId('host-message')
  assert.equal(await buttons.first().isDisabled(), true, 'there is nobody to talk to')
  await page.getByTestId('box-card').first().click()
  const log = (way: 'in' | 'out', type: string) =>
    page.locator(`[data-testid=message][data-way=${way}][data-type="${type}"]`)
  await log('in', 'ready').first().waitFor()
  await log('out', 'hello').first().waitFor()
  assert.equal(
    await log('in', 'ready')
      .first()
      .getByText(/came from http/)
      .textContent(),
    `came from ${world.baseUrl}`,
  )

  const game = page.frameLocator('[data-testid=game-frame]')
  await game.getByTestId('open-box').waitFor()
  const readies = await log('in', 'ready').count()
  await buttons.filter({ hasText: 'state.get' }).click()
  await log('in', 'ready').nth(readies).waitFor()
  for (const type of [
    'pause',
    'resume',
    'balance.refresh',
    'theme.set',
    'locale.set',
    'currency.set',
    'reality.check',
  ]) {
    await buttons.filter({ hasText: type }).click()
    await log('out', type).waitFor()
  }
  await game.getByRole('dialog').waitFor()
  assert.equal(await buttons.count(), 9)
})

test('a signed call shows the text that was signed, and the line beside it makes the same signature', async (t) => {
  const { world, page } = await visit(t)
  await tab(page, 'Calls')
  await page.getByRole('button', { name: 'To Coffer', exact: true }).click()
  await page.locator('[data-testid=signed-call][data-direction=to-coffer]').first().getByRole('button').click()
  const part = (name: string) => page.getByRole('dialog').getByRole('region', { name, exact: true })
  const shown = await part('Canonical string').innerText()
  // At the end of a line only: a nonce may have these letters, too.
  const lineFeed = /LF\n/g
  assert.equal(shown.match(lineFeed)?.length, 4)
  const line = await part('Sign it yourself').innerText()
  const [print, digest] = line.split(' | ')
  assert.equal(digest, 'openssl dgst -sha256 -hmac "$COFFER_KEY_SECRET" -hex')
  const canonical = execFileSync('sh', ['-c', print!], { env: bareEnvironment(), encoding: 'utf8' })
  assert.equal(shown.replaceAll(lineFeed, '\n'), canonical)
  const signature = createHmac('sha256', world.operator.keySecret).update(canonical).digest('hex')
  assert.equal(await part('Signature').innerText(), signature)
})

test('tabs are walked by the arrow keys; a desk shows the casino and what stands behind it, a phone one of the eleven', async (t) => {
  const { page } = await visit(t)
  const shown = () => page.locator('[role=tabpanel]:visible').evaluateAll((nodes) => nodes.map(({ id }) => id))
  await page.getByRole('tab', { name: 'Wallet' }).focus()
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'End', 'ArrowRight', 'ArrowLeft'])
    await page.keyboard.press(key)
  assert.deepEqual(await shown(), ['panel-lobby', 'panel-calls'])
  assert.equal(await page.evaluate('document.activeElement.id'), 'tab-calls')
  await page.setViewportSize(PHONE)
  await page.locator('#panel-lobby').waitFor({ state: 'hidden' })
  assert.deepEqual(await shown(), ['panel-calls'])
  await tab(page, 'Lobby')
  assert.deepEqual(await shown(), ['panel-lobby'])
})

function tab(page: Page, name: string): Promise<void> {
  return page.getByRole('tab', { name }).click()
}

type Visit = {
  world: World
  browser: Browser
  page: Page
  /** Posts a delivery to the casino as Coffer would. */
  deliver: (wish: Parameters<typeof postDelivery>[1]) => Promise<Response>
}

/** The casino’s page, whose casino is subscribed to settled rounds. */
async function visit(t: Parameters<typeof startWorld>[0], viewport = WIDE): Promise<Visit> {
  const browser = await openBrowser(t)
  const world = await startWorld(t)
  const { operatorId, slug } = world.operator
  const url = world.casino.webhookUrl(slug)
  const made = await createEndpoint(world.service.ctx, { operatorId, url, types: ['round_settled'], actor: 'test' })
  world.casino.addOperator({ ...world.operator, webhookSecret: made.secret, webhookEndpointId: made.endpointId })
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' })
  page.on('pageerror', (error) => assert.fail(`the page threw ${error.message}`))
  await page.goto(`${world.casino.url}/c/${slug}?player=ann`)
  await page.getByTestId('box-card').first().waitFor()
  const now = () => world.clock.now().getTime()
  const deliver: Visit['deliver'] = (wish) => postDelivery(url, { secret: made.secret, now: now(), ...wish })
  return { world, browser, page, deliver }
}
