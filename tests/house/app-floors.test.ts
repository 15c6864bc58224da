import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GAME_KEYS } from '@coffer/contract/games'
import { isRelative, targetOf } from './support/paths.ts'
import { file, isTypeScript, placeOf, readSourceTree, type SourceFile } from './support/source-tree.ts'
import { syntaxOf } from './support/syntax.ts'

type Floors = readonly (readonly string[])[]

/** A game has a folder named by its key, all on one floor; that of the boxes is `opening`. */
const OTHER_GAMES = GAME_KEYS.filter((key) => key !== 'mystery_box')

/** The folders of what runs in a browser, from the bottom to the top. The empty name stands for the files of `src` itself. */
const FLOORS: Readonly<Record<string, Floors>> = {
  'apps/game/src/': [
    ['kit'],
    ['host'],
    ['session'],
    ['items'],
    ['play'],
    ['rounds', 'cashback'],
    ['shipping'],
    ['item-actions'],
    ['opening', 'vault', 'fairness', ...OTHER_GAMES],
    ['shell'],
    ['preview'],
    [''],
  ],
  'apps/kyc/src/': [['text'], ['kit'], ['wizard'], ['photo'], ['steps'], ['shell'], ['']],
  'apps/admin/src/': [
    ['text'],
    ['api'],
    ['ui'],
    ['session'],
    ['list', 'sessions', 'passkeys'],
    [
      ...['kyc-queue', 'account', 'staff', 'audit', 'home', 'integration', 'keys', 'webhooks', 'deliveries'],
      ...['rounds', 'players', 'orders', 'items', 'boxes'],
    ],
    ['kyc-case', 'palette'],
    ['shell'],
    [''],
  ],
  'packages/web/src/': [['api', 'text', 'theme'], ['']],
}

/** Imports that do not lead downward or stay in their folder, and files of a folder that stands on no floor. */
function brokenFloors(files: readonly SourceFile[]): string[] {
  return files.filter(isTypeScript).flatMap((one) => {
    const src = Object.keys(FLOORS).find((name) => one.path.startsWith(name))
    if (src === undefined) return []
    const floors = FLOORS[src]!
    const floorOf = (path: string) => floors.findIndex((names) => names.includes(folderOf(path, src)))
    if (floorOf(one.path) < 0) return [`${one.path}: the folder stands on no floor`]
    return syntaxOf(one)
      .imports.filter(({ specifier }) => isRelative(specifier))
      .map(({ specifier, start }) => ({ to: targetOf(one.path, specifier), start }))
      .filter(({ to }) => folderOf(to, src) !== folderOf(one.path, src) && floorOf(to) >= floorOf(one.path))
      .map(({ to, start }) => `${placeOf(one, start)} imports ${to}, which does not stand below it`)
  })
}

/** The folder of a file below `src`, or the empty text for what stands in `src` itself. */
function folderOf(path: string, src: string): string {
  const [first, ...rest] = path.slice(src.length).split('/')
  return rest.length === 0 ? '' : (first as string)
}

test('what runs in a browser imports downward only: features do not know each other', () => {
  assert.deepEqual(brokenFloors(readSourceTree()), [])
})

test('every folder of the tables is there, on one floor', () => {
  const paths = readSourceTree()
    .filter(isTypeScript)
    .map(({ path }) => path)
  for (const [src, floors] of Object.entries(FLOORS)) {
    const names = floors.flat()
    assert.equal(new Set(names).size, names.length, src)
    const real = new Set(paths.filter((path) => path.startsWith(src)).map((path) => folderOf(path, src)))
    assert.deepEqual([...names].sort(), [...real].sort(), src)
  }
})

test('an import upward, sideways or from no floor is found, also of a type and late, and one downward is not', () => {
  const faults = brokenFloors([
    file('apps/game/src/kit/up.ts', "import type { A } from '../session/session.ts'"),
    file('apps/game/src/vault/sideways.tsx', "import { B } from '../opening/box.tsx'"),
    file('apps/game/src/session/late.ts', "const c = () => import('../shell/app.tsx')"),
    file('apps/game/src/lost/here.ts', "import '../kit/words.ts'"),
    file('apps/kyc/src/photo/up.ts', "export { a } from '../main.tsx'"),
    file('apps/game/src/vault/down.ts', "import { a } from '../shipping/quote.ts'\nimport { b } from './own.ts'"),
    file('apps/game/src/main.ts', "import { a } from './shell/app.tsx'"),
  ])
  assert.deepEqual(
    faults.map((fault) => fault.split(/ imports |: /)[0]),
    [
      'apps/game/src/kit/up.ts:1',
      'apps/game/src/vault/sideways.tsx:1',
      'apps/game/src/session/late.ts:1',
      'apps/game/src/lost/here.ts',
      'apps/kyc/src/photo/up.ts:1',
    ],
  )
})
