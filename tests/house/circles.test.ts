import assert from 'node:assert/strict'
import { test } from 'node:test'
import { circlesOf } from './support/circles.ts'
import { file, readSourceTree } from './support/source-tree.ts'

test('no files of the repository import each other in a circle', () => {
  assert.deepEqual(circlesOf(readSourceTree()), [])
})

test('a circle of values, of types, through a package or of one file is found and written out, and a diamond is none', () => {
  const circles = circlesOf([
    file('packages/a/package.json', '{"name":"@coffer/a","exports":{".":"./src/index.ts","./src/*":"./src/*"}}'),
    file('packages/a/src/index.ts', "export { one } from './one.ts'"),
    file('packages/a/src/one.ts', "import { two } from './two.ts'\nimport { foot } from './foot.ts'"),
    file('packages/a/src/two.ts', "import '@coffer/a'\nimport { foot } from './foot.ts'"),
    file('packages/a/src/foot.ts', "import { readFile } from 'node:fs'"),
    file('tests/type.ts', "import type { B } from './type-too.ts'"),
    file('tests/type-too.ts', "const late = () => import('@coffer/a/src/foot.ts')\nlet c: import('./type.ts').C"),
    file('scripts/self.ts', "import { self } from './self.ts'"),
    file('scripts/above.mjs', "import './self.ts'\nimport '@coffer/a/src/two.ts'"),
  ])
  assert.deepEqual(circles, [
    'packages/a/src/index.ts → packages/a/src/one.ts → packages/a/src/two.ts → packages/a/src/index.ts',
    'tests/type-too.ts → tests/type.ts → tests/type-too.ts',
    'scripts/self.ts → scripts/self.ts',
  ])
})

test('a circle of imports is found, through types too', () => {
  const circle = [
    file('a.ts', "import type { B } from './b.ts'"),
    file('b.ts', "import './c.ts'\nimport './d.ts'"),
    file('c.ts', "export { a } from './a.ts'"),
    file('d.ts', "import './e.ts'"),
    file('e.ts', ''),
  ]
  assert.deepEqual(circlesOf(circle), ['a.ts → b.ts → c.ts → a.ts'])
  assert.deepEqual(circlesOf(circle.slice(1)), [])
})
