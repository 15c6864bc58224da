import { placeOf, type SourceFile } from '../source-tree.ts'
import { isNode, type Node, syntaxOf } from '../syntax.ts'

const FUNCTIONS = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']

/**
 * Places of the functions at the top of a file that are one call of another function and hand on what they were given:
 * every argument is a parameter of theirs or a field of one. A call that adds a value or a name of its own says something.
 */
export function passThroughsOf(file: SourceFile): string[] {
  return syntaxOf(file)
    .statements.flatMap(functionsOf)
    .filter(isPassThrough)
    .map(({ start }) => placeOf(file, start))
}

function functionsOf(statement: Node): Node[] {
  const node = isNode(statement.declaration) ? statement.declaration : statement
  if (FUNCTIONS.includes(node.type)) return [node]
  if (node.type !== 'VariableDeclaration') return []
  return (node.declarations as Node[]).flatMap(({ init }) =>
    isNode(init) && FUNCTIONS.includes(init.type) ? [init] : [],
  )
}

function isPassThrough({ params, body }: Node): boolean {
  const call = onlyCall(body)
  if (call === null || !isNode(call.callee) || call.callee.type !== 'Identifier') return false
  const own = new Set((params as Node[]).flatMap(namesOf))
  const given = call.arguments as Node[]
  return given.length > 0 && given.every((one) => isHandedOn(one, own))
}

/** The call that is all of a body, awaited or not. */
function onlyCall(body: unknown): Node | null {
  if (!isNode(body)) return null
  const statements = body.type === 'BlockStatement' ? (body.body as Node[]) : [body]
  const [only] = statements
  if (only === undefined || statements.length > 1) return null
  const result = only.type === 'ReturnStatement' ? only.argument : (only.expression ?? only)
  const whole = isNode(result) ? result : only
  const call = whole.type === 'AwaitExpression' ? whole.argument : whole
  return isNode(call) && call.type === 'CallExpression' ? call : null
}

/** The names that a parameter gives. */
function namesOf(parameter: Node): string[] {
  if (parameter.type === 'Identifier') return [String(parameter.name)]
  if (parameter.type === 'ObjectPattern')
    return (parameter.properties as Node[]).flatMap((one) => namesOf((one.value ?? one.argument) as Node))
  return isNode(parameter.argument) ? namesOf(parameter.argument) : []
}

function isHandedOn(given: Node, own: ReadonlySet<string>): boolean {
  if (given.type === 'Identifier') return own.has(String(given.name))
  if (given.type === 'MemberExpression') return given.computed !== true && isHandedOn(given.object as Node, own)
  return given.type === 'SpreadElement' && isHandedOn(given.argument as Node, own)
}
