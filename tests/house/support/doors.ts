import { packageName, targetOf } from './paths.ts'
import type { SourceFile } from './source-tree.ts'

/** The file that a specifier of one of our own packages leads to; null for any other. */
export type Doors = (specifier: string) => string | null

/** By the `exports` of every package.json: `@coffer/contract/money` and where that is, `./src/*` too. */
export function doorsOf(files: readonly SourceFile[]): Doors {
  const packages = new Map(
    files
      .filter(({ path }) => path.endsWith('/package.json'))
      .map(({ path, text }) => {
        const { name, exports = {} } = JSON.parse(text) as { name: string; exports?: Record<string, string> }
        return [name, { manifest: path, exports: Object.entries(exports) }]
      }),
  )
  return (specifier) => {
    const name = packageName(specifier)
    const { manifest, exports } = packages.get(name) ?? { manifest: '', exports: [] }
    const way = `.${specifier.slice(name.length)}`
    for (const [door, target] of exports) {
      const [before, after] = door.split('*') as [string, string | undefined]
      if (after === undefined ? way === door : way.startsWith(before)) {
        return targetOf(manifest, target.replace('*', way.slice(before.length)))
      }
    }
    return null
  }
}
