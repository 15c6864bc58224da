import { applyTheme, makeTheme } from '@coffer/web'

/** Dresses the page in the light house theme with the operator's tokens; what would not be readable is mended. */
export function wear(tokens: Readonly<Record<string, string>>): void {
  applyTheme(document.documentElement.style, makeTheme(tokens, 'light'))
}
