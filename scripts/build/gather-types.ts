import { readFileSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import type { s2sRoutes } from '@coffer/contract/s2s'
import { type Declarations, WIRE } from './declarations.ts'

const SDK = 'packages/operator-sdk'
const BUNDLED: Readonly<Record<string, string>> = {
  '@coffer/contract': 'packages/contract',
  '@coffer/fairness': 'packages/fairness',
}
const SPECIFIER = /(from |import\()'([^']+)'/g

type Routes = typeof s2sRoutes

/**
 * The declarations that the SDK's own reach, by their place in the package. Throws when one of them needs a package: whoever
 * installs the SDK would not have it.
 */
export function gatherTypes(projectDir: string, { folder, wire }: Declarations, routes: Routes): Map<string, string> {
  const gathered = new Map<string, string>()
  const waiting = [`${SDK}/src/index.ts`]
  for (let source = waiting.pop(); source !== undefined; source = waiting.pop()) {
    if (gathered.has(placeOf(source))) continue
    const from = source
    const text = from === WIRE ? withWords(wire, routes) : readFileSync(join(folder, declared(from)), 'utf8')
    const rewritten = text.replace(SPECIFIER, (whole, before: string, specifier: string) => {
      const target = targetOf(projectDir, from, specifier)
      if (target === null) return whole
      waiting.push(target)
      return `${before}'${pathBetween(placeOf(from), placeOf(target))}'`
    })
    gathered.set(placeOf(from), rewritten)
  }
  return gathered
}

const declared = (source: string) => source.replace(/\.ts$/, '.d.ts')

/** `packages/contract/src/signing.ts` → `types/contract/signing.d.ts`; the SDK's own stand in `types` itself. */
function placeOf(source: string): string {
  const [, name, path] = /^packages\/([a-z-]+)\/src\/(.*)$/.exec(declared(source)) ?? []
  return name === 'operator-sdk' ? `types/${path}` : `types/${name}/${path}`
}

/** The source that a specifier means; null for a module of Node. */
function targetOf(projectDir: string, from: string, specifier: string): string | null {
  if (specifier.startsWith('node:')) return null
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier)
  const name = specifier.split('/').slice(0, 2).join('/')
  const folder = BUNDLED[name]
  if (folder === undefined) throw new Error(`the types of the SDK need ${specifier}, by ${from}: name them in wire.ts`)
  const { exports } = JSON.parse(readFileSync(join(projectDir, folder, 'package.json'), 'utf8'))
  return posix.join(folder, exports[`.${specifier.slice(name.length)}`])
}

function pathBetween(from: string, to: string): string {
  const path = posix.relative(dirname(from), to).replace(/\.d\.ts$/, '.js')
  return path.startsWith('.') ? path : `./${path}`
}

/** What the route table says of each route, for whoever looks at a method in an editor. */
function withWords(wire: string, routes: Routes): string {
  return wire.replace(/^ {4}readonly (\w+): /gm, (line, name: string) => {
    const { method, path, summary } = routes[name as keyof Routes]
    return `    /** ${summary}: \`${method} ${path}\` */\n${line}`
  })
}
