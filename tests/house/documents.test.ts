import assert from 'node:assert/strict'
import { posix } from 'node:path'
import { test } from 'node:test'
import { isMigration } from './support/schema.ts'
import { file, readSourceTree, type SourceFile } from './support/source-tree.ts'

const isDocument = ({ path }: SourceFile) => path.endsWith('.md')

/** Links and pictures of Markdown, and pictures written as HTML. */
const LINK = /(?<!`)\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g

function brokenLinks(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.flatMap(({ path }) => [path, ...foldersOf(path)]))
  return files.filter(isDocument).flatMap(({ path, text }) =>
    [...text.matchAll(LINK)]
      .map((match) => (match[1] ?? match[2]) as string)
      .filter((link) => !/^(https?:|mailto:|#)/.test(link))
      .map((link) => posix.join(posix.dirname(path), link.split('#')[0] as string).replace(/\/$/, ''))
      .filter((target) => !paths.has(target))
      .map((target) => `${path} links to ${target}, which is not there`),
  )
}

function foldersOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** Commands that a document tells a reader to type. */
function unknownCommands(files: readonly SourceFile[]): string[] {
  const root = files.find(({ path }) => path === 'package.json')
  const { scripts = {} } = JSON.parse(root?.text ?? '{}') as { scripts?: Record<string, string> }
  return files
    .filter(isDocument)
    .flatMap(({ path, text }) =>
      [...text.matchAll(/\bnpm run ([a-z:-]+)/g)]
        .filter((match) => scripts[match[1] as string] === undefined)
        .map((match) => `${path} says ${match[0]}, which package.json does not know`),
    )
}

/** Source files that a document names in code type; `store.ts` stands for any of that name. */
function goneFiles(files: readonly SourceFile[]): string[] {
  return files.filter(isDocument).flatMap(({ path, text }) =>
    [...text.matchAll(/`([a-z][\w./-]*\.(?:ts|tsx|mjs|sql))`/g)]
      .map((match) => match[1] as string)
      .filter((name) => !files.some((one) => one.path === name || one.path.endsWith(`/${name}`)))
      .map((name) => `${path} names ${name}, which is not there`),
  )
}

/** A decision record: its number, its name, and the four parts. */
const PARTS = ['Context', 'Decision', 'Drawbacks', 'Alternatives']

function badRecords(files: readonly SourceFile[]): string[] {
  const records = files.filter(({ path }) => path.startsWith('docs/decisions/') && path.endsWith('.md'))
  return records.flatMap(({ path, text }, index) => {
    const number = String(index + 1).padStart(4, '0')
    const numbered = path.startsWith(`docs/decisions/${number}-`) ? [] : [`${path} is not number ${number}`]
    const missing = PARTS.filter((part) => !text.includes(`\n## ${part}\n`))
    return [...numbered, ...missing.map((part) => `${path} has no part "${part}"`)]
  })
}

/** Every state that a row can be in, as the migrations list them. */
function statesOf(files: readonly SourceFile[]): string[] {
  const lists = files.filter(isMigration).flatMap(({ text }) => [...text.matchAll(/check \(state in \(([^)]*)\)\)/g)])
  return [
    ...new Set(
      lists.flatMap((match) => [...(match[1] as string).matchAll(/'([a-z_]+)'/g)].map((state) => state[1] as string)),
    ),
  ]
}

function unexplainedStates(files: readonly SourceFile[]): string[] {
  const glossary = files.find(({ path }) => path === 'docs/glossary.md')?.text ?? ''
  return statesOf(files).filter((state) => !glossary.includes(`\`${state}\``))
}

/** Words that the glossary explains twice, but for states, of which several things have the same. */
function doubledWords(files: readonly SourceFile[]): string[] {
  const [words = ''] = (files.find(({ path }) => path === 'docs/glossary.md')?.text ?? '').split('\n## States\n')
  const entries = [...words.matchAll(/^\| ([^|]+?) \|/gm)].flatMap(([, entry = '']) => entry.split(', '))
  return entries.filter((word, index) => word !== 'Word' && entries.indexOf(word) < index)
}

test('every link in a document leads to a file that is there', () => {
  assert.deepEqual(brokenLinks(readSourceTree()), [])
})

test('every source file that a document names is there', () => {
  assert.deepEqual(goneFiles(readSourceTree()), [])
})

test('every npm script that a document names is there', () => {
  assert.deepEqual(unknownCommands(readSourceTree()), [])
})

test('decision records are numbered without gaps and have all of their parts', () => {
  assert.deepEqual(badRecords(readSourceTree()), [])
})

test('the glossary explains no word twice', () => {
  assert.deepEqual(doubledWords(readSourceTree()), [])
  const table = (...words: string[]) => [
    '| Word | Meaning |',
    '|---|---|',
    ...words.map((word) => `| ${word} | a |`),
    '',
  ]
  const text = [
    ...table('held, prepay', 'fault'),
    ...table('fault of an item', 'prepay'),
    '## States',
    ...table('fault'),
  ]
  assert.deepEqual(doubledWords([file('docs/glossary.md', text.join('\n'))]), ['prepay'])
})

test('the glossary explains every state that a row can be in', () => {
  assert.ok(statesOf(readSourceTree()).length > 0)
  assert.deepEqual(unexplainedStates(readSourceTree()), [])
})

test('a broken link, a file that is gone, an unknown command, a bad record and a state without a word are found', () => {
  const record = file('docs/decisions/0002-a.md', '# A\n\n## Context\n\n## Decision\n\n## Drawbacks\n')
  const files = [
    file('package.json', '{"scripts":{"check":"a"}}'),
    file(
      'README.md',
      '[a](docs/a.md) [b](docs/) [c](https://a.test) <img src="docs/b.svg"> npm run check, npm run gone',
    ),
    file('docs/a.md', '[up](../README.md#top) [gone](gone.md) `src/kept.ts` `kept.ts` `src/gone.ts`'),
    file('service/src/kept.ts', ''),
    file('docs/glossary.md', '`open`'),
    file('service/migrations/0001_a.sql', "create table a (state text check (state in ('open', 'shut')))"),
    record,
  ]
  assert.deepEqual(brokenLinks(files), [
    'README.md links to docs/b.svg, which is not there',
    'docs/a.md links to docs/gone.md, which is not there',
  ])
  assert.deepEqual(goneFiles(files), ['docs/a.md names src/gone.ts, which is not there'])
  assert.equal(unknownCommands(files).length, 1)
  assert.deepEqual(badRecords([record]), [
    'docs/decisions/0002-a.md is not number 0001',
    'docs/decisions/0002-a.md has no part "Alternatives"',
  ])
  assert.deepEqual(unexplainedStates(files), ['shut'])
})
