import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file, readSourceTree, type SourceFile } from './support/source-tree.ts'

type Rule = { pattern: RegExp; why: string; where?: (path: string) => boolean }

const isService = (path: string) => path.startsWith('service/src/') && !path.startsWith('service/src/cli/')
/** The clean room is a machine of its own, with the homes that it makes. */
const isOutsideCleanRoom = (path: string) => !path.startsWith('scripts/clean-room')
/** What people read in the hosted pages, but for the one place that writes percentages and for styles. */
const isPageSource = (path: string) =>
  /^(apps\/\w+\/src|packages\/web\/src)\//.test(path) &&
  !/format-odds\.ts$|\.css$|kyc-case\/case-photos\.tsx$/.test(path)
const isTestFile = (path: string) => /\.(test|proof)\.ts$/.test(path)

/** Written so that this file does not match itself. */
const RULES: readonly Rule[] = [
  { pattern: /\b(TO[D]O|FIX[M]E|HA[C]K)\b/, why: 'a note of unfinished work' },
  { pattern: /\bfor [n]ow\b/i, why: 'a note of unfinished work' },
  {
    pattern: /\b(test|it|describe|suite)\.(on[l]y|ski[p]|tod[o])\b/,
    why: 'a test that is not run, or keeps others from it',
  },
  {
    pattern: /\{[^}]*\b(on[l]y|ski[p]|tod[o]): true/,
    why: 'a test that is not run, or keeps others from it',
    where: isTestFile,
  },
  { pattern: /\bconsol[e]\.\w+\(/, why: 'the service speaks through its log', where: isService },
  {
    pattern: /\b(registr[y]\.npm|npmj[s]|yarnpk[g]|artifactor[y]|verdacci[o]|jfro[g]|unpk[g]|jsdeliv[r])/i,
    why: 'a package host',
  },
  { pattern: /"resolved": "http[s]?:/, why: 'a package host' },
  {
    pattern: /(?<![\w./}-])\/(wor[k]|roo[t]|hom[e]|User[s])\/[\w.]/,
    why: 'a path of one machine',
    where: isOutsideCleanRoom,
  },
  {
    pattern: /\}\s?%|\bstyle: 'percent'/,
    why: 'a second way to write a percentage: see format-odds.ts of packages/web',
    where: isPageSource,
  },
  { pattern: /\bdebugge[r];?$/m, why: 'a breakpoint' },
  { pattern: /^<{7} |^>{7} /m, why: 'an unfinished merge' },
]

function forbiddenWords(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const rules = RULES.filter(({ where }) => where?.(path) ?? true)
    const lines = text.split('\n')
    return lines.flatMap((line, index) =>
      rules
        .filter(({ pattern }) => pattern.test(line))
        .map(({ why }) => `${path}:${index + 1} holds ${why}: ${line.trim().slice(0, 100)}`),
    )
  })
}

/** What stands at the root of the project; a new name is a decision, not an accident. */
const ROOT = [
  ...[
    'README.md',
    'PROGRESS.md',
    'ARCHITECTURE.md',
    'STYLE.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'SECURITY.md',
    'LICENSE',
  ],
  ...[
    'package.json',
    'package-lock.json',
    'biome.json',
    'tsconfig.json',
    'tsconfig.admin.json',
    'tsconfig.base.json',
    'tsconfig.page.json',
    'tsconfig.web.json',
  ],
  ...['.ci', '.editorconfig', '.env.example', '.gitignore', '.npmrc'],
  ...[
    'apps',
    'bench',
    'bin',
    'deploy',
    'docs',
    'fixtures',
    'packages',
    'reference-operator',
    'scripts',
    'service',
    'tests',
  ],
]

function strayFiles(files: readonly SourceFile[]): string[] {
  return [...new Set(files.map(({ path }) => path.split('/')[0] as string))].filter((name) => !ROOT.includes(name))
}

test('no file holds notes of unfinished work, tests that do not run, package hosts or paths of a machine', () => {
  assert.deepEqual(forbiddenWords(readSourceTree()), [])
})

test('nothing stands at the root of the project but what the table names', () => {
  assert.deepEqual(strayFiles(readSourceTree()), [])
  assert.deepEqual(strayFiles([file('notes.txt', ''), file('docs/a.md', '')]), ['notes.txt'])
})

test('each forbidden word is found', () => {
  const found = (text: string, path = 'service/src/a.ts') => forbiddenWords([file(path, text)]).length
  const words = [
    ...[`// TO${''}DO later`, `// good enough for ${''}now`, `test.${''}only('a', b)`, `it.${''}skip('a', b)`],
    ...[`https://registr${''}y.npmj${''}s.org/a`, `  "resolved": "http${''}s://a.test/b.tgz"`],
    ...[`const a = '/hom${''}e/ann/a'`, `cd /wor${''}k/a`, `consol${''}e.log(a)`, `debugge${''}r`],
  ]
  for (const text of words) assert.equal(found(text), 1, text)
  assert.equal(found(`consol${''}e.log(a)`, 'service/src/cli/sign.ts'), 0)
  assert.equal(found(`test('a', { ski${''}p: true }, b)`, 'tests/api/a.test.ts'), 1)
  assert.equal(found("'a': 'RTP {percent}%'", 'packages/web/src/text/messages/en.ts'), 1)
  for (const text of ['the network/home/page', 'a for nowhere', 'skip: true', './work/a'])
    assert.equal(found(text), 0, text)
})
