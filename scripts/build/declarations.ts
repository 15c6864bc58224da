import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { installed, runQuietly } from '../run/program.ts'

const SOURCES = ['packages/operator-sdk/src', 'packages/contract/src', 'packages/fairness/src']
/** The one file of the SDK whose types come from schemas. */
export const WIRE = 'packages/operator-sdk/src/wire.ts'

/** Has the compiler write a type out: of an inferred type it prints every field, of an alias only the name. */
const WRITE_OUT = `
type Plain<T> = T extends string | number | boolean | null | undefined
  ? T
  : unknown extends T
    ? T
    : T extends readonly (infer E)[]
      ? Plain<E>[]
      : T extends infer O
        ? { [K in keyof O]: Plain<O[K]> }
        : never
declare function plain<T>(): Plain<T>
`

/** Declarations of the SDK and of all that it names: `folder` mirrors the project, `wire` is the text for the types of the wire. */
export type Declarations = { folder: string; wire: string }

/** Runs the compiler in `scratch`, a folder below the project's. Throws with its words when it fails. */
export async function compileDeclarations(projectDir: string, scratch: string): Promise<Declarations> {
  const toRoot = relative(scratch, projectDir).replaceAll('\\', '/')
  rmSync(scratch, { recursive: true, force: true })
  mkdirSync(scratch, { recursive: true })
  writeFileSync(join(scratch, 'plain.ts'), writtenOut(projectDir, toRoot))
  writeFileSync(join(scratch, 'tsconfig.json'), JSON.stringify(compilerConfig(toRoot)))
  const ended = await runQuietly(installed('tsc'), ['-p', join(scratch, 'tsconfig.json')])
  if (!ended.ok) throw new Error(`the declarations of the SDK cannot be written:\n${ended.output}`)
  const folder = join(scratch, 'declared')
  const text = readFileSync(join(folder, relative(projectDir, scratch), 'plain.d.ts'), 'utf8')
  return { folder, wire: text.replace(/^export declare const (\w+): /gm, 'export type $1 = ') }
}

function writtenOut(projectDir: string, toRoot: string): string {
  const types = readFileSync(join(projectDir, WIRE), 'utf8').matchAll(/^export type (\w+) =/gm)
  const lines = [...types].map(([, name]) => `export const ${name} = plain<wire.${name}>()\n`)
  return `import type * as wire from '${toRoot}/${WIRE}'\n${WRITE_OUT}${lines.join('')}`
}

function compilerConfig(toRoot: string) {
  return {
    extends: `${toRoot}/tsconfig.base.json`,
    compilerOptions: {
      ...{ noEmit: false, declaration: true, emitDeclarationOnly: true, noEmitOnError: true },
      ...{ rootDir: toRoot, outDir: 'declared' },
    },
    files: ['plain.ts'],
    // Named as sources: what is only found as a package is not written.
    include: SOURCES.map((folder) => `${toRoot}/${folder}`),
  }
}
