import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file, readSourceTree, type SourceFile } from './support/source-tree.ts'
import { BOOKS, booksOf, wrongCitations } from './support/spec/citations.ts'

/** What people read and write. This test and what it uses name wrong citations on purpose. */
const isCiting = ({ path }: SourceFile) =>
  /\.(tsx?|mjs|js|sql|md|html|css)$/.test(path) &&
  !/^tests\/house\/(citations\.test|support\/spec\/citations)\.ts$/.test(path)

test('every section, rule and case of the law books that is cited is there, and cited in one way', () => {
  const files = readSourceTree()
  assert.deepEqual(wrongCitations(files.filter(isCiting), booksOf(files)), [])
})

test('the books have the sections and rules that they are cited by', () => {
  const books = booksOf(readSourceTree())
  const count = (name: keyof typeof BOOKS) => [...(books.get(name)?.keys() ?? [])].length
  assert.equal(count('interface'), 9 + 11 + 5 + 8)
  assert.deepEqual([count('decisions'), count('money protocol'), count('wallet conformance')], [15, 7, 9])
  assert.equal(books.get('interface')?.get('4.6')?.size, 10)
  assert.equal(books.get('money protocol')?.get('2')?.size, 11)
})

const LAW = [
  file(BOOKS.interface, '## 4. Endpoints\n\n### 4.6 Upgrader\n\n1. One.\n9. Nine.\n\n### Notes\n\n3. None.\n'),
  file(BOOKS.decisions, '## 1. Signing\n\n## 12. Webhooks\n\nSee §1 and §13.\n'),
  file(BOOKS['wallet conformance'], '## 1. Happy path\n\n1. One.\n'),
]

test('a citation that leads nowhere is found by file and line, whatever it stands in', () => {
  const wrong = (text: string) => wrongCitations([file('a.ts', text)], booksOf(LAW))
  const right = [
    ...['(interface §4.6 rule 9)', 'interface §4 and §4.6, decisions §1 and §12', 'Decisions §12; interface §4.6'],
    ...['of decisions\n * §1', 'interface §4-4.6', 'wallet conformance case 1', 'the interface decides 2 things'],
  ]
  for (const text of right) assert.deepEqual(wrong(text), [], text)
  assert.deepEqual(wrong('\n// decisions §2'), ['a.ts:2 cites decisions §2, which is not there'])
  assert.deepEqual(wrong('interface §4.6 rule 3'), ['a.ts:1 cites interface §4.6 rule 3, which is not there'])
  assert.deepEqual(wrong('decisions §1, §2'), ['a.ts:1 cites decisions §2, which is not there'])
  assert.deepEqual(wrong('§1 and more'), ['a.ts:1 cites §1 without its book'])
  assert.deepEqual(wrong('wallet conformance case 2'), ['a.ts:1 cites case 2, which is not there'])
  for (const text of [
    'interface 4.6',
    'decisions, section 1',
    'Section 4.',
    'money protocol (section 7)',
    '../shared/spec',
  ])
    assert.equal(wrong(text).length > 0, true, text)
})

test('a book cites its own sections by their number alone', () => {
  assert.deepEqual(wrongCitations(LAW, booksOf(LAW)), [`${BOOKS.decisions}:5 cites decisions §13, which is not there`])
})
