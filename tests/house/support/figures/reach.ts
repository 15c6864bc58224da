import { isNode, type Node } from '../syntax.ts'
import { type Declared, declarationOf, type Modules } from './modules.ts'

/**
 * The files that one declaration reaches: those that declare a name that it uses, or that something it reaches uses. What
 * a file holds beside that, and what it imports for that, is not followed; nor are types, and what comes in the context.
 * A name is a name: a local one that is called as something at the top of the file counts as a use of it.
 */
export function filesReachedFrom(modules: Modules, path: string, root: Node): ReadonlySet<string> {
  const seen = new Set<Node>()
  const files = new Set(root.type === 'Identifier' ? [] : [path])
  const waiting = [...usedBy(modules, path, root)]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next.node)) continue
    seen.add(next.node)
    files.add(next.file.path)
    waiting.push(...usedBy(modules, next.file.path, next.node))
  }
  return files
}

function usedBy(modules: Modules, path: string, node: Node): Declared[] {
  return [...namesUsed(node)].flatMap((name) => declarationOf(modules, path, name) ?? [])
}

/** The names that a piece of code uses as values: no types, no names of properties. */
function namesUsed(node: Node): ReadonlySet<string> {
  const names = new Set<string>()
  collect(node, names)
  return names
}

const EXPRESSIONS_WITH_TYPES = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']
const WITH_KEYS = ['Property', 'MethodDefinition', 'PropertyDefinition']

function collect(value: unknown, names: Set<string>): void {
  if (Array.isArray(value)) for (const one of value) collect(one, names)
  if (!isNode(value)) return
  if (value.type === 'Identifier') names.add(String(value.name))
  if (value.type.startsWith('TS') && !EXPRESSIONS_WITH_TYPES.includes(value.type)) return
  for (const [key, child] of Object.entries(value)) {
    const isName =
      (key === 'property' && value.type === 'MemberExpression') || (key === 'key' && WITH_KEYS.includes(value.type))
    if (isName && value.computed !== true) continue
    collect(child, names)
  }
}
