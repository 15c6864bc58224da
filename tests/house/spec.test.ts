import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { file, PROJECT_DIR, readSourceTree } from './support/source-tree.ts'
import { rewritten, writtenParts } from './support/spec/tables.ts'

const COMMAND = 'WRITE_REFERENCE=1 npm run t -- tests/house/spec.test.ts'

const books = () => readSourceTree().filter(({ path }) => /^docs\/spec\/.*\.md$/.test(path))

test('the tables of the law books say what the contract and the service say now', () => {
  const parts = writtenParts(readSourceTree())
  const used = books().flatMap(({ text }) => [...text.matchAll(/<!-- written: ([a-z-]+) -->/g)].map(([, name]) => name))
  assert.deepEqual(used.sort(), Object.keys(parts).sort())
  for (const { path } of books()) {
    const place = join(PROJECT_DIR, path)
    if (process.env.WRITE_REFERENCE) writeFileSync(place, rewritten(readFileSync(place, 'utf8'), parts))
    const text = readFileSync(place, 'utf8')
    assert.ok(rewritten(text, parts) === text, `${path} is not fresh; write it anew: ${COMMAND}`)
  }
})

test('a part of a book that nothing writes is an error, and what stands in a part is put in its place', () => {
  const text = 'a\n<!-- written: b -->\nold\n<!-- /written -->\nc\n'
  assert.equal(rewritten(text, { b: 'new' }), 'a\n<!-- written: b -->\n\nnew\n\n<!-- /written -->\nc\n')
  assert.throws(() => rewritten(text, {}), /called b/)
})

test('the moves of a state are read from where they stand', () => {
  const noun = file(
    'service/src/rounds/round.ts',
    "export const ROUND_MOVES = { held: ['settled', 'voided'], settled: [] }",
  )
  assert.match(
    writtenParts([noun]).states as string,
    /\| round \| `held` \| `settled`, `voided` \|\n\| round \| `settled` \| ends \|/,
  )
})
