import assert from 'node:assert/strict'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Half-way through a fade nothing has the contrast that it is made with. */
const FADES_ARE_OVER = `Promise.all(
  document.getAnimations()
    .filter(({ effect }) => effect?.getTiming().iterations !== Infinity)
    .map((fade) => {
      fade.finish()
      return fade.finished.catch(() => {})
    }),
).then(() => undefined)`

/** What is pressed or chosen is at least 44 px high and wide; a box that only looks small has a label around it. */
const TOO_SMALL = `[...document.querySelectorAll('button, a[href], select, summary, label:has(input)')]
  .filter((node) => node.checkVisibility() && !node.closest('.skip-link'))
  .map((node) => [node.textContent.trim() || node.getAttribute('aria-label'), node.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < 44 || height < 44)
  .map(([name, { width, height }]) => name + ' ' + width + ' x ' + height)`

export async function assertTouchable(page: Page, screen: string): Promise<void> {
  assert.deepEqual(await page.evaluate(TOO_SMALL), [], `targets of ${screen}`)
}

/** The rules of accessibility hold, and nothing is wider than the page. */
export async function assertAccessible(page: Page, screen: string): Promise<void> {
  await page.evaluate(FADES_ARE_OVER)
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source)
  const { violations } = await page.evaluate(() =>
    (globalThis as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] }),
  )
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
  assert.deepEqual(found, [], `accessibility of ${screen}`)
  const overflow = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
  assert.equal(overflow, 0, `${screen} fits the width of the page`)
}
