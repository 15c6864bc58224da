import type { Page } from 'playwright-core'

/** The errors that a page throws, and what its content security policy refuses, from now on. */
export function watchFaults(page: Page): readonly string[] {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  page.on('console', (line) => line.text().includes('Content Security Policy') && faults.push(line.text()))
  return faults
}
