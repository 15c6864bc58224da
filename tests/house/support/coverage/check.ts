import type { SourceFile } from '../source-tree.ts'
import { calleeName, isNode, type Node, syntaxOf } from '../syntax.ts'
import { type Proof, proofsOf, type Row, type Section } from './proof.ts'

export type Coverage = {
  sections: readonly Section[]
  files: readonly SourceFile[]
  /** Endpoints, codes and events that there are. */
  built: ReadonlySet<string>
}

/** What is wrong with the table, in words. */
export function holesIn({ sections, files, built }: Coverage): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const rows = sections.flatMap((section) => section.rows)
  return [
    ...rows.flatMap((row) => holesOfRow(row, byPath)),
    ...[...built].filter((name) => !rows.some((row) => sameName(row.name, name))).map((name) => `${name} has no row`),
  ]
}

/** Parameters of a path may have another name in the contract than in the interface. */
const sameName = (one: string, other: string) => plain(one) === plain(other)
const plain = (name: string) => name.replace(/\{\w+\}/g, '{}')

function holesOfRow({ name, entry }: Row, files: ReadonlyMap<string, SourceFile>): string[] {
  if (proofsOf(entry).length === 0) return [`${name} has no test`]
  return proofsOf(entry).flatMap(([path, title]: Proof) => {
    const file = files.get(`tests/${path}.test.ts`)
    if (file === undefined) return [`${name} names tests/${path}.test.ts, which is not there`]
    return titlesOf(file).has(title) ? [] : [`${name} names a test that ${path} does not have: ${title}`]
  })
}

const known = new WeakMap<SourceFile, ReadonlySet<string>>()

/** The titles of the tests in a file: texts, and templates with `…` for each value. Suites and titles that are computed otherwise are none. */
export function titlesOf(file: SourceFile): ReadonlySet<string> {
  const found = known.get(file) ?? new Set(syntaxOf(file).nodes.filter(isTestCall).flatMap(titleOf))
  known.set(file, found)
  return found
}

const isTestCall = (node: Node) => node.type === 'CallExpression' && /^(t\.)?test$/.test(calleeName(node))

function titleOf({ arguments: given }: Node): string[] {
  const [title] = given as unknown[]
  if (!isNode(title)) return []
  if (title.type === 'Literal' && typeof title.value === 'string') return [title.value]
  if (title.type !== 'TemplateLiteral') return []
  const parts = title.quasis as { value: { cooked: string } }[]
  return [parts.map(({ value }) => value.cooked).join('…')]
}
