import { SERVICE } from '../paths.ts'
import { isTypeScript, type SourceFile } from '../source-tree.ts'
import { isNode, type Node, syntaxOf } from '../syntax.ts'

/** The contract's name of the route by which a player opens a box. */
const ROUTE = 'openRound'

/** What the table of handlers holds for an open, and the file of that table. */
export function openRoute(tree: readonly SourceFile[]): [path: string, handler: Node] {
  const found = tree
    .filter((file) => file.path.startsWith(`${SERVICE}http/`) && isTypeScript(file) && file.text.includes(ROUTE))
    .flatMap((file) =>
      syntaxOf(file)
        .nodes.filter(isEntry)
        .map(({ value }): [string, Node] => [file.path, value as Node]),
    )
  const [only, ...others] = found
  if (only === undefined || others.length > 0)
    throw new Error(`${found.length} tables of handlers hold ${ROUTE}: ${found.map(([path]) => path).join(', ')}`)
  return only
}

function isEntry({ type, key, value }: Node): boolean {
  return type === 'Property' && isNode(key) && key.name === ROUTE && isNode(value) && value.type !== 'Literal'
}
