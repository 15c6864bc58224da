import { readFileSync } from 'node:fs'
import type { TestContext } from 'node:test'
import type { StaffRole } from '@coffer/contract/permissions'
import { parse } from 'csv-parse/sync'
import type { BrowserContext, Page } from 'playwright-core'
import { watchFaults } from './page-faults.ts'
import { openBrowser } from './shared-browser.ts'
import { staffLink } from './staff.ts'
import type { TestOperator, World } from './world.ts'

const SCREEN = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
/** Set explicitly: the default locale of a headless browser may be invalid for `Intl`. */
const LOCALE = 'en-US'

/** A new member of staff: of an operator, or of the platform when there is none. */
export type Person = { email: string; roles: StaffRole[]; operator?: TestOperator | undefined }

/** The admin in a browser of its own, as one person sees it. */
export type AdminPage = { context: BrowserContext; page: Page; faults: readonly string[] }

/** Signs a new member of staff in to the admin, at a path such as `/staff`. */
export async function openAdminPage(t: TestContext, world: World, person: Person, path: string): Promise<AdminPage> {
  const context = await (await openBrowser(t)).newContext({ viewport: SCREEN, reducedMotion: 'reduce', locale: LOCALE })
  const page = await context.newPage()
  const faults = watchFaults(page)
  const token = await staffLink(world, person.email, person.roles, person.operator)
  await page.goto(`${world.baseUrl}/admin${path}#token=${token}`)
  return { context, page, faults }
}

/** Chooses the dark colour scheme, and opens the same address in the same session on a phone. The caller closes the phone's context. */
export async function openDarkPhone({ context, page }: Pick<AdminPage, 'context' | 'page'>): Promise<Page> {
  await page.getByLabel('Colour scheme').getByText('Dark').click()
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()
  const storageState = await context.storageState()
  const phone = { viewport: PHONE, hasTouch: true, isMobile: true, locale: LOCALE, storageState }
  const small = await (await context.browser()!.newContext(phone)).newPage()
  await small.goto(page.url())
  return small
}

/** Waits until a screen with this title is open. */
export function heading(page: Page, name: string): Promise<void> {
  return page.getByRole('heading', { level: 1, name }).waitFor()
}

/** The file that "Export CSV" downloads: its name, and its rows by column. */
export async function exportCsv(page: Page): Promise<{ name: string; rows: Record<string, string>[] }> {
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const file = await download
  const rows: Record<string, string>[] = parse(readFileSync(await file.path()), { columns: true, bom: true })
  return { name: file.suggestedFilename(), rows }
}
