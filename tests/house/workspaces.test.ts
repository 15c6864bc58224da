import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isRelative, packageName, targetOf } from './support/paths.ts'
import { file, isOfACopy, isTypeScript, placeOf, readSourceTree, type SourceFile } from './support/source-tree.ts'
import { syntaxOf } from './support/syntax.ts'

/** Which workspaces of the project a workspace may stand on. The root holds the scripts, which may use all of them. */
const MAY_IMPORT: Readonly<Record<string, readonly string[] | 'all'>> = {
  'packages/contract': [],
  'packages/embedded-postgres': [],
  'packages/fairness': [],
  'packages/operator-sdk': ['contract', 'fairness'],
  'packages/web': ['contract'],
  service: ['contract', 'embedded-postgres', 'fairness'],
  'apps/game': ['contract', 'fairness', 'web'],
  'apps/kyc': ['contract', 'web'],
  'apps/admin': ['contract', 'fairness', 'web'],
  fixtures: ['contract'],
  'reference-operator': ['operator-sdk'],
  bench: ['contract', 'embedded-postgres', 'fairness', 'fixtures', 'operator-sdk', 'service'],
  tests: 'all',
  '': 'all',
}

/**
 * Relative imports that leave their workspace: tests open the parts of a program that has no package interface. They enter
 * a folder of the service by its index, a route by its handler, and some nouns, named one by one, on their own.
 */
const MAY_LEAVE = [
  { from: 'tests/', to: /^scripts\// },
  { from: 'tests/', to: /^service\/src\/([a-z]+\/index|context|main)\.ts$/ },
  { from: 'tests/', to: /^service\/src\/http\/(bootstrap|fairness|session|who)\.ts$/ },
  {
    from: 'tests/',
    to: /^service\/src\/(catalog\/publish-gate|http\/(encoding|handlers)|inventory\/(cashback|item)|kyc\/(hints|mrz|names|photo)|media\/image-file|rounds\/round|shipping\/(batch|intent)|throttle\/bucket|upgrader\/(band|deal|selector)|wallet\/attempt-history)\.ts$/,
  },
  { from: 'tests/', to: /^service\/src\/platform\/(addresses|http-server|migrate|outbound-guard|query-parser)\.ts$/ },
  { from: 'tests/kill/', to: /^service\/src\/platform\/shared-transactions\.ts$/ },
  { from: 'tests/', to: /^apps\/(admin|game|kyc)\/src\// },
  { from: 'tests/fairness/', to: /^service\/src\/cli\/(count-on-all-cores|simulation-table)\.ts$/ },
  { from: 'tests/support/', to: /^service\/src\/cli\/(command|run)\.ts$/ },
  { from: 'tests/browser/', to: /^packages\/fairness\/page\/build\.ts$/ },
  { from: 'tests/fairness/', to: /^packages\/fairness\/(vectors\/generate|page\/build|src\/simd\/simd-hmac)\.ts$/ },
  { from: 'scripts/', to: /^packages\/fairness\/page\/build\.ts$/ },
]

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string> }
type Workspace = { folder: string; names: readonly string[] }

function readWorkspaces(files: readonly SourceFile[]): Workspace[] {
  return files
    .filter(({ path }) => path === 'package.json' || path.endsWith('/package.json'))
    .map(({ path, text }) => {
      const manifest: Manifest = JSON.parse(text)
      const names = Object.keys({ ...manifest.dependencies, ...manifest.devDependencies })
      return { folder: path.replace(/\/?package\.json$/, ''), names }
    })
    .sort((a, b) => b.folder.length - a.folder.length)
}

const isInside = (path: string, folder: string) => folder === '' || path.startsWith(`${folder}/`)

function workspaceOf(path: string, workspaces: readonly Workspace[]): Workspace {
  return workspaces.find(({ folder }) => isInside(path, folder)) ?? { folder: '', names: [] }
}

function strangeImports(files: readonly SourceFile[]): string[] {
  const workspaces = readWorkspaces(files)
  return files
    .filter((one) => (isTypeScript(one) || one.path.endsWith('.mjs')) && !isOfACopy(one))
    .flatMap((one) =>
      syntaxOf(one).imports.flatMap(({ specifier, start }) => {
        const fault = faultOf(one.path, specifier, workspaces)
        return fault === null ? [] : [`${placeOf(one, start)} imports ${specifier}: ${fault}`]
      }),
    )
}

function faultOf(path: string, specifier: string, workspaces: readonly Workspace[]): string | null {
  const home = workspaceOf(path, workspaces)
  if (isRelative(specifier)) return faultOfPath(path, targetOf(path, specifier), workspaces)
  if (specifier.startsWith('node:')) return null
  const name = packageName(specifier)
  if (home.folder === '' && name.startsWith('@coffer/')) return null
  return home.names.includes(name) ? null : `${home.folder || 'the root'}/package.json does not name it`
}

function faultOfPath(from: string, to: string, workspaces: readonly Workspace[]): string | null {
  if (workspaceOf(from, workspaces) === workspaceOf(to, workspaces)) return null
  const allowed = MAY_LEAVE.some((way) => from.startsWith(way.from) && way.to.test(to))
  return allowed ? null : 'a relative import leaves the workspace'
}

function strangeDependencies(files: readonly SourceFile[]): string[] {
  return readWorkspaces(files).flatMap(({ folder, names }) => {
    const allowed = MAY_IMPORT[folder]
    if (allowed === undefined) return [`${folder} is missing in the table of workspaces`]
    const ours = names.filter((name) => name.startsWith('@coffer/')).map((name) => name.slice('@coffer/'.length))
    return allowed === 'all'
      ? []
      : ours.filter((name) => !allowed.includes(name)).map((name) => `${folder} uses ${name}`)
  })
}

/** A package that no file of its workspace names. Types are for the compiler alone, and the root's tools for the scripts. */
function idleDependencies(files: readonly SourceFile[]): string[] {
  const workspaces = readWorkspaces(files)
  return workspaces
    .filter(({ folder }) => folder !== '')
    .flatMap((workspace) => {
      const own = files.filter((one) => isTypeScript(one) && workspaceOf(one.path, workspaces) === workspace)
      const idle = workspace.names.filter(
        (name) => !name.startsWith('@types/') && !own.some(({ text }) => isNamed(text, name)),
      )
      return idle.map((name) => `${workspace.folder} does not use ${name}`)
    })
}

const isNamed = (text: string, name: string) => text.includes(`'${name}'`) || text.includes(`'${name}/`)

test('every package that a workspace names is used in it', () => {
  assert.deepEqual(idleDependencies(readSourceTree()), [])
})

test('a workspace imports only what its own package.json names, and never reaches into another by path', () => {
  assert.deepEqual(strangeImports(readSourceTree()), [])
})

test('a workspace stands only on the workspaces that the table allows', () => {
  assert.deepEqual(strangeDependencies(readSourceTree()), [])
})

test('an unnamed package, a way out of the workspace, a forbidden neighbour and an idle package are found', () => {
  const manifest = (names: string[]) =>
    JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '1.0.0'])) })
  const files = [
    file('package.json', '{}'),
    file('fixtures/package.json', manifest(['zod'])),
    file('fixtures/src/a.ts', "import 'zod/mini'\nimport 'pg'\nimport 'node:fs'\nimport '../../service/src/main.ts'"),
    file('reference-operator/package.json', manifest(['@coffer/contract'])),
    file('service/package.json', '{}'),
    file('scripts/b.ts', "import 'vite'\nimport '@coffer/embedded-postgres'\nimport './c.ts'"),
    file('stray/package.json', '{}'),
  ]
  const places = strangeImports(files).map((fault) => fault.split(' imports ')[0])
  assert.deepEqual(places, ['fixtures/src/a.ts:2', 'fixtures/src/a.ts:4', 'scripts/b.ts:1'])
  assert.deepEqual(idleDependencies(files), ['reference-operator does not use @coffer/contract'])
  assert.deepEqual(strangeDependencies(files), [
    'reference-operator uses contract',
    'stray is missing in the table of workspaces',
  ])
})
