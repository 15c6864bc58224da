import { SERVICE } from '../paths.ts'
import { isTypeScript, type SourceFile } from '../source-tree.ts'
import { isNode, type Node, syntaxOf } from '../syntax.ts'
import { table } from './table.ts'

const MOVES = /^([A-Z]+)_MOVES$/

/** What the nouns call what moves, in words. */
const WORDS: Readonly<Record<string, string>> = {
  INTENT: 'intent of a shipping order',
  ITEM: 'inventory item',
  KYC: 'KYC request',
  ORDER: 'shipping order',
  PAIR: 'seed pair',
  PAYOUT: 'item payout',
  ROUND: 'round',
}

/** Every table of moves in the service, `ROUND_MOVES` and its like, read from where it stands. */
export function statesTable(files: readonly SourceFile[]): string {
  const tables = files
    .filter((file) => file.path.startsWith(SERVICE) && isTypeScript(file) && file.text.includes('_MOVES'))
    .flatMap((file) => syntaxOf(file).nodes.flatMap(movesOf))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return table(
    ['What', 'State', 'Moves to'],
    tables.flatMap(([what, moves]) =>
      moves.map(([from, to]) => [what, `\`${from}\``, to.map(code).join(', ') || 'ends']),
    ),
  )
}

const code = (state: string) => `\`${state}\``

function movesOf(node: Node): [string, [string, string[]][]][] {
  if (node.type !== 'VariableDeclarator' || !isNode(node.id) || !isNode(node.init)) return []
  const [, name] = String(node.id.name).match(MOVES) ?? []
  if (name === undefined || node.init.type !== 'ObjectExpression') return []
  const moves = (node.init.properties as Node[]).map(({ key, value }): [string, string[]] => [
    String((key as Node).name ?? (key as Node).value),
    ((value as Node).elements as Node[]).map((state) => String(state.value)),
  ])
  return [[WORDS[name] ?? name.toLowerCase(), moves]]
}
