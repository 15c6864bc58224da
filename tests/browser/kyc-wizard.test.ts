import assert from 'node:assert/strict'
import { before, type TestContext, test } from 'node:test'
import { papersOf } from '@coffer/fixtures'
import type { Browser, Page } from 'playwright-core'
import { assertAccessible, assertTouchable } from '../support/accessible.ts'
import { handIn, mintLink } from '../support/kyc.ts'
import { BRAM, ZOFIA } from '../support/kyc-people.ts'
import { DOT, takePhotos } from '../support/kyc-photos.ts'
import {
  browserOf,
  closeWindow,
  faultsOf,
  fillInWizard,
  goOnInVain,
  inputOf,
  pause,
  readAfterSave,
  reloadWhileSaving,
  saved,
} from '../support/kyc-wizard.ts'
import { OLD_BROWSER } from '../support/old-browser.ts'
import { routeFirst } from '../support/page-requests.ts'
import { openBrowser } from '../support/shared-browser.ts'
import { startWorld, type World } from '../support/world.ts'

const PHONE = { width: 390, height: 844 }
const NARROW = { width: 320, height: 640 }
const LANGUAGES = ['en', 'de', 'es', 'fr', 'pt', 'tr', 'ar']
const { details, address, document } = ZOFIA.answers
const PAPERS = papersOf(details.legalName)
/** What the page that opened the wizard has heard. */
const HEARD = 'globalThis.heard'
/** The same, as soon as there is something: one window is told by another in its own time. */
const FIRST_HEARD = `new Promise((resolve) => {
  const look = () => (${HEARD}.length > 0 ? resolve(${HEARD}) : setTimeout(look, 20))
  look()
})`
/** Where the focus is as soon as a click on the button of the step has been answered. */
const FOCUS_AFTER_CLICK = `document.querySelector('[data-testid=go-on]').click()
  new Promise((resolve) => setTimeout(() => resolve(document.activeElement.dataset.testid)))`
/** How the text runs, and what became of the letters that the page brings along. */
const LETTERS = 'document.fonts.ready.then((fonts) => [document.dir, ...[...fonts].map(({ status }) => status)])'
const LISTEN = `${HEARD} = []; addEventListener('message', ({ data, origin }) => ${HEARD}.push({ data, origin }))`

let world: World
let browser: Browser

before(async (t) => {
  world = await startWorld(t as TestContext, { operators: { aurum: { settings: { kyc: { enabled: true } } } } })
  browser = await openBrowser(t as TestContext)
})

test('on a phone, step by step: what is missing is told where it is missing, and each screen passes the rules', async () => {
  const { opener, wizard } = await openWizard('ann')
  const origins = new Set<string>()
  wizard.on('request', (request) => origins.add(new URL(request.url()).origin))
  const judge = async (screen: string) => {
    await assertAccessible(wizard, screen)
    await assertTouchable(wizard, screen)
  }
  assert.equal(wizard.url(), `${world.baseUrl}/kyc?locale=en`, 'the token has left the address')
  await agreeByKeyboard(wizard, judge)
  await fillInDetails(wizard, judge)
  await fillInAddress(wizard, judge)

  await at(wizard, 'document')
  await wizard.goBack()
  await at(wizard, 'address')
  await wizard.getByTestId('go-on').tap()
  await fillInDocument(wizard, judge)
  await wizard.getByTestId('go-on').tap()
  await at(wizard, 'selfie')
  await goOnInVain(wizard, ['images.selfie'])
  await takeSelfieWithoutCamera(wizard, judge)
  await wizard.getByTestId('go-on').tap()

  await at(wizard, 'review')
  await wizard.reload()
  await wizard.getByTestId('review-selfie').waitFor()
  await judge('review')
  await reviewShows(wizard)
  await wizard.getByTestId('go-on').tap()
  await wizard.getByTestId('done').waitFor()
  await judge('handed in')
  const told = { data: { source: 'coffer', type: 'kyc.completed', status: 'SUBMITTED' }, origin: world.baseUrl }
  assert.deepEqual(await opener.evaluate(FIRST_HEARD), [told])
  assert.deepEqual([...origins], [world.baseUrl], 'nothing comes from anywhere else')
  assert.equal(await wizard.evaluate('localStorage.length + sessionStorage.length'), 0, 'the browser keeps nothing')
  await closeWindow(wizard)
})

test('in every language it fits 320 px at every step, and in Arabic it runs from right to left', async () => {
  const { wizard } = await openWizard('ben', { locale: 'ar-EG' })
  await wizard.setViewportSize(NARROW)
  const look = async (step: string) => {
    assert.equal(await wizard.evaluate('document.dir + document.documentElement.lang'), 'rtlar')
    if (step === 'document') await assertAccessible(wizard, `${step} in Arabic`)
    const texts = new Set<string>()
    for (const language of LANGUAGES) {
      await wizard.getByTestId('language').selectOption(language)
      await wizard.locator(`:root[lang=${language}]`).waitFor()
      const wider = await wizard.evaluate('document.documentElement.scrollWidth - innerWidth')
      assert.ok(Number(wider) <= 0, `${step} in ${language} fits`)
      texts.add(await wizard.locator('h1').innerText())
    }
    assert.equal(texts.size, LANGUAGES.length, `the title of ${step} is told in each language`)
  }
  await fillInWizard(wizard, BRAM.answers, look)
  await wizard.getByTestId('done').waitFor()
  await look('done')
  assert.equal(wizard.url(), `${world.baseUrl}/kyc?locale=ar`, 'the language that was chosen stays over a reload')
})

test('a language that has no words here is English', async () => {
  const { wizard } = await openWizard('cleo', { locale: 'ja' })
  assert.equal(await wizard.evaluate('document.documentElement.lang'), 'en')
})

test('an old browser on plain http: a verification is filled in and sent', async () => {
  const context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' })
  await context.addInitScript(OLD_BROWSER)
  const wizard = await context.newPage()
  wizard.on('pageerror', (error) => assert.fail(`the page threw ${error.message}`))
  await wizard.goto(await mintLink(world.operator, 'gil', BRAM))
  await at(wizard, 'consent')
  await fillInWizard(wizard, BRAM.answers)
  await wizard.getByTestId('done').waitFor()
})

test('a link that was used, or a page that a newer or another link took over, says what to do and keeps what was typed', async () => {
  const { wizard, kycUrl } = await openWizard('dora')
  const other = await (await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' })).newPage()
  await other.clock.install()
  await other.goto(`${world.baseUrl}/kyc?locale=ar`)
  assert.deepEqual(await other.evaluate(LETTERS), ['rtl', 'loaded', 'loaded'], 'Arabic letters come along')
  await assertAccessible(other, 'expired link in Arabic')
  await other.goto(kycUrl)
  await other.getByText('This link has ended').waitFor()
  await assertAccessible(other, 'expired link')
  await wizard.locator('#field-consent').check()
  await wizard.getByTestId('go-on').click()
  await at(wizard, 'details')
  await wizard.locator('[name="details.legalName"]').fill(details.legalName)
  await saved(wizard)

  await other.goto(await mintLink(world.operator, 'dora', ZOFIA))
  await at(other, 'details')
  assert.equal(await other.locator('[name="details.legalName"]').inputValue(), details.legalName)
  await wizard.locator('[name="details.taxId"]').fill(details.taxId)
  await pause(wizard)
  await wizard.getByTestId('ended').waitFor()
  await wizard.getByText('Open the verification again from').waitFor()
  await assertAccessible(wizard, 'ended page')

  const another = await other.context().newPage()
  await another.goto(await mintLink(world.operator, 'dirk', BRAM))
  await at(another, 'consent')
  await other.locator('[name="details.taxId"]').fill(details.taxId)
  await pause(other)
  await other.getByTestId('ended').waitFor()
  await another.reload()
  await at(another, 'consent')
  await another.locator('#field-consent').check()
  await another.getByTestId('go-on').click()
  await at(another, 'details')
  assert.equal(await another.locator('[name="details.taxId"]').inputValue(), '', 'it is somebody else’s page')
})

test('whoever opened it from another origin than the one of the link, or by a link of none, hears nothing, and a frame shows nothing', async () => {
  await hearsNothing('emil', undefined)
  const opener = await hearsNothing('egon', 'https://casino.example')
  const kycUrl = await mintLink(world.operator, 'fay', ZOFIA)
  const isRefused = await opener.evaluate(`new Promise((resolve) => {
    const frame = document.createElement('iframe')
    frame.onload = () => resolve(frame.contentDocument === null)
    frame.src = '${kycUrl}'
    document.body.append(frame)
  })`)
  assert.equal(isRefused, true, 'the browser shows its own page in the place of ours')
  assert.equal(await opener.frameLocator('iframe').locator('.step').count(), 0)
})

test('a link: reading takes nothing, two tabs share it, a late page has ended', async () => {
  const kycUrl = await mintLink(world.operator, 'gina', ZOFIA)
  const context = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' })
  const [first, second] = [await context.newPage(), await context.newPage()]
  const late = await (await browser.newContext()).newPage()
  const scriptless = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
  assert.equal((await scriptless.goto(kycUrl))?.status(), 200)
  await routeFirst(first, '**/kyc/api/open', (route) => route.abort())
  await first.goto(kycUrl)
  await first.locator('[data-testid=failure][data-code=OFFLINE]').waitFor()
  await first.reload()
  await at(first, 'consent')
  assert.equal(first.url(), `${world.baseUrl}/kyc?locale=en`, 'the token has left the address')
  await second.goto(kycUrl)
  await at(second, 'consent')
  await first.reload()
  await at(first, 'consent')
  assert.equal((await scriptless.reload())?.status(), 410)

  const other = await mintLink(world.operator, 'gwen', BRAM)
  const opens = Promise.withResolvers<void>()
  await routeFirst(late, '**/kyc/api/open', (route) => opens.promise.then(() => route.continue()))
  const sent = late.waitForRequest('**/kyc/api/open')
  await late.goto(other)
  await sent
  await second.goto(other)
  await at(second, 'consent')
  opens.resolve()
  await late.getByText('This link has ended').waitFor()
})

test('a photo: kept as it was taken, whatever a browser does to canvases', async () => {
  const { wizard } = await openWizard('hana')
  await (await browserOf(world, wizard)).draft({ consent: true, details, address })
  await takePhotos(world, wizard, Buffer.from(PAPERS.front))
})

/** Hands a player's verification in, and sees that the page that opened it is told nothing. */
async function hearsNothing(player: string, returnOrigin: string | undefined): Promise<Page> {
  const { opener, wizard } = await openWizard(player, { returnOrigin })
  await handIn(await browserOf(world, wizard), BRAM)
  await wizard.reload()
  await wizard.getByTestId('done').waitFor()
  await opener.evaluate(`new Promise((resolve) => {
    addEventListener('message', ({ data }) => data === 'the last one' && resolve())
    postMessage('the last one')
  })`)
  assert.deepEqual(await opener.evaluate(`${HEARD}.map(({ data }) => data)`), ['the last one'])
  return opener
}

/** Opens a player's link as a casino's page does: in a popup of a phone's browser. */
async function openWizard(player: string, link: { locale?: string; returnOrigin?: string | undefined } = {}) {
  const context = await browser.newContext({
    viewport: PHONE,
    hasTouch: true,
    reducedMotion: 'reduce',
    locale: 'en-GB',
  })
  await context.clock.install()
  const opener = await context.newPage()
  await opener.goto(world.casino.url)
  await opener.evaluate(LISTEN)
  const kycUrl = await mintLink(world.operator, player, ZOFIA, {
    returnOrigin: new URL(world.casino.url).origin,
    ...link,
  })
  const [wizard] = await Promise.all([opener.waitForEvent('popup'), opener.evaluate(`void open('${kycUrl}')`)])
  wizard.on('pageerror', (error) => assert.fail(`the page threw ${error.message}`))
  await at(wizard, 'consent')
  return { opener, wizard, kycUrl }
}

type Judge = (screen: string) => Promise<void>

async function agreeByKeyboard(wizard: Page, judge: Judge): Promise<void> {
  await judge('consent')
  await goOnInVain(wizard, ['consent'])
  await judge('consent that is missing')
  await wizard.keyboard.press('Tab')
  await wizard.keyboard.press('Enter')
  assert.equal(await focusedId(wizard), 'field-consent', 'the list of faults leads to the field')
  await wizard.keyboard.press('Space')
  await wizard.keyboard.press('Enter')
}

async function fillInDetails(wizard: Page, judge: Judge): Promise<void> {
  await at(wizard, 'details')
  assert.match(await focusedText(wizard), /^Step 2 of 6: /, 'the heading says where one is')
  await goOnInVain(wizard, ['details.legalName', 'details.dateOfBirth', 'details.taxId'])
  await judge('details')
  await wizard.locator('[name="details.legalName"]').focus()
  await wizard.locator('[name="details.legalName"]').fill('Zofia\u202e Quellenburg')
  await wizard
    .locator('[data-testid=fault][data-path="details.legalName"]')
    .getByText('could not be accepted')
    .waitFor()
  await wizard.locator('[name="details.legalName"]').fill('')
  for (const text of [details.legalName, '13', '31', '1987', details.taxId]) {
    await wizard.keyboard.type(text)
    await wizard.keyboard.press('Tab')
  }
  assert.equal(await wizard.evaluate(FOCUS_AFTER_CLICK), 'summary', 'the focus never moves once one types again')
  assert.deepEqual(await faultsOf(wizard), ['details.dateOfBirth'], 'there is no thirteenth month')
  await wizard.locator('[name="details.dateOfBirth.month"]').fill('3')
  await wizard.locator('[name="details.dateOfBirth.day"]').fill('19')
  assert.equal(await inputOf(wizard, 'details.dateOfBirth.month'), '3', 'a day that is whole stays as it was typed')
  await wizard.getByTestId('go-on').tap()
}

async function fillInAddress(wizard: Page, judge: Judge): Promise<void> {
  await at(wizard, 'address')
  await goOnInVain(wizard, ['address.country', 'address.line1', 'address.postalCode', 'address.city'])
  await judge('address')
  for (const [country, fields] of Object.entries({ HK: [0, 1], SG: [1, 0], XK: [1, 0], US: [1, 1] })) {
    await wizard.locator('[name="address.country"]').selectOption(country)
    const shown = ['postalCode', 'state'].map((name) => wizard.locator(`[name="address.${name}"]`).count())
    assert.deepEqual(await Promise.all(shown), fields, `the postal code and the region of ${country}`)
  }
  await wizard.locator('[name="address.country"]').selectOption('')
  await saved(wizard)
  await wizard.locator('[name="address.city"]').fill(address.city)
  await readAfterSave(world, wizard, (answers) => answers.address.city === address.city)
  await wizard.reload()
  await at(wizard, 'address')
  assert.equal(await inputOf(wizard, 'address.city'), address.city, 'a reload keeps what was typed')
  await reloadWhileSaving(world, wizard, address)
  await wizard.locator('[name="address.country"]').selectOption(address.country)
  await saved(wizard)
  await wizard.getByTestId('go-on').tap()
}

async function fillInDocument(wizard: Page, judge: Judge): Promise<void> {
  await at(wizard, 'document')
  const missing = ['document.type', 'document.number', 'document.expiresOn', 'images.front', 'images.back']
  await goOnInVain(wizard, missing)
  await judge('document')
  await wizard.locator('[value=passport]').check({ force: true })
  assert.equal(await wizard.getByTestId('photo-back').count(), 0, 'a passport has one page that counts')
  await wizard.locator('[value=id_card]').check({ force: true })
  await wizard.locator('[name="document.number"]').fill(document.number)
  for (const [unit, text] of Object.entries({ day: '31', month: '7', year: '2019' })) {
    await wizard.locator(`[name="document.expiresOn.${unit}"]`).fill(text)
  }
  await wizard.getByTestId('expired').waitFor()
  await judge('a document that has expired')
  await wizard.locator('#never-expires').check()
  await wizard.getByTestId('expired').waitFor({ state: 'detached' })
  assert.equal(await inputOf(wizard, 'document.expiresOn.year'), '', 'no day is shown where there is none')
  await choose(wizard, 'front', { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('no photo') })
  await wizard.locator('[data-testid=photo-fault][data-fault=NOT_AN_IMAGE]').waitFor()
  await choose(wizard, 'front', { name: 'dot.png', mimeType: 'image/png', buffer: DOT })
  await wizard.locator('[data-testid=photo-fault][data-fault=TOO_SMALL]').waitFor()
  await judge('a photo that is too small')
  await choose(wizard, 'front')
  await wizard.locator('[data-testid=photo-front][data-kept=true]').waitFor()

  await routeFirst(wizard, '**/images/back', (route) => route.abort())
  await choose(wizard, 'back')
  await wizard.locator('[data-testid=failure][data-code=OFFLINE]').waitFor()
  await judge('a photo that could not be sent')
  await wizard.getByTestId('retry-back').tap()
  await wizard.locator('[data-testid=photo-back][data-kept=true]').waitFor()
}

/** Where there is no camera, its screen says so and offers a file. */
async function takeSelfieWithoutCamera(wizard: Page, judge: Judge): Promise<void> {
  await wizard.getByTestId('take-selfie').tap()
  await wizard.getByTestId('capture-selfie').waitFor()
  await wizard.keyboard.press('Escape')
  await wizard.locator('[data-testid=take-selfie]:focus').tap()
  await wizard.getByTestId('capture-selfie').waitFor()
  await judge('no camera')
  await wizard.getByTestId('capture-selfie').setInputFiles(fileOf('selfie'))
  await wizard.locator('[data-testid=photo-selfie][data-kept=true]').waitFor()
}

async function reviewShows(wizard: Page): Promise<void> {
  const text = (part: string) => wizard.getByTestId(`review-${part}`).innerText()
  assert.match(await text('details'), /19 March 1987/)
  assert.match(await text('address'), /Austria/)
  assert.match(await text('document'), /Does not expire/)
  const shown =
    "Promise.all([...document.querySelectorAll('.thumbnail')].map((image) => image.decode().then(() => true)))"
  assert.deepEqual(await wizard.evaluate(shown), [true, true, true], 'the photos come from the service')
  await wizard.getByTestId('review-address').getByRole('button').tap()
  await at(wizard, 'address')
  await wizard.locator('[name="address.line2"]').fill('Hinterhaus')
  await wizard.getByTestId('go-on').tap()
  await at(wizard, 'review')
  assert.match(await text('address'), /Hinterhaus/)
}

const at = (wizard: Page, step: string) => wizard.locator(`main[data-step=${step}]`).waitFor()

type Kind = keyof typeof PAPERS

const fileOf = (kind: Kind) => ({ name: `${kind}.png`, mimeType: 'image/png', buffer: Buffer.from(PAPERS[kind]) })

function choose(wizard: Page, kind: Kind, file = fileOf(kind)): Promise<void> {
  return wizard.getByTestId(`choose-${kind}`).setInputFiles(file)
}

const focusedId = (page: Page) => page.evaluate<string>('document.activeElement.id')
const focusedText = (page: Page) => page.evaluate<string>('document.activeElement.textContent')
