import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { PROJECT_DIR } from './support/source-tree.ts'

const DIST = join(PROJECT_DIR, 'apps/admin/dist')
const FIRST_LOAD_BYTES = 250_000
/** Screens of `apps/admin/src`, by the name of their file. */
const SCREENS = [
  'account',
  'queue',
  'case',
  'staff-list',
  'member',
  'audit-list',
  'audit-entry',
  'home',
  'integration',
  'key-list',
  'endpoints',
  'delivery-list',
  'delivery',
  'round-list',
  'round',
  'player-list',
  'player',
  'box-list',
  'box',
  'box-version',
  'new-version',
  'order-list',
  'order',
  'item-list',
  'item',
]

/** Files that the browser loads with the page: those that it names, and those that their scripts import statically. */
function firstLoadOf(html: string): string[] {
  const loaded = new Set<string>()
  const waiting = [...html.matchAll(/(?:src|href)="\/admin\/assets\/([^"]+)"/g)].map(([, name]) => name!)
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (loaded.has(name)) continue
    loaded.add(name)
    if (!name.endsWith('.js')) continue
    const script = readFileSync(join(DIST, 'assets', name), 'utf8')
    waiting.push(...[...script.matchAll(/\b(?:from|import)\s*[`"']\.\/([^`"']+)[`"']/g)].map(([, one]) => one!))
  }
  return [...loaded]
}

test('admin: the first load has at most 250 kB compressed and no code of a screen', () => {
  const first = firstLoadOf(readFileSync(join(DIST, 'index.html'), 'utf8'))
  const bytes = first.reduce((sum, name) => sum + readFileSync(join(DIST, 'assets', `${name}.gz`)).length, 0)
  assert.ok(bytes > 50_000 && bytes <= FIRST_LOAD_BYTES, `${bytes} bytes in ${first.join(', ')}`)
  const own = readdirSync(join(DIST, 'assets')).filter((name) => name.endsWith('.js') && !first.includes(name))
  const missing = SCREENS.filter((screen) => !own.some((name) => name.startsWith(`${screen}-screen-`)))
  assert.deepEqual(missing, [], 'screens without a part of their own')
})
