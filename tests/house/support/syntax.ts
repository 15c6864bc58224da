import { parseSync } from 'vite'
import type { SourceFile } from './source-tree.ts'

/** A node of the syntax tree, in the ESTree form. */
export type Node = {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [name: string]: unknown
}

/** One import, re-export or dynamic import. `isType`: it leaves nothing behind when the types are stripped. */
export type Import = { readonly specifier: string; readonly start: number; readonly isType: boolean }

export type Syntax = {
  /** What stands at the top of the file. */
  readonly statements: readonly Node[]
  readonly nodes: readonly Node[]
  readonly imports: readonly Import[]
}

const known = new WeakMap<SourceFile, Syntax>()

/** The syntax of a TypeScript file; a file that does not parse is an error. */
export function syntaxOf(file: SourceFile): Syntax {
  const found = known.get(file) ?? readSyntax(file)
  known.set(file, found)
  return found
}

/** Most rules look at imports only, which stand at the top of a file, so the rest is walked through when it is asked for. */
function readSyntax(file: SourceFile): Syntax {
  const { program, errors } = parseSync(file.path, file.text)
  if (errors[0]) throw new Error(`${file.path}: ${errors[0].message}`)
  let nodes: readonly Node[] | undefined
  const all = () => {
    nodes ??= nodesBelow(program)
    return nodes
  }
  const statements = program.body as unknown as readonly Node[]
  return {
    statements,
    get nodes() {
      return all()
    },
    imports: (file.text.includes('import(') ? all() : statements).flatMap(importOf),
  }
}

/** The node and every node inside it, in the order of the text. */
export function nodesBelow(root: unknown): Node[] {
  const nodes: Node[] = []
  collect(root, nodes)
  return nodes
}

function collect(value: unknown, nodes: Node[]): void {
  if (typeof value !== 'object' || value === null) return
  if (isNode(value)) nodes.push(value)
  for (const child of Object.values(value)) collect(child, nodes)
}

export function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string' && 'start' in value
  )
}

const SOURCE_OF = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

function importOf(node: Node): Import[] {
  if (!SOURCE_OF.has(node.type) || !isNode(node.source) || typeof node.source.value !== 'string') return []
  return [{ specifier: node.source.value, start: node.start, isType: isTypeImport(node) }]
}

function isTypeImport(node: Node): boolean {
  if (node.type === 'TSImportType' || node.importKind === 'type' || node.exportKind === 'type') return true
  const parts = Array.isArray(node.specifiers) ? node.specifiers : []
  return parts.length > 0 && parts.every((part) => part.importKind === 'type' || part.exportKind === 'type')
}

/** The name that a call is made by: `f` of `f()`, `a.f` of `a.f()`, else the empty text. */
export function calleeName(node: Node): string {
  return isNode(node.callee) ? dottedName(node.callee) : ''
}

export function dottedName(node: Node): string {
  if (node.type === 'Identifier') return String(node.name)
  if (node.type !== 'MemberExpression' || node.computed === true) return ''
  const object = isNode(node.object) ? dottedName(node.object) : ''
  return isNode(node.property) ? `${object}.${String(node.property.name)}` : ''
}

/** The texts of a template, with a space where a value stands. */
export function templateText(node: Node): string {
  const quasis = Array.isArray(node.quasis) ? node.quasis : []
  return quasis.map((part) => part.value.raw).join(' ')
}
