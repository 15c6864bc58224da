import { type Doors, doorsOf } from '../doors.ts'
import { isRelative, targetOf } from '../paths.ts'
import { isTypeScript, type SourceFile } from '../source-tree.ts'
import { isNode, type Node, syntaxOf } from '../syntax.ts'

/** A name that a file declares, imports or hands on. `file` and `name`: where it comes from, when not from here. */
type Source = { readonly file: string; readonly name: string }
export type Declared = { readonly file: SourceFile; readonly name: string; readonly node: Node }

const WHOLE = '*'

type Module = {
  readonly file: SourceFile
  /** What stands at the top of the file, by its name: functions, constants, classes. */
  readonly declared: ReadonlyMap<string, Node>
  /** Names that come from other files of the tree, by what they are called here. */
  readonly imported: ReadonlyMap<string, Source>
  /** Names that leave under another, or only pass through, by the one that they leave under. */
  readonly handedOn: ReadonlyMap<string, Source>
  /** Files whose every name leaves here: `export * from`. */
  readonly wholly: readonly string[]
}

export type Modules = ReadonlyMap<string, Module>

/**
 * What each file of the tree declares and where its other names come from: values, and types when they are asked for.
 * What stands in `node_modules` is left out; our own packages are followed to their files.
 */
export function modulesOf(files: readonly SourceFile[], { types = false } = {}): Modules {
  const doors = doorsOf(files)
  return new Map(files.filter(isTypeScript).map((file) => [file.path, moduleOf(file, doors, types)]))
}

/** Where a name of a file is really declared: through imports and every `index.ts` that hands it on. */
export function declarationOf(modules: Modules, path: string, name: string): Declared | null {
  if (name === WHOLE) throw new Error(`${path} is imported as a whole, which is not followed`)
  const module = modules.get(path)
  if (module === undefined) return null
  const source = module.handedOn.get(name) ?? module.imported.get(name)
  if (source !== undefined && !(source.file === path && source.name === name))
    return declarationOf(modules, source.file, source.name)
  const node = module.declared.get(name)
  if (node !== undefined) return { file: module.file, name, node }
  for (const other of module.wholly) {
    const found = declarationOf(modules, other, name)
    if (found !== null) return found
  }
  return null
}

function moduleOf(file: SourceFile, doors: Doors, types: boolean): Module {
  const counts = (kind: unknown) => types || kind !== 'type'
  const statements = syntaxOf(file).statements.filter((node) => counts(node.importKind) && counts(node.exportKind))
  const from = (node: Node) => fileOf(file.path, node, doors)
  const namesOf = (node: Node) =>
    (node.specifiers as Node[]).filter(({ importKind, exportKind }) => counts(importKind) && counts(exportKind))
  return {
    file,
    declared: new Map(syntaxOf(file).statements.flatMap((node) => declaredBy(node, types))),
    imported: new Map(
      statements
        .filter(({ type }) => type === 'ImportDeclaration')
        .flatMap((node) => namesOf(node).flatMap((one) => sourceOf(one, one.local, one.imported, from(node)))),
    ),
    handedOn: new Map(
      statements
        .filter(({ type }) => type === 'ExportNamedDeclaration')
        .flatMap((node) => {
          const source = isNode(node.source) ? from(node) : file.path
          return namesOf(node).flatMap((one) => sourceOf(one, one.exported, one.local, source))
        }),
    ),
    wholly: statements.filter(({ type }) => type === 'ExportAllDeclaration').flatMap((node) => from(node) ?? []),
  }
}

function sourceOf(one: Node, here: unknown, there: unknown, file: string | null): [string, Source][] {
  if (file === null) return []
  const name = one.type === 'ImportNamespaceSpecifier' ? WHOLE : 'default'
  return [[nameOf(here), { file, name: isNode(there) ? nameOf(there) : name }]]
}

const TYPES = ['TSTypeAliasDeclaration', 'TSInterfaceDeclaration']
const VALUES = ['FunctionDeclaration', 'ClassDeclaration']

function declaredBy(statement: Node, types: boolean): [string, Node][] {
  const node = isNode(statement.declaration) ? statement.declaration : statement
  if (VALUES.includes(node.type) || (types && TYPES.includes(node.type)))
    return isNode(node.id) ? [[nameOf(node.id), node]] : []
  if (node.type !== 'VariableDeclaration') return []
  return (node.declarations as Node[]).flatMap((one) =>
    namesOf(one.id as Node).map((name): [string, Node] => [name, one]),
  )
}

/** The names that a pattern binds. */
function namesOf(pattern: Node): string[] {
  if (pattern.type === 'Identifier') return [String(pattern.name)]
  if (pattern.type === 'ObjectPattern')
    return (pattern.properties as Node[]).flatMap((one) => namesOf((one.value ?? one.argument) as Node))
  if (pattern.type === 'ArrayPattern')
    return (pattern.elements as (Node | null)[]).flatMap((one) => (one ? namesOf(one) : []))
  return isNode(pattern.left) ? namesOf(pattern.left) : []
}

function fileOf(path: string, node: Node, doors: Doors): string | null {
  const specifier = isNode(node.source) ? String(node.source.value) : ''
  return isRelative(specifier) ? targetOf(path, specifier) : doors(specifier)
}

function nameOf(node: unknown): string {
  return isNode(node) ? String(node.name ?? node.value) : ''
}
