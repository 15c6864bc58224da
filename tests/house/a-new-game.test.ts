import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { COIN_FILES, GUIDE } from './support/coin.ts'
import { PROJECT_DIR } from './support/source-tree.ts'

const OWN_FOLDERS = ['service/src/coin/', 'apps/game/src/coin/']

test('beside its own folders a game is twelve files, and the guide names each', () => {
  const isOwn = (path: string) => OWN_FOLDERS.some((folder) => path.startsWith(folder))
  const others = COIN_FILES.filter((path) => !isOwn(path) && !path.startsWith('tests/'))
  assert.deepEqual(GUIDE.named.filter((path) => !isOwn(path)).sort(), [...others, ...GUIDE.edits.keys()].sort())
  assert.equal(others.length + GUIDE.edits.size, 12)
})

test('the guide changes lines that are in the files that it names', () => {
  for (const [path, edit] of GUIDE.edits) {
    const text = readFileSync(join(PROJECT_DIR, path), 'utf8')
    assert.notEqual(edit(text), text, path)
  }
})
