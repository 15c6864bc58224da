import { doorsOf } from './doors.ts'
import { isRelative, targetOf } from './paths.ts'
import { isTypeScript, type SourceFile } from './source-tree.ts'
import { syntaxOf } from './syntax.ts'

/** Files that can be reached from each other, each group as one circle through some of them, written out. */
export function circlesOf(files: readonly SourceFile[]): string[] {
  const imports = importsOf(files)
  return knotsOf(imports).map((knot) => circleIn(knot, imports).join(' → '))
}

/**
 * Which files each file imports, in every workspace, by path or by the exports of a package. Imports of values count, as files
 * that load each other begin in an order that nobody wrote down; imports of types count too, as files that need each other to be
 * understood are one file that was cut in two.
 */
function importsOf(files: readonly SourceFile[]): Map<string, readonly string[]> {
  const doors = doorsOf(files)
  const sources = files.filter((one) => isTypeScript(one) || one.path.endsWith('.mjs'))
  const paths = new Set(sources.map(({ path }) => path))
  return new Map(
    sources.map((one) => {
      const targets = syntaxOf(one).imports.map(({ specifier }) =>
        isRelative(specifier) ? targetOf(one.path, specifier) : doors(specifier),
      )
      return [one.path, [...new Set(targets)].filter((target) => target !== null && paths.has(target)) as string[]]
    }),
  )
}

/** The strongly connected components of more than one file, by Tarjan's algorithm; and a file that imports itself. */
function knotsOf(imports: ReadonlyMap<string, readonly string[]>): Set<string>[] {
  const places = new Map<string, { index: number; lowest: number; isOpen: boolean }>()
  const open: string[] = []
  const knots: Set<string>[] = []
  const visit = (path: string) => {
    const place = { index: places.size, lowest: places.size, isOpen: true }
    places.set(path, place)
    open.push(path)
    for (const target of imports.get(path) ?? []) {
      const known = places.get(target)
      if (known?.isOpen !== false) place.lowest = Math.min(place.lowest, known?.index ?? visit(target))
    }
    if (place.lowest === place.index) {
      const knot = open.splice(open.indexOf(path))
      for (const one of knot) places.get(one)!.isOpen = false
      if (knot.length > 1 || imports.get(path)?.includes(path)) knots.push(new Set(knot))
    }
    return place.lowest
  }
  for (const path of imports.keys()) if (!places.has(path)) visit(path)
  return knots
}

/** The shortest way from the first file of a knot back to it. */
function circleIn(knot: ReadonlySet<string>, imports: ReadonlyMap<string, readonly string[]>): string[] {
  const start = [...knot].sort()[0]!
  const ways: string[][] = [[start]]
  const seen = new Set<string>()
  for (const way of ways) {
    for (const target of imports.get(way.at(-1)!) ?? []) {
      if (target === start) return [...way, start]
      if (!knot.has(target) || seen.has(target)) continue
      seen.add(target)
      ways.push([...way, target])
    }
  }
  throw new Error(`no circle in ${[...knot].join(', ')}`)
}
