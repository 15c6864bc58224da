import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GAME_KEYS } from '@coffer/contract/games'
import { DOMAINS, isRelative, SERVICE, serviceFolder, targetOf } from './support/paths.ts'
import { file, isTypeScript, placeOf, readSourceTree, type SourceFile } from './support/source-tree.ts'
import { syntaxOf } from './support/syntax.ts'

/**
 * From the bottom to the top. The empty name stands for the files of `service/src` itself: the composition root. A game
 * has a folder named by its key, but for boxes, which came first.
 */
const FLOORS: readonly (readonly string[])[] = [
  ['kernel'],
  ['platform'],
  ['audit', 'privacy'],
  ['webhooks'],
  ['operators'],
  ['players', 'actions', 'rates', 'wallet', 'fairness', 'staff', 'media', 'throttle'],
  ['catalog', 'kyc', 'sealing'],
  ['sessions', 'campaigns'],
  ['inventory'],
  ['rounds', 'shipping'],
  ['boxes', ...GAME_KEYS.filter((key) => key !== 'mystery_box')],
  ['games', 'reports'],
  ['personal-data'],
  ['http', 'jobs', 'doctor'],
  [''],
  ['cli'],
]

/** A door of its own: the web server, so that a command loads none. */
const SECOND_DOORS = ['service/src/platform/http-server.ts']

const floorOf = (folder: string) => FLOORS.findIndex((names) => names.includes(folder))

function brokenFloors(files: readonly SourceFile[]): string[] {
  const ours = files.filter((one) => one.path.startsWith(SERVICE) && isTypeScript(one))
  const subjects = new Set(ours.filter(isSubject).map(({ path }) => path))
  return ours.flatMap((one) =>
    syntaxOf(one)
      .imports.filter(({ specifier }) => isRelative(specifier))
      .flatMap(({ specifier, start }) => {
        const fault = faultOf(one.path, targetOf(one.path, specifier), subjects)
        return fault === null ? [] : [`${placeOf(one, start)} imports ${specifier}: ${fault}`]
      }),
  )
}

function faultOf(from: string, to: string, subjects: ReadonlySet<string>): string | null {
  if (!to.startsWith(SERVICE)) return null
  const [source, target] = [serviceFolder(from), serviceFolder(to)]
  if (floorOf(source) < 0) return `the folder ${source} stands on no floor`
  if (source === target) return source === 'http' ? faultInHttp(from, to, subjects) : null
  if (floorOf(target) >= floorOf(source)) return `${source || 'src'} does not stand above ${target || 'src'}`
  const isDoor = target === '' || to === `${SERVICE}${target}/index.ts` || SECOND_DOORS.includes(to)
  return isDoor ? null : `${target} is entered by its index.ts only`
}

const TABLE = `${SERVICE}http/subjects.ts`
/** A file with the handlers of one subject. */
const isSubject = ({ path, text }: SourceFile) =>
  path.startsWith(`${SERVICE}http/`) && /^} satisfies Subject$/m.test(text)

/** The subjects do not know each other; what they share stands beside them, and one table puts them together. */
function faultInHttp(from: string, to: string, subjects: ReadonlySet<string>): string | null {
  const [source = '', target = ''] = [from, to].map((path) => path.split('/').slice(3, -1).join('/'))
  if (subjects.has(to) && from !== TABLE) return `${to} is a subject, which only the table of them knows`
  if (source === target || target === '') return null
  return to.endsWith('/index.ts') ? null : `http/${target} is entered by its index.ts only`
}

test('the service imports downward only, and only through the index of a folder', () => {
  assert.deepEqual(brokenFloors(readSourceTree()), [])
})

test('every domain folder stands on exactly one floor', () => {
  for (const name of DOMAINS) assert.equal(FLOORS.flat().filter((folder) => folder === name).length, 1, name)
})

test('every folder of the floors is there', () => {
  const folders = new Set(readSourceTree().map(({ path }) => (path.startsWith(SERVICE) ? serviceFolder(path) : '')))
  assert.deepEqual(
    FLOORS.flat().filter((name) => !folders.has(name)),
    [],
  )
})

test('an import upward, sideways, past an index or from no floor is found, and one downward is not', () => {
  const faults = brokenFloors([
    file('service/src/kernel/up.ts', "import { a } from '../platform/index.ts'"),
    file('service/src/wallet/sideways.ts', "export type { A } from '../rates/index.ts'"),
    file('service/src/rounds/past.ts', "import type { A } from '../wallet/store.ts'"),
    file('service/src/lost/here.ts', "import '../kernel/index.ts'"),
    file('service/src/http/rounds.ts', 'export const rounds = {\n} satisfies Subject\n'),
    file('service/src/http/subjects.ts', "import { rounds } from './rounds.ts'"),
    file('service/src/http/shipping.ts', "import { rounds } from './rounds.ts'"),
    file('service/src/http/past.ts', "import { a } from './pages/html.ts'"),
    file('service/src/main.ts', "const a = await import('./http/server.ts')"),
    file('service/src/rounds/down.ts', "import { a } from '../wallet/index.ts'\nimport { b } from './store.ts'"),
    file('service/src/cli/down.ts', "import { a } from '../context.ts'"),
  ])
  assert.deepEqual(
    faults.map((fault) => fault.split(' imports ')[0]),
    [
      'service/src/kernel/up.ts:1',
      'service/src/wallet/sideways.ts:1',
      'service/src/rounds/past.ts:1',
      'service/src/lost/here.ts:1',
      'service/src/http/shipping.ts:1',
      'service/src/http/past.ts:1',
      'service/src/main.ts:1',
    ],
  )
})
