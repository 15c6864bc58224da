import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDomainFile } from './support/paths.ts'
import { file, isTypeScript, placeOf, readSourceTree, type SourceFile } from './support/source-tree.ts'
import { calleeName, isNode, type Node, syntaxOf } from './support/syntax.ts'

/** Where money, chances and rates are computed: nothing here may make a number that is no integer. */
const COMPUTES = ['packages/contract/src/', 'packages/fairness/src/']
/** A division is a float unless both sides are BigInt, so each file that divides says what for. */
const MAY_DIVIDE: Readonly<Record<string, string>> = {
  'packages/contract/src/money.ts': 'BigInt',
  'packages/contract/src/rates.ts': 'BigInt',
  'packages/fairness/src/sha256.ts': 'the high word of a length in bits',
  'packages/fairness/src/odds.ts': 'chancePercent, which is shown and never counted with',
  'packages/fairness/src/reel-checks.ts': 'chancePercent, which is shown and never counted with',
  'service/src/catalog/publish-gate.ts': 'BigInt, and percent in a sentence',
  'service/src/media/image-file.ts': 'blocks of pixels',
  'service/src/media/decode-image.ts': 'seconds, for the decoder of images',
}
const FLOAT_CALLS = ['parseFloat', 'Number.parseFloat', 'Math.round', 'Math.fround', 'Math.random']

function floats(files: readonly SourceFile[]): string[] {
  return files
    .filter(
      (one) => isTypeScript(one) && (COMPUTES.some((place) => one.path.startsWith(place)) || isDomainFile(one.path)),
    )
    .flatMap((one) =>
      syntaxOf(one)
        .nodes.filter((node) => makesFloat(node, one))
        .map(
          (node) => `${placeOf(one, node.start)} makes a float: ${one.text.slice(node.start, node.end).split('\n')[0]}`,
        ),
    )
}

function makesFloat(node: Node, { path }: SourceFile): boolean {
  if (node.type === 'Literal') return typeof node.value === 'number' && !Number.isInteger(node.value)
  if (node.type === 'CallExpression') return FLOAT_CALLS.includes(calleeName(node)) || isToFixed(node)
  return node.type === 'BinaryExpression' && node.operator === '/' && MAY_DIVIDE[path] === undefined
}

function isToFixed(node: Node): boolean {
  return isNode(node.callee) && isNode(node.callee.property) && node.callee.property.name === 'toFixed'
}

test('no float is made where money, chances and rates are computed', () => {
  assert.deepEqual(floats(readSourceTree()), [])
})

test('a fraction, a division, a rounding and a parsed float are found, and integers are not', () => {
  const found = (text: string, path = 'service/src/rounds/price.ts') => floats([file(path, text)]).length
  for (const text of ['a * 0.9', 'a / 100', 'Math.round(a)', 'parseFloat(a)', 'a.toFixed(2)']) {
    assert.equal(found(text), 1, text)
    assert.equal(found(text, 'service/src/platform/metrics.ts'), 0, text)
  }
  assert.equal(found('a / b', 'packages/contract/src/money.ts'), 0)
  assert.equal(found('a * 9000n + BigInt(b) % 10_000n'), 0)
})
