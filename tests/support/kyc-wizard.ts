import assert from 'node:assert/strict'
import type { KycAnswers } from '@coffer/contract/kyc-answers'
import { papersOf } from '@coffer/fixtures'
import type { Page } from 'playwright-core'

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
