import { isRelative, targetOf } from '../paths.ts'
import { isTypeScript, type SourceFile } from '../source-tree.ts'
import { syntaxOf } from '../syntax.ts'

/** Groups of files that import each other round and round, imports of types too: each group sorted, and the groups by their first file. */
export function circlesOf(files: readonly SourceFile[]): string[][] {
  const next = new Map(files.filter(isTypeScript).map((file) => [file.path, importedFilesOf(file)]))
  const found: string[][] = []
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const visit = (path: string): number => {
    const mine = order.size
    order.set(path, mine)
    lowest.set(path, mine)
    open.push(path)
    for (const to of next.get(path) ?? []) {
      const low = order.has(to) ? (open.includes(to) ? (order.get(to) as number) : mine) : visit(to)
      lowest.set(path, Math.min(lowest.get(path) as number, low))
    }
    if (lowest.get(path) === mine) found.push(open.splice(open.indexOf(path)))
    return lowest.get(path) as number
  }
  for (const path of next.keys()) if (!order.has(path)) visit(path)
  return found
    .filter((group) => group.length > 1)
    .map((group) => group.sort())
    .sort(([a = ''], [b = '']) => (a < b ? -1 : 1))
}

function importedFilesOf(file: SourceFile): string[] {
  return syntaxOf(file)
    .imports.filter(({ specifier }) => isRelative(specifier))
    .map(({ specifier }) => targetOf(file.path, specifier))
}
