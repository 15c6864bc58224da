import assert from 'node:assert/strict'
import { test } from 'node:test'
import { file, isTypeScript, placeOf, readSourceTree, type SourceFile } from './support/source-tree.ts'
import { calleeName, dottedName, isNode, type Node, nodesBelow, syntaxOf } from './support/syntax.ts'

/** What starts a program. Without an `env` of its own it would get all of ours. */
const STARTERS = new Set([
  ...['spawn', 'spawnSync', 'fork', 'exec', 'execSync', 'execFile', 'execFileSync'],
  'chromium.launch',
])

/** Programs that tests and benches start: what they read is what they were given. */
const STARTED = /^(tests\/kill\/service-process|bench\/processes\/[a-z-]+)\.ts$/

const isWatched = ({ path }: SourceFile) => /^(tests|bench)\//.test(path) && !STARTED.test(path)

function inherited(files: readonly SourceFile[]): string[] {
  return files.filter((one) => isTypeScript(one) && isWatched(one)).flatMap((one) => [...whole(one), ...bare(one)])
}

/** Where the whole environment is taken, and not one variable of it. */
function whole(one: SourceFile): string[] {
  const { nodes } = syntaxOf(one)
  const single = new Set(nodes.filter(({ type }) => type === 'MemberExpression').map(({ object }) => object))
  return nodes
    .filter((node) => node.type === 'MemberExpression' && dottedName(node) === 'process.env' && !single.has(node))
    .map(({ start }) => `${placeOf(one, start)} takes the whole environment of the shell`)
}

/** Where a program is started without an environment of its own. */
function bare(one: SourceFile): string[] {
  const { nodes, imports } = syntaxOf(one)
  if (!imports.some(({ specifier }) => specifier === 'node:child_process' || specifier === 'playwright-core')) return []
  const starters = new Set([...STARTERS, ...promisedStarters(nodes)])
  return nodes
    .filter((node) => node.type === 'CallExpression' && starters.has(calleeName(node)) && !namesEnvironment(node))
    .map((node) => `${placeOf(one, node.start)} starts a program in the environment of the shell`)
}

/** The names of `const name = promisify(execFile)`. */
function promisedStarters(nodes: readonly Node[]): string[] {
  return nodes.flatMap(({ type, id, init }) => {
    if (type !== 'VariableDeclarator' || !isNode(init) || init.type !== 'CallExpression' || !isNode(id)) return []
    return calleeName(init) === 'promisify' ? [dottedName(id)] : []
  })
}

function namesEnvironment(call: Node): boolean {
  return nodesBelow(call.arguments).some(({ type, key }) => type === 'Property' && isNode(key) && key.name === 'env')
}

test('every program that a test or a bench starts has an environment of its own, and nothing of the shell’s', () => {
  assert.deepEqual(inherited(readSourceTree()), [])
})

test('a program that would inherit the environment of the shell is found', () => {
  const faults = (text: string, path = 'tests/a.ts') => inherited([file(path, text)]).length
  const imports = "import { execFile, spawn } from 'node:child_process'\n"
  assert.equal(faults(`${imports}spawn('a', [], { env: { ...process.env, A: '1' } })`), 1)
  assert.equal(faults(`${imports}spawn('a', [], { env: process.env })`), 1)
  assert.equal(faults(`${imports}const { A: _, ...others } = process.env\nspawn('a', [], { env: others })`), 1)
  assert.equal(faults(`${imports}spawn('a', [])`), 1)
  assert.equal(faults(`${imports}const run = promisify(execFile)\nrun('a', [], { cwd })`), 1)
  assert.equal(faults(`${imports}spawn('a', [], { env: { PATH: process.env.PATH } }); run(process.env['B'])`), 0)
  assert.equal(faults(`${imports}spawn('a', [])`, 'scripts/a.ts'), 0)
  assert.equal(faults("import { chromium } from 'playwright-core'\nchromium.launch({ args })"), 1)
})
