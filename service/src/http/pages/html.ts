import { createHash } from 'node:crypto'
import { STYLE } from './style.ts'

/** Markup that may be sent as it is. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = Html | string | number | null | undefined | readonly Part[]

/** Builds markup; every value that is not markup itself is escaped. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + render(parts[index - 1]) + string))
}

function render(part: Part): string {
  if (part === null || part === undefined) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(render).join('')
  return escaped(String(part))
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

/** A text of ours in which backticks mark code. */
export function withCode(text: string): Html[] {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
}

const OWN_STYLE = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`

/** Only the one style sheet inside the page; no script, no frame around it. */
export const PAGE_POLICY = pagePolicy()
/** The same for a page that brings its letters along. */
export const LETTERS_POLICY = pagePolicy({ styles: `${OWN_STYLE} 'self'`, fonts: "'self'" })

/** The policy of one of our own pages. `frameAncestors` null: any page may frame it. */
export function pagePolicy({
  styles = OWN_STYLE,
  fonts = "'none'",
  frameAncestors = "'none'",
}: {
  styles?: string
  fonts?: string
  frameAncestors?: string | null
} = {}): string {
  const rules = [
    "default-src 'none'",
    `style-src ${styles}`,
    `font-src ${fonts}`,
    "img-src 'self' data:",
    "form-action 'none'",
    "base-uri 'none'",
  ]
  if (frameAncestors !== null) rules.push(`frame-ancestors ${frameAncestors}`)
  return rules.join('; ')
}

export type PageOptions = {
  language?: string
  /** For people who have nothing to do with the rest of the house: without a way to it. */
  isAlone?: boolean
  /** The address of a style sheet with letters that not every device has. */
  letters?: string | null
}

/** A whole page of the house. */
export function page(
  title: string,
  body: Html,
  { language = 'en', isAlone = false, letters = null }: PageOptions = {},
): string {
  const ways = html`<header><a class="mark" href="/">Coffer</a><nav><a href="/docs">Reference</a><a href="/docs/errors">Errors</a><a href="/fairness/verify">Verify a round</a></nav></header>`
  return html`<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${title}</title>
${letters === null ? null : html`<link rel="stylesheet" href="${letters}">`}
<style>${new Html(STYLE)}</style>
</head>
${isAlone ? html`<body class="is-alone">` : html`<body>`}
${isAlone ? null : ways}
<main>${body}</main>
</body>
</html>
`.text
}
