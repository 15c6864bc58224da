import { posix } from 'node:path'
import { circlesOf } from '../circles.ts'
import { SERVICE } from '../paths.ts'
import { isTypeScript, type SourceFile } from '../source-tree.ts'
import { syntaxOf } from '../syntax.ts'
import { declarationOf, modulesOf } from './modules.ts'
import { openRoute } from './open-route.ts'
import { passThroughsOf } from './pass-through.ts'
import { filesReachedFrom } from './reach.ts'
import { readingList } from './reading-list.ts'

const SHORT_LINES = 40
const STUB_LINES = 30

/** A number of the house, and what it was counted from: files, places or groups. Null where the tree has nothing to count. */
export type Figure = { readonly value: number | null; readonly counted: readonly string[] }
export type FigureName = keyof ReturnType<typeof figuresOf>

/** The figures of a tree of the project: what each means stands in `table.ts`. */
export function figuresOf(tree: readonly SourceFile[]) {
  const service = tree.filter((file) => file.path.startsWith(SERVICE) && isTypeScript(file))
  const http = service.filter(({ path }) => path.startsWith(`${SERVICE}http/`))
  const short = service.filter((file) => linesOf(file) <= SHORT_LINES)
  const withOneImporter = filesWithOneImporter(tree, service)
  const reached = [...filesReachedFrom(modulesOf(tree), ...openRoute(tree))].sort()
  const toRead = readingList(tree)
  return {
    files: { value: service.length, counted: [] },
    medianLines: { value: median(service.map(linesOf)), counted: [] },
    shortShare: { value: share(short.length, service.length), counted: [] },
    oneImporter: counted(withOneImporter.map(({ path }) => path)),
    oneImporterStubs: counted(withOneImporter.filter((file) => linesOf(file) <= STUB_LINES).map(({ path }) => path)),
    reachedByOpen: counted(reached),
    reachedByOpenInService: { value: reached.filter((path) => path.startsWith(SERVICE)).length, counted: [] },
    readForOpen: toRead === null ? { value: null, counted: [] } : counted(toRead),
    importShare: { value: importShare(service), counted: [] },
    importShareHttp: { value: importShare(http), counted: [] },
    passThroughs: counted(service.flatMap(passThroughsOf)),
    circles: counted(circlesOf(tree)),
  } satisfies Record<string, Figure>
}

function counted(list: readonly string[]): Figure {
  return { value: list.length, counted: list }
}

function linesOf({ text }: SourceFile): number {
  return text.replace(/\n$/, '').split('\n').length
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}

/** Percent, with one place. */
function share(part: number, whole: number): number {
  return Math.round((part / whole) * 1000) / 10
}

/** Lines of the imports at the top of files, of all their lines. What an `index.ts` hands on is no import. */
function importShare(files: readonly SourceFile[]): number {
  const imports = files.flatMap((file) =>
    syntaxOf(file)
      .statements.filter(({ type }) => type === 'ImportDeclaration')
      .map(({ start, end }) => linesOf({ ...file, text: file.text.slice(start, end) })),
  )
  return share(sum(imports), sum(files.map(linesOf)))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

/**
 * Files of the service whose names, values and types, are used by one other file of the service, which stands beside it. An
 * `index.ts` that hands a name on is no user of it: who imports the name from there is.
 */
function filesWithOneImporter(tree: readonly SourceFile[], service: readonly SourceFile[]): SourceFile[] {
  const modules = modulesOf(tree, { types: true })
  const importers = new Map<string, Set<string>>()
  for (const { path } of service)
    for (const { file, name } of modules.get(path)?.imported.values() ?? []) {
      const home = declarationOf(modules, file, name)?.file.path ?? file
      importers.set(home, (importers.get(home) ?? new Set()).add(path))
    }
  return service.filter(({ path }) => {
    const [only, ...others] = importers.get(path) ?? []
    return only !== undefined && others.length === 0 && posix.dirname(only) === posix.dirname(path)
  })
}
