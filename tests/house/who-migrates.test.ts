import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SERVICE } from './support/paths.ts'
import { file, isTypeScript, placeOf, readSourceTree, type SourceFile } from './support/source-tree.ts'

/** The process that serves, and the command that does nothing else. */
const MIGRATE = ['service/src/main.ts', 'service/src/cli/migrate.ts']
/** What a command works with that may find a schema of before, or none. */
const WITHOUT_NEWEST_SCHEMA = [
  'service/src/cli/migrate.ts',
  'service/src/cli/serve.ts',
  'service/src/cli/with-context.ts',
]

function strangeMigrations(files: readonly SourceFile[]): string[] {
  const rules = [
    { call: /\bmigrate\(/g, allowed: [...MIGRATE, 'service/src/platform/migrate.ts'] },
    { call: /\bwithConfiguredDatabase\b/g, allowed: WITHOUT_NEWEST_SCHEMA },
  ]
  const code = files.filter((one) => one.path.startsWith(SERVICE) && isTypeScript(one))
  return rules.flatMap(({ call, allowed }) =>
    code
      .filter(({ path }) => !allowed.includes(path))
      .flatMap((one) => [...one.text.matchAll(call)].map((found) => `${placeOf(one, found.index)} ${found[0]}`)),
  )
}

test('only coffer migrate and a process that serves may change the schema; every other command works on the newest one', () => {
  assert.deepEqual(strangeMigrations(readSourceTree()), [])
})

test('a command that migrates, and one that takes any schema, are found', () => {
  const found = (text: string) => strangeMigrations([file('service/src/cli/webhook.ts', text)]).length
  assert.equal(found('await migrate(url)'), 1)
  assert.equal(found('return withConfiguredDatabase(work)'), 1)
  assert.equal(found('return withContext(work)'), 0)
})
