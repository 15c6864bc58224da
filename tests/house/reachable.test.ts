import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRelative, targetOf } from './support/paths.ts'
import { file, isOfACopy, isTest, isTypeScript, readSourceTree, type SourceFile } from './support/source-tree.ts'
import { syntaxOf } from './support/syntax.ts'

/** Files that something other than an import begins with, and what that is. */
const ENTRIES: Readonly<Record<string, string>> = {
  'service/src/cli/main.ts': 'bin/coffer',
  'apps/game/src/main.tsx': 'apps/game/index.html',
  'apps/game/vite.config.ts': 'vite',
  'apps/kyc/src/main.tsx': 'apps/kyc/index.html',
  'apps/kyc/vite.config.ts': 'vite',
  'apps/admin/src/main.tsx': 'apps/admin/index.html',
  'apps/admin/vite.config.ts': 'vite',
  'apps/admin/src/boxes/simulation-worker.ts': 'apps/admin/src/boxes/use-simulation.ts',
  'apps/admin/src/css-modules.d.ts': 'tsconfig.admin.json',
  'packages/fairness/page/main.ts': 'packages/fairness/page/index.html',
  'packages/fairness/page/build.ts': 'scripts/build/web-apps.ts',
  'packages/fairness/vectors/generate.ts': 'a person who adds vectors; tests/fairness compares its output',
  'reference-operator/src/main.ts': 'scripts/start/bring-up.ts',
  'scripts/demo/main.ts': 'scripts/start/demo.ts',
  'scripts/run/in-order.ts': 'scripts/run/tests.ts',
  'scripts/run/test-process.ts': 'scripts/run/in-order.ts',
  'bench/processes/bare.ts': 'bench/support/stage.ts',
  'bench/processes/receivers.ts': 'bench/support/stage.ts',
  'bench/processes/service.ts': 'bench/support/stage.ts',
  'bench/processes/wallet.ts': 'bench/support/stage.ts',
}
const TEST_ENTRIES: Readonly<Record<string, string>> = {
  'tests/support/log-ender.ts': 'tests/api/log-output.test.ts',
  'tests/support/global-setup.ts': 'scripts/run/tests.ts',
  'tests/browser/take-pictures.ts': 'npm run pictures',
  'tests/house/print-figures.ts': 'npm run house',
  'tests/kill/main.ts': 'npm run kill',
  'tests/kill/service-process.ts': 'tests/kill/stage.ts',
  'tests/kill/wallet-process.ts': 'tests/kill/stage.ts',
}

const MANIFEST = /(^|\/)package\.json$/

/** The files that package.json files name: exports of the packages, and the programs of the npm scripts. */
function namedByManifests(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path }) => MANIFEST.test(path))
    .flatMap(({ path, text }) => {
      const { exports = {}, scripts = {} } = JSON.parse(text) as Record<string, Record<string, string>>
      const programs = Object.values(scripts).flatMap((command) => command.match(/\S+\.(ts|mjs)\b/g) ?? [])
      return [...Object.values(exports).map((target) => targetOf(path, target)), ...programs]
    })
}

function reach(files: readonly SourceFile[], entries: readonly string[]): Set<string> {
  const byPath = new Map(files.filter(isTypeScript).map((one) => [one.path, one]))
  const reached = new Set<string>()
  const waiting = [...entries]
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    const one = byPath.get(path)
    if (one === undefined || reached.has(path)) continue
    reached.add(path)
    const imports = syntaxOf(one).imports.filter(({ specifier }) => isRelative(specifier))
    waiting.push(...imports.map(({ specifier }) => targetOf(one.path, specifier)))
  }
  return reached
}

/** What only a test uses is dead too, so tests begin nothing but other files of the tests. */
function deadFiles(files: readonly SourceFile[]): string[] {
  const programs = reach(files, [...Object.keys(ENTRIES), ...namedByManifests(files)])
  const tests = reach(files, [
    ...Object.keys(TEST_ENTRIES),
    ...files.filter(({ path }) => /\.(test|proof)\.ts$/.test(path)).map(({ path }) => path),
  ])
  return files
    .filter((one) => isTypeScript(one) && !isOfACopy(one))
    .filter((one) => !(isTest(one) ? tests : programs).has(one.path))
    .map(({ path }) => path)
}

test('every file is reached from a program, a package’s exports or, in the tests, from a test', () => {
  assert.deepEqual(deadFiles(readSourceTree()), [])
})

test('every entry of the table is there', () => {
  const paths = new Set(readSourceTree().map(({ path }) => path))
  const missing = Object.keys({ ...ENTRIES, ...TEST_ENTRIES }).filter((path) => !paths.has(path))
  assert.deepEqual(missing, [])
})

test('a file that nothing imports is found, also when a test or another dead file imports it', () => {
  const manifest = { exports: { '.': './src/index.ts' }, scripts: { start: 'exec node scripts/start.ts' } }
  const files = [
    file('package.json', JSON.stringify(manifest)),
    file('src/index.ts', "export * from './used.ts'\nconst late = () => import('./late.ts')"),
    file('src/used.ts', ''),
    file('src/late.ts', ''),
    file('scripts/start.ts', ''),
    file('src/dead.ts', "import './only-by-the-dead.ts'"),
    file('src/only-by-the-dead.ts', ''),
    file('src/only-by-a-test.ts', ''),
    file('tests/a.test.ts', "import '../src/only-by-a-test.ts'\nimport './support/a.ts'"),
    file('tests/support/a.ts', ''),
    file('tests/support/b.ts', ''),
  ]
  assert.deepEqual(deadFiles(files), [
    ...['src/dead.ts', 'src/only-by-the-dead.ts', 'src/only-by-a-test.ts', 'tests/support/b.ts'],
  ])
})
