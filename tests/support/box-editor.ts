import type { Page } from 'playwright-core'
import { heading } from './admin-page.ts'
import type { TestOperator } from './world.ts'

/** Parts of the screens of boxes, as a user finds them. */

export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const rowOf = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text })
export const chance = (page: Page, item: string) => page.getByLabel(`Chance of ${item} in percent`)
export const newVersion = (page: Page) => page.getByRole('link', { name: 'New version', exact: true })
export const price = (page: Page) => page.getByLabel('Price (EUR)')

/** Opens a box of an operator, named by its key, from another screen of boxes. */
export async function openBox(
  { page, aurum }: { page: Page; aurum: TestOperator },
  key: string,
  name: string,
): Promise<void> {
  await page.goto(page.url().replace(/boxes.*/, `boxes/${aurum.boxes[key]!.boxId}`))
  await heading(page, name)
}

/** Adds a prize to a draft by the search of its editor. */
export async function addPrize(page: Page, search: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Add a prize' }).fill(search)
  await page.getByRole('option', { name }).click()
  await chance(page, name).waitFor()
}
