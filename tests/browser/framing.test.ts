import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, type TestContext, test } from 'node:test'
import { faults } from '@coffer/reference-operator'
import type { FrameLocator, Page } from 'playwright-core'
import { OLD_BROWSER } from '../support/old-browser.ts'
import { hurry } from '../support/page-time.ts'
import { openBrowser } from '../support/shared-browser.ts'
import { boxOf, startWorld, type TestOperator, type World } from '../support/world.ts'

/** A page that mounts games. */
const HOST = `<script>
function mount(id, src) {
  document.getElementById(id)?.remove()
  document.body.append(Object.assign(document.createElement('iframe'), { id, src, width: 400, height: 800 }))
}
function mountAgain(id) {
  mount(id, document.getElementById(id).src)
}
function setLocale(locale) {
  frames[0].postMessage({ source: 'coffer-host', v: 1, type: 'locale.set', payload: { locale } }, '*')
}
</script>`

/** Takes the storage of the tab away, as a browser may that keeps out third parties. */
const DENIED = `Object.defineProperty(globalThis, 'sessionStorage', {
  get: () => { throw new DOMException('denied', 'SecurityError') },
})`

let world: World
let aurum: TestOperator
let borealis: TestOperator
/** What the page of each operator has in its frame. */
const frames = { aurum: '', borealis: '' }
let pages: Record<keyof typeof frames | 'both', string>

before(async (context) => {
  const t = context as TestContext
  const framed = (src: string) => `<iframe src="${src}" width="400" height="800"></iframe>`
  pages = {
    aurum: await servePage(t, () => framed(frames.aurum)),
    borealis: await servePage(t, () => framed(frames.borealis)),
    both: await servePage(t, () => HOST),
  }
  world = await startWorld(t, {
    operators: {
      aurum: { settings: { allowedOrigins: [pages.aurum, pages.both], locales: ['en', 'de'] } },
      borealis: { settings: { allowedOrigins: [pages.borealis, pages.both] } },
    },
  })
  aurum = world.operators.aurum!
  borealis = world.operators.borealis!
})

test('the page of one operator cannot show the game of another’s player, though both may show their own', async (t) => {
  const page = await (await openBrowser(t)).newPage()
  const game = page.frameLocator('iframe')

  frames.aurum = await launchUrl(aurum, 'ann')
  await page.goto(pages.aurum)
  await game.locator('#app main').first().waitFor()
  assert.equal(await game.locator('[data-code=FOREIGN_PAGE]').count(), 0)

  frames.borealis = await launchUrl(aurum, 'ann')
  await page.goto(pages.borealis)
  await game.locator('[data-code=FOREIGN_PAGE]').waitFor()
  assert.equal(await game.getByTestId('open-box').count(), 0, 'nothing can be clicked in it')
  await page.reload()
  await game.locator('[data-code]').waitFor()
  assert.equal(opens(), 0)
})

test('a frame that is moved or mounted again: the game goes on where the player was', async (t) => {
  const page = await hostPage(t)
  const game = await mount(page, 'one', await launchUrl(aurum, 'ann', { boxId: boxOf(aurum).boxId }))
  const vault = game.getByRole('heading', { level: 1, name: 'Vault' })
  const { faults: rules } = world.casino.wallet
  rules.push({ when: { type: 'wallet.debit' }, fault: faults.reset({ apply: true }) })
  await game.getByTestId('open-box').click()
  await game.getByTestId('confirming').waitFor()
  await page.evaluate('document.body.append(document.getElementById("one"))')
  rules.length = 0
  await game.getByTestId('prize-card').first().waitFor()
  await game.getByTestId('vault-link').click()
  await vault.waitFor()

  await page.evaluate('document.body.append(document.getElementById("one"))')
  await vault.waitFor()
  await page.evaluate('mountAgain("one")')
  await vault.waitFor()
  assert.equal(opens(), 1)
  const tab = await page.frames()[1]!.evaluate('JSON.stringify([location.href, { ...sessionStorage }, history.state])')
  assert.doesNotMatch(String(tab), /lt_/, 'the launch token is kept nowhere')
})

test('frames of one tab: each keeps its own session until another player launches', async (t) => {
  const page = await hostPage(t)
  const minor = { ann: 50_001, cyd: 70_001, dan: 80_001 }
  for (const [player, balance] of Object.entries(minor)) {
    world.casino.wallet.setBalance(player === 'cyd' ? 'borealis' : 'aurum', player, 'EUR', balance)
  }
  const ann = await mount(page, 'ann', await launchUrl(aurum, 'ann'))
  const second = await mount(page, 'second', await launchUrl(aurum, 'ann'))
  const cyd = await mount(page, 'cyd', await launchUrl(borealis, 'cyd'))
  const reload = async () => {
    for (const frame of page.frames().slice(1)) {
      await Promise.all([frame.waitForNavigation(), frame.evaluate('void setTimeout(() => location.reload())')])
    }
  }
  const allShow = () => Promise.all([shows(ann, '500.01'), shows(second, '500.01'), shows(cyd, '700.01')])
  await allShow()
  for (const id of ['ann', 'second', 'cyd']) {
    await page.evaluate(`document.body.append(document.getElementById('${id}'))`)
  }
  await allShow()
  await second.getByTestId('vault-link').click()
  await reload()
  await allShow()

  const dan = await mount(page, 'ann', await launchUrl(aurum, 'dan'))
  await shows(dan, '800.01')
  await reload()
  await Promise.all([shows(dan, '800.01'), shows(cyd, '700.01')])
  await second.locator('[data-code=LAUNCH_TOKEN_INVALID]').waitFor()
})

test('a frame whose session is over: mounted again, it says so', async (t) => {
  const page = await hostPage(t)
  const url = await launchUrl(aurum, 'eve')
  const game = await mount(page, 'one', url)
  await game.getByTestId('balance').waitFor()
  // If it still sent requests when the session has ended, this frame would show the message.
  await page.evaluate('document.getElementById("one").remove()')
  world.clock.advance(31 * 60_000)
  await mount(page, 'one', url)
  await game.locator('[data-code=SESSION_EXPIRED]').waitFor()
  await page.evaluate('mountAgain("one")')
  await game.locator('[data-code=LAUNCH_TOKEN_CONSUMED]').waitFor()
})

test('a frame without storage: plays, and mounted again says that its launch is used', async (t) => {
  const page = await hostPage(t, DENIED)
  const game = await mount(page, 'one', await launchUrl(aurum, 'fay', { boxId: boxOf(aurum).boxId }))
  await game.getByTestId('open-box').click()
  await game.getByTestId('prize-card').first().waitFor()
  await page.evaluate('mountAgain("one")')
  await game.locator('[data-code=LAUNCH_TOKEN_CONSUMED]').waitFor()
})

test('locale.set: takes what a locale of the operator serves, and leaves the rest', async (t) => {
  const page = await hostPage(t)
  const game = await mount(page, 'one', await launchUrl(aurum, 'gus', { boxId: boxOf(aurum).boxId }))
  const rtp = game.getByTestId('rtp')
  const set = (locale: unknown) => page.evaluate(`setLocale(${JSON.stringify(locale)})`)
  await rtp.filter({ hasText: '93.' }).waitFor()
  for (const locale of ['de-DE', 'DE_at', 'De']) {
    await set(locale)
    await rtp.filter({ hasText: '93,' }).waitFor()
    for (const strange of ['pt-BR', `de${'-x'.repeat(100_000)}!`, 'deu', '', 7, ['en'], null]) await set(strange)
    await set('EN_us')
    await rtp.filter({ hasText: '93.' }).waitFor()
  }
})

test('an old browser on plain http: a box is opened, and its round verified', async (t) => {
  const page = await hostPage(t, OLD_BROWSER)
  await page.goto(await launchUrl(aurum, 'hal', { boxId: boxOf(aurum).boxId }))
  await page.getByTestId('open-box').click()
  await page.getByTestId('prize-card').first().waitFor()
  await page.getByText('How you can check every draw').click()
  await page.getByText('Fingerprint of the server seed').waitFor()
  assert.equal(await page.getByRole('button', { name: /^Copy/ }).count(), 0, 'nothing is offered that cannot be done')

  const [round] = (await aurum.coffer.listRounds({ playerExternalId: 'hal' })).rounds
  await page.goto(`${world.baseUrl}/fairness/verify?round=${round!.publicId}`)
  await page.getByText('The seed is not revealed yet').waitFor()
})

test('a preview of the game takes no message from a page of another origin', async (t) => {
  const page = await hostPage(t)
  // The browser reports that the message of the preview was not for this page. The preview listens by then.
  const isReady = page.waitForEvent('console', (message) => message.text().includes('postMessage'))
  const game = await mount(page, 'preview', `${world.baseUrl}/play/preview`)
  await isReady
  const preview = page.frames()[1]!
  await preview.evaluate(`received = new Promise((resolve) => addEventListener('message', resolve, { once: true }))
    undefined`)
  await page.evaluate(`frames[0].postMessage({ source: 'coffer-admin', v: 1, type: 'preview', payload: {} }, '*')`)
  await preview.evaluate('received.then(() => undefined)')
  await game.locator('main[aria-busy=true]').waitFor()
  await page.goto(`${world.baseUrl}/play/preview`)
  await page.locator('[data-code=NOT_IN_PREVIEW]').waitFor()
  await page.route(/start-preview/, (route) => route.abort())
  await page.reload()
  await page.locator('[data-code=OFFLINE]').waitFor()
})

async function launchUrl(operator: TestOperator, playerExternalId: string, target = {}): Promise<string> {
  return (await operator.coffer.createLaunch({ playerExternalId, gameKey: 'mystery_box', target })).launchUrl
}

/** Opens the page that both operators allow. */
async function hostPage(t: TestContext, script = ''): Promise<Page> {
  const context = await (await openBrowser(t)).newContext({ reducedMotion: 'reduce' })
  await hurry(context)
  if (script !== '') await context.addInitScript(script)
  const page = await context.newPage()
  page.on('pageerror', (error) => assert.fail(`the page threw ${error.message}`))
  await page.goto(pages.both)
  return page
}

async function mount(page: Page, id: string, launchUrl: string): Promise<FrameLocator> {
  await page.evaluate(`mount(${JSON.stringify(id)}, ${JSON.stringify(launchUrl)})`)
  return page.frameLocator(`#${id}`)
}

function shows(game: FrameLocator, balance: string): Promise<void> {
  return game.getByTestId('balance').filter({ hasText: balance }).waitFor()
}

/** Serves a page of an origin of its own. */
async function servePage(t: TestContext, html: () => string): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><body>${html()}`)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function opens(): number {
  return world.casino.wallet.ledger('aurum', 'ann').filter(({ type }) => type === 'debit').length
}
