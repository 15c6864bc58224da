import assert from 'node:assert/strict'
import type { KycAnswers } from '@coffer/contract/kyc-answers'
import { papersOf } from '@coffer/fixtures'
import type { Page } from 'playwright-core'
import { eventually } from './eventually.ts'
import { browserWith, type KycBrowser } from './kyc.ts'
import { routeFirst } from './page-requests.ts'
import { openPool } from './rows.ts'
import type { World } from './world.ts'

/** Goes through every step of the verification page, with a person's own papers, and hands it in. `look` is called at each step. */
export async function fillInWizard(
  wizard: Page,
  { details, address, document }: KycAnswers,
  look: (step: string) => Promise<void> = async () => {},
): Promise<void> {
  const goOn = () => wizard.getByTestId('go-on').click()
  const at = async (step: string) => {
    await wizard.locator(`main[data-step=${step}]`).waitFor()
    await look(step)
  }
  const papers = papersOf(details.legalName)
  const photo = async (kind: keyof typeof papers) => {
    const file = { name: `${kind}.png`, mimeType: 'image/png', buffer: Buffer.from(papers[kind]) }
    await wizard.getByTestId(`choose-${kind}`).setInputFiles(file)
    await wizard.locator(`[data-testid=photo-${kind}][data-kept=true]`).waitFor()
  }
  await at('consent')
  await wizard.locator('#field-consent').check()
  await goOn()
  await at('details')
  await wizard.locator('[name="details.legalName"]').fill(details.legalName)
  await fillDay(wizard, 'details.dateOfBirth', details.dateOfBirth)
  await wizard.locator('[name="details.taxId"]').fill(details.taxId)
  await goOn()
  await at('address')
  await wizard.locator('[name="address.country"]').selectOption(address.country)
  for (const line of ['line1', 'postalCode', 'city'] as const) {
    await wizard.locator(`[name="address.${line}"]`).fill(address[line])
  }
  await goOn()
  await at('document')
  await wizard.locator(`[name="document.type"][value=${document.type}]`).check({ force: true })
  await wizard.locator('[name="document.number"]').fill(document.number)
  await fillDay(wizard, 'document.expiresOn', document.expiresOn)
  await photo('front')
  await photo('back')
  await goOn()
  await at('selfie')
  await photo('selfie')
  await goOn()
  await at('review')
  await goOn()
}

const SAVES_AFTER_MS = 800

/** The player types nothing for so long that the page saves what was typed. Its clock must be installed. */
export const pause = (wizard: Page) => wizard.clock.runFor(SAVES_AFTER_MS)

export async function saved(wizard: Page): Promise<void> {
  await pause(wizard)
  await wizard.locator('[data-testid=saved][data-is=saved]').waitFor()
}

/** The browser of a page that has taken its link. */
export async function browserOf(world: World, wizard: Page): Promise<KycBrowser> {
  const [cookie] = await wizard.context().cookies(`${world.baseUrl}/kyc`)
  return browserWith(world, `${cookie!.name}=${cookie!.value}`)
}

/** Holds the page's next read of its answers until the service has what the page before it sent as it was left. */
export async function readAfterSave(
  world: World,
  wizard: Page,
  isSaved: (answers: KycAnswers) => boolean,
): Promise<void> {
  const browser = await browserOf(world, wizard)
  await routeFirst(wizard, '**/kyc/api/page', async (route) => {
    await eventually(async () => isSaved((await browser.page()).answers as KycAnswers), 'the last save has arrived')
    await route.continue()
  })
}

export const inputOf = (wizard: Page, name: string) => wizard.locator(`[name="${name}"]`).inputValue()

/** Ends with the button that closes the window. The window may be gone before it has said that it was clicked. */
export async function closeWindow(wizard: Page): Promise<void> {
  const closed = wizard.waitForEvent('close')
  const clicked = wizard.getByTestId('close').click()
  await Promise.all([
    closed,
    clicked.catch((error) => {
      if (!wizard.isClosed()) throw error
    }),
  ])
}

async function fillDay(wizard: Page, name: string, day: string): Promise<void> {
  const [year, month, date] = day.split('-') as [string, string, string]
  for (const [unit, text] of Object.entries({ day: date, month, year })) {
    await wizard.locator(`[name="${name}.${unit}"]`).fill(text)
  }
}

/** Wants to go on and cannot: the faults stand at their fields, tied to them, and the list of them has the focus. */
export async function goOnInVain(wizard: Page, paths: string[]): Promise<void> {
  await wizard.getByTestId('go-on').tap()
  await wizard.locator('[data-testid=summary]:focus').waitFor()
  assert.deepEqual(await faultsOf(wizard), paths)
  assert.equal(await wizard.getByTestId('summary').getByRole('listitem').count(), paths.length)
  const untied = `[...document.querySelectorAll('[data-testid=fault]')].filter(({ id }) =>
    !document.querySelector('[aria-describedby~="' + id + '"]') && !id.includes('images')).length`
  assert.equal(await wizard.evaluate(untied), 0, 'each fault belongs to a field')
}

export function faultsOf(wizard: Page): Promise<string[]> {
  return wizard.evaluate("[...document.querySelectorAll('[data-testid=fault]')].map(({ dataset }) => dataset.path)")
}

/** The page reads again this long after it was left in the middle of a save. */
const LATE_MS = 1_000
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/**
 * The service is busy with one save, and what is typed meanwhile is sent by the page as it is left, before the new one is there. The new page
 * reads later, and shows both.
 */
export async function reloadWhileSaving(world: World, wizard: Page, address: KycAnswers['address']): Promise<void> {
  const [holder, looker] = [openPool(world.databaseUrl), openPool(world.databaseUrl)]
  await holder.query('begin')
  await holder.query('select from kyc_requests for update')
  await wizard.locator('[name="address.line1"]').fill(address.line1)
  await pause(wizard)
  await wizard.locator('[data-testid=saved][data-is=saving]').waitFor()
  await eventually(async () => (await looker.query(WAITING)).rowCount === 1, 'the first save waits for the row')
  await wizard.locator('[name="address.postalCode"]').fill(address.postalCode)
  await readAfterSave(world, wizard, (answers) => answers.address.postalCode === address.postalCode)
  const opens = Promise.withResolvers<void>()
  await routeFirst(wizard, '**/kyc?*', (route) => opens.promise.then(() => route.continue()))
  const sent = wizard.waitForRequest('**/draft')
  const page = wizard.waitForEvent('requestfinished', (request) => request.isNavigationRequest())
  const read = wizard.waitForEvent('requestfinished', (request) => request.url().endsWith('/kyc/api/page'))
  const reloads = wizard.reload({ waitUntil: 'commit' })
  await sent
  opens.resolve()
  await reloads
  await holder.query('commit')
  await wizard.locator('main[data-step=address]').waitFor()
  const waitedMs = (await read).timing().startTime - (await page).timing().startTime
  assert.ok(waitedMs >= LATE_MS, `the new page reads after ${waitedMs} ms`)
  assert.equal(await inputOf(wizard, 'address.line1'), address.line1)
  assert.equal(await inputOf(wizard, 'address.postalCode'), address.postalCode, 'nothing is lost to a slow save')
}
