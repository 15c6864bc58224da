import { features } from 'web-features'
import { OLDEST_BROWSERS } from '../../../scripts/build/browsers.ts'
import type { SourceFile } from './source-tree.ts'
import { isNode, type Node, syntaxOf } from './syntax.ts'

/** A part of the web platform, by its key in the data that the makers of browsers keep → whether each of our oldest browsers has it. */
const isSupported = new Map<string, boolean>()
/** The last word of a key → the keys that end in it. */
const keysOf = new Map<string, string[]>()

for (const feature of Object.values(features)) {
  if (feature.kind !== 'feature') continue
  for (const [key, { support }] of Object.entries<{ support: Readonly<Record<string, string>> }>(
    (feature.status.by_compat_key ?? {}) as never,
  )) {
    // What only a mouse has is missing on phones.
    const asked = Object.entries(OLDEST_BROWSERS).filter(([browser]) => !key.startsWith('css.') || !/_/.test(browser))
    isSupported.set(
      key,
      asked.every(([browser, oldest]) => isAtMost(support[browser], oldest)),
    )
    const name = key.slice(key.lastIndexOf('.') + 1)
    keysOf.set(name, [...(keysOf.get(name) ?? []), key])
  }
}

function isAtMost(since: string | undefined, oldest: string): boolean {
  const [major = 0, minor = 0] = (since ?? 'never').split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split('.').map(Number)
  return major < oldestMajor || (major === oldestMajor && minor <= oldestMinor)
}

/** The first of the keys, when none that is known is supported: a word that also names something older is let be. */
function tooNew(keys: readonly string[]): string[] {
  const known = keys.filter((key) => isSupported.has(key))
  return known.length > 0 && !known.some((key) => isSupported.get(key)) ? [known[0]!] : []
}

/** Objects that stand everywhere, and what they are. */
const STANDING: Readonly<Record<string, string>> = {
  ...{ window: 'Window', globalThis: 'Window', document: 'Document', navigator: 'Navigator', location: 'Location' },
  ...{ history: 'History', crypto: 'Crypto', performance: 'Performance', screen: 'Screen' },
}
/** What only a page has that came over https, or from the machine itself. */
const SECURE = new Set(['crypto.randomUUID', 'crypto.subtle', 'navigator.mediaDevices', 'navigator.serviceWorker'])
/** What a page holds instances of. */
const HELD =
  /^(javascript\.builtins|api\.(Abort|Blob|Document|Element|Event|File|Form|HTML|Headers|Node|Request|Response|URL)\w*)\./

/**
 * What a script names that one of our oldest browsers lacks, or that is lacking where the page came over plain http. What is asked for
 * with `?.` may be lacking. A method is known by its name alone, so one that an older object has too is not found.
 */
export function tooNewInScript(script: SourceFile): string[] {
  const { nodes } = syntaxOf(script)
  const asked = new Set(nodes.filter(({ optional }) => optional === true).map(({ object, callee }) => object ?? callee))
  const called = new Set(nodes.filter(({ type }) => type === 'CallExpression').map(({ callee }) => callee))
  const found = nodes.flatMap((node) => {
    if (node.type === 'MemberExpression' && node.computed !== true && !asked.has(node)) {
      return tooNewMember(node, called.has(node))
    }
    if (node.type === 'CallExpression' || node.type === 'NewExpression') return tooNewGlobal(node.callee)
    const { flags = '' } = (node.regex ?? {}) as { flags?: string }
    return flags.includes('v') ? tooNew(['javascript.builtins.RegExp.unicodeSets']) : []
  })
  return [...new Set(found)].sort()
}

function tooNewMember({ object, property }: Node, isCalled: boolean): string[] {
  const name = String((property as Node).name)
  const owner = isNode(object) && object.type === 'Identifier' ? String(object.name) : ''
  if (SECURE.has(`${owner}.${name}`)) return [`${owner}.${name}`]
  const exact = [
    `api.${owner}.${name}_static`,
    `api.${STANDING[owner]}.${name}`,
    `javascript.builtins.${owner}.${name}`,
  ]
  if (exact.some((key) => isSupported.has(key))) return tooNew(exact)
  const held = (keysOf.get(name) ?? []).filter((key) => HELD.test(key) || key.startsWith('javascript.builtins.'))
  return isCalled && !(owner in STANDING) ? tooNew(held) : []
}

function tooNewGlobal(callee: unknown): string[] {
  if (!isNode(callee) || callee.type !== 'Identifier') return []
  return tooNew([`api.${callee.name}`, `api.Window.${callee.name}`, `javascript.builtins.${callee.name}`])
}

const UNITS = new Map([
  ['css.types.length.viewport_percentage_units_dynamic', /\d[dsl]v(h|w|i|b|min|max)\b/],
  ['css.types.length.container_query_length_units', /\dcq(h|w|i|b|min|max)\b/],
])

/**
 * What a style sheet holds that one of our oldest browsers lacks: at-rules and selectors, which lose their whole block in it, and functions
 * and units, which lose their declaration. Properties are not looked at: a browser leaves out one that it does not know, and that alone.
 */
export function tooNewInStyles(css: string): string[] {
  const text = css.replace(/\/\*[\s\S]*?\*\/|"[^"]*"|'[^']*'|url\([^)]*\)/g, '')
  const values = [...text.matchAll(/(?<=[{;])\s*[\w-]+\s*:([^;{}]+)(?=[;}])/g)].map(([, value]) => value)
  const functions = [...values.join(';').matchAll(/(?<![\w-])([a-z][a-z-]*)\(/g)].map(([, name]) => name!)
  const preludes = [...text.matchAll(/[^{};]+(?=\{)/g)].map(([prelude]) => prelude.trim())
  const found = [
    ...functions.flatMap((name) => tooNew((keysOf.get(name) ?? []).filter((key) => key.startsWith('css.types.')))),
    ...preludes.flatMap(tooNewPrelude),
    ...[...UNITS].flatMap(([key, unit]) => (unit.test(text) ? tooNew([key]) : [])),
  ]
  return [...new Set(found)].sort()
}

function tooNewPrelude(prelude: string): string[] {
  const rule = /^@([a-z-]+)/.exec(prelude)?.[1]
  if (rule === undefined) {
    const pseudo = [...prelude.matchAll(/::?([a-z-]+)/g)].flatMap(([, name]) => tooNew([`css.selectors.${name}`]))
    return [...pseudo, ...(prelude.includes('&') ? tooNew(['css.selectors.nesting']) : [])]
  }
  const asked = [...prelude.matchAll(/\(([a-z-]+)/g)].flatMap(([, name]) => tooNew([`css.at-rules.${rule}.${name}`]))
  const range = /[<>]/.test(prelude) ? tooNew(['css.at-rules.media.range_syntax']) : []
  return [...tooNew([`css.at-rules.${rule}`]), ...asked, ...range]
}
