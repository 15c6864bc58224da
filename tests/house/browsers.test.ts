import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { transformWithOxc } from 'vite'
import { BUILD_TARGET, OLDEST_BROWSERS } from '../../scripts/build/browsers.ts'
import { file, PROJECT_DIR, type SourceFile } from './support/source-tree.ts'
import { tooNewInScript, tooNewInStyles } from './support/too-new.ts'

/** What the data calls newer than our oldest browsers, and why it does no harm in them. */
const HARMLESS: Readonly<Record<string, string>> = {
  'api.AbortSignal.timeout_static': 'until Chrome 124 it aborts with an error of another name, which no page reads',
  'api.Document.moveBefore': 'Preact looks whether it is there',
  'api.Document.startViewTransition': 'React calls it for view transitions only, which no page uses',
  'api.Navigator.connection': 'React checks whether it is there',
  'api.PublicKeyCredential.getClientCapabilities_static': 'the library for passkeys checks whether it is there',
  'api.Window.open': 'a phone opens a tab in place of a window',
  'css.selectors.marker': 'Safari gives it a colour and a font, and no content',
  'javascript.builtins.ArrayBuffer.resize': 'the library for CSV has its own method of this name',
  'javascript.builtins.AsyncDisposableStack.move': 'the library for charts has its own method of this name',
  'javascript.builtins.AsyncDisposableStack.use': 'React has its own method of this name',
  'javascript.builtins.Iterator.toArray': 'React has its own method of this name, `Children.toArray`',
  'javascript.builtins.Symbol.dispose': 'the signals of Preact name a property by it, and read none',
  'javascript.builtins.Temporal.Instant.equals': 'the library for CSV has its own method of this name',
  'navigator.mediaDevices': 'the page of a verification looks whether it is there',
}

/** Folders of what browsers load. The pages of the reference casino go to them as they are written. */
const LOADED = [
  ...['apps/game/dist', 'apps/kyc/dist', 'apps/admin/dist', 'packages/fairness/dist'],
  'reference-operator/src/page',
]

const files = LOADED.flatMap((folder) =>
  readdirSync(join(PROJECT_DIR, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
)
const scripts = [...filesWith('.js'), ...partsOfPages(/<script[^>]*>([^<][\s\S]*?)<\/script>/g, '.js')]
const styles = [...filesWith('.css'), ...partsOfPages(/<style[^>]*>([\s\S]*?)<\/style>/g, '.css')]

function filesWith(end: string): SourceFile[] {
  const named = files.filter((path) => path.endsWith(end))
  return named.map((path) => file(path, readFileSync(join(PROJECT_DIR, path), 'utf8')))
}

function partsOfPages(element: RegExp, end: string): SourceFile[] {
  return filesWith('.html').flatMap(({ path, text }) =>
    [...text.matchAll(element)].map(([, inner]) => file(path + end, inner!)),
  )
}

test('pages: name nothing that their oldest browsers lack', () => {
  const looks = [tooNewInScript, ({ text }: SourceFile) => tooNewInStyles(text)]
  const found = [scripts, styles].flatMap((parts, index) =>
    parts.flatMap((part) => looks[index]!(part).map((key) => ({ key, path: part.path }))),
  )
  assert.ok(
    files.some((path) => path.startsWith('packages/fairness/dist')) && scripts.length > 40 && styles.length > 10,
  )
  assert.deepEqual(
    found.filter(({ key }) => !(key in HARMLESS)),
    [],
  )
  assert.deepEqual([...new Set(found.map(({ key }) => key))].sort(), Object.keys(HARMLESS), 'no excuse is left over')
})

test('pages: are written in no syntax that their oldest browsers lack', async () => {
  for (const { path, text } of scripts) assert.equal(await isOldSyntax(text), true, path)
  for (const text of ['{ using a = b; f(a) }', 'a = /x/v']) assert.equal(await isOldSyntax(text), false, text)
  const versions = Object.values(OLDEST_BROWSERS)
  for (const name of BUILD_TARGET) assert.ok(versions.includes(name.replace(/^[a-z]+/, '') as '111'), name)
})

/** True when nothing has to be rewritten for the oldest browsers. */
async function isOldSyntax(text: string): Promise<boolean> {
  const [own, newest] = await Promise.all(
    [BUILD_TARGET, 'esnext'].map((target) => transformWithOxc(text, 'page.js', { target, sourcemap: false })),
  )
  return own!.code === newest!.code
}

test('a script: what is too new in it is found, and what is asked for first is not', () => {
  const found = (text: string) => tooNewInScript(file('page.js', text))
  for (const text of [
    ...['URL.canParse(a)', 'URL.parse(a)', 'Promise.withResolvers()', 'Array.fromAsync(a)', 'Object.groupBy(a, b)'],
    ...[
      'AbortSignal.any([])',
      'crypto.randomUUID()',
      'crypto.subtle.digest(a, b)',
      'new Set(a).union(b)',
      'a.isSubsetOf(b)',
    ],
    ...[
      'requestIdleCallback(a)',
      'document.startViewTransition(a)',
      'Iterator.from(a)',
      'Map.groupBy(a, b)',
      'navigator.mediaDevices.x()',
    ],
    ...[
      'new CookieStore()',
      'x.togglePopover()',
      'Promise.try(a)',
      'RegExp.escape(a)',
      '/[a--b]/v',
      'new Intl.DurationFormat()',
    ],
  ]) {
    assert.equal(found(text).length, 1, text)
  }
  for (const text of [
    ...['a.map(b)', 'a.with(0, b)', 'a.toSorted()', 'a.findLast(b)', 'structuredClone(a)', 'crypto.getRandomValues(a)'],
    ...[
      'crypto.randomUUID?.()',
      'navigator.mediaDevices?.getUserMedia',
      'dialog.showModal()',
      'answer.requestId',
      'a.size',
    ],
  ]) {
    assert.deepEqual(found(text), [], text)
  }
})

test('a style sheet: what is too new in it is found', () => {
  for (const text of [
    ...[
      'a{&:hover{color:red}}',
      '@starting-style{a{color:red}}',
      'a:popover-open{color:red}',
      '@scope (a){b{color:red}}',
    ],
    ...['a{color:light-dark(red,blue)}', '::view-transition{color:red}', '@view-transition{navigation:auto}'],
  ]) {
    assert.equal(tooNewInStyles(text).length, 1, text)
  }
  for (const text of [
    ...['a:has(b)::backdrop{color:color-mix(in srgb,red,blue)}', '@media (width>=600px){a{height:100dvh}}'],
    ...['@container (width>9px){a{width:5cqi}}', 'a{background:url(light-dark(1))}', '@layer a{b{inset:0}}'],
  ]) {
    assert.deepEqual(tooNewInStyles(text), [], text)
  }
})
