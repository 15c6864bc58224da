import { applyTheme, makeTheme } from '@coffer/web'

/** Dresses the page in the house theme with the operator's tokens. Tokens that would not be readable are mended and named in the console. */
export function wear(tokens: Readonly<Record<string, string>>): void {
  const theme = makeTheme(tokens)
  applyTheme(document.documentElement.style, theme)
  for (const { token, given, used, reason } of theme.corrections) {
    console.warn(`theme token ${token}: ${given} (${reason}), shown as ${used}`)
  }
}
