import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { canonicalString } from '@coffer/contract/signing'
import { BOX_TOTAL_UNITS, draw, serverSeedHash, sha256Hex, UPGRADER_TOTAL } from '@coffer/fairness'
import { present } from '@coffer/service/kernel'
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

test('the vectors of the decisions are what our own signing and drawing gives', () => {
  const text = present(
    books().find(({ path }) => path === 'docs/spec/decisions.md'),
    'the decisions are there',
  ).text
  const [, secret, timestamp, method, path, body, signature] = present(
    text.match(/secret `(\w+)`, timestamp (\d+), `(POST) (\S+)`, body `(.*)` gives\n\n```\n(\w+)\n/),
    'the decisions have a signed vector',
  ) as string[]
  const signed = { timestamp, method, path, bodySha256: sha256Hex(body as string) }
  assert.equal(
    createHmac('sha256', secret as string)
      .update(canonicalString(signed as never))
      .digest('hex'),
    signature,
  )

  const [, half = '', clientSeed = '', hash] = present(
    text.match(/server seed `(\w+)` twice over, client seed `([\w-]+)`.*\n\n```\n(\w+)\n/),
    'the decisions have seeds',
  ) as string[]
  const serverSeed = half + half
  assert.equal(serverSeedHash(serverSeed), hash)
  const drawn = [...text.matchAll(/^\| 100,000,000 \| \((\d+), (\d+)\).* \| (\d+) \|$/gm)].map((row) =>
    row.slice(1).map(Number),
  )
  assert.equal(drawn.length, 5)
  for (const [nonce = 0, reelIndex = 0, rawDraw] of drawn)
    assert.equal(draw({ serverSeed, clientSeed, nonce, reelIndex, total: BOX_TOTAL_UNITS }), rawDraw)
  const [, rolledBps] = present(
    text.match(/^\| 10,000, Upgrader \| nonce 0 \| `rolledBps` (\d+) \|$/m),
    'the decisions have a roll',
  )
  assert.equal(draw({ serverSeed, clientSeed, nonce: 0, reelIndex: 0, total: UPGRADER_TOTAL }), Number(rolledBps))
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
