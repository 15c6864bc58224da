import assert from 'node:assert/strict'
import { test } from 'node:test'
import { targetOf } from './support/paths.ts'
import { file, readSourceTree, type SourceFile } from './support/source-tree.ts'

const IMPORT = /import classes from '(\.[^']+\.module\.css)'/g

/** Classes that a script reads from a style sheet that has none of them, and classes of a style sheet that no script reads. */
function strayClasses(files: readonly SourceFile[]): string[] {
  const usesOf = new Map<string, Set<string>>()
  for (const { path, text } of files.filter(({ path }) => /^apps\/.+\.tsx$/.test(path))) {
    for (const [, specifier] of text.matchAll(IMPORT)) {
      const sheet = targetOf(path, specifier!)
      const names = [...text.matchAll(/\bclasses\.(\w+)/g)].map(([, name]) => name!)
      usesOf.set(sheet, new Set([...(usesOf.get(sheet) ?? []), ...names]))
    }
  }
  return files
    .filter(({ path }) => path.endsWith('.module.css'))
    .flatMap(({ path, text }) => {
      const used = usesOf.get(path) ?? new Set()
      const rules = text.replace(/\/\*[\s\S]*?\*\//g, '')
      const defined = new Set([...rules.matchAll(/\.([a-zA-Z]\w*)(?=[^{};]*\{)/g)].map(([, name]) => name!))
      return [
        ...[...used].filter((name) => !defined.has(name as string)).map((name) => `${path} lacks .${name}`),
        ...[...defined].filter((name) => !used.has(name)).map((name) => `${path}: no script uses .${name}`),
      ]
    })
}

test('style sheets: scripts use every class, and only classes that exist', () => {
  assert.deepEqual(strayClasses(readSourceTree()), [])
})

test('style sheets: a class that is missing or unused is found', () => {
  const found = strayClasses([
    file('apps/a/src/b/list.tsx', "import classes from './list.module.css'\nclasses.row, classes.gone"),
    file('apps/a/src/b/list.module.css', '.row { color: red }\n.row .left,\n.row a { width: 0.5px }'),
  ])
  assert.deepEqual(found, [
    'apps/a/src/b/list.module.css lacks .gone',
    'apps/a/src/b/list.module.css: no script uses .left',
  ])
})
