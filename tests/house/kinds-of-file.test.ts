import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDomainFile, isRelative, isStore, isView, SERVICE, targetOf } from './support/paths.ts'
import { file, isTypeScript, placeOf, readSourceTree, type SourceFile } from './support/source-tree.ts'
import { isNode, type Node, syntaxOf } from './support/syntax.ts'

/** `acts`: it is asynchronous, or is given the context or a transaction. What does not act is a noun. */
type Kind = 'store' | 'view' | 'door' | 'verb' | 'noun'

function kindOf(one: SourceFile): Kind {
  if (isStore(one.path)) return 'store'
  if (isView(one.path)) return 'view'
  if (one.path.endsWith('/index.ts')) return 'door'
  return acts(one) ? 'verb' : 'noun'
}

const acts = (one: SourceFile) =>
  syntaxOf(one).nodes.some((node) => node.async === true || isTypeNamed(node, ACTING_TYPES))
const ACTING_TYPES = ['Context', 'Tx', 'Promise']

function isTypeNamed(node: Node, names: readonly string[]): boolean {
  return node.type === 'TSTypeReference' && isNode(node.typeName) && names.includes(String(node.typeName.name))
}

/** SQL is written in stores, by the platform, which opens transactions and runs migrations, and by the doctor, which only reads. */
const SQL_PACKAGES = ['kysely', 'pg']
const MAY_HOLD_SQL = ['service/src/platform/', 'service/src/doctor/']
const SQL_TEXT =
  /^\s*(select\s|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s|begin;|set\s+local\s)/i

function misplacedSql(files: readonly SourceFile[]): string[] {
  return files
    .filter((one) => one.path.startsWith(SERVICE) && isTypeScript(one))
    .filter(({ path }) => !isStore(path) && !MAY_HOLD_SQL.some((place) => path.startsWith(place)))
    .flatMap((one) => {
      const imports = syntaxOf(one).imports.filter(
        ({ specifier, isType }) => SQL_PACKAGES.includes(specifier) && !isType,
      )
      const texts = syntaxOf(one).nodes.filter((node) => SQL_TEXT.test(textOf(node)))
      return [...imports, ...texts].map(({ start }) => `${placeOf(one, start)} holds SQL`)
    })
}

function textOf(node: Node): string {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  return node.type === 'TemplateElement' ? String((node.value as { raw: string }).raw) : ''
}

function brokenKinds(files: readonly SourceFile[]): string[] {
  return files
    .filter((one) => one.path.startsWith(SERVICE) && isTypeScript(one))
    .flatMap((one) => {
      if (one.path.startsWith(`${SERVICE}http/`)) return storesImportedBy(one, false)
      if (!isDomainFile(one.path)) return []
      const kind = kindOf(one)
      if (kind === 'noun') return [...storesImportedBy(one, true), ...outsideOf(one)]
      if (kind === 'view') return [...storesImportedBy(one, true), ...outsideOf(one), ...typesIn(one, ACTING_TYPES)]
      return kind === 'store' ? typesIn(one, ['Context']) : []
    })
}

/** A noun or a view may name the type of a row; the functions of a store are for verbs. */
function storesImportedBy(one: SourceFile, typesAllowed: boolean): string[] {
  return syntaxOf(one)
    .imports.filter(({ specifier, isType }) => isRelative(specifier) && !(typesAllowed && isType))
    .filter(({ specifier }) => isStore(targetOf(one.path, specifier)))
    .map(({ specifier, start }) => `${placeOf(one, start)} imports the store ${specifier}`)
}

function outsideOf(one: SourceFile): string[] {
  return syntaxOf(one)
    .imports.filter(({ specifier }) => /^node:(fs|net|http|dns|child_process)/.test(specifier))
    .map(({ specifier, start }) => `${placeOf(one, start)} imports ${specifier}`)
}

function typesIn(one: SourceFile, names: readonly string[]): string[] {
  const found = syntaxOf(one).nodes.filter((node) => isTypeNamed(node, names))
  return found.map(({ start }) => `${placeOf(one, start)} is given what only a verb may have`)
}

test('nouns and views compute without a store, stores know no context, and HTTP never reaches a store', () => {
  assert.deepEqual(brokenKinds(readSourceTree()), [])
})

test('SQL stands in stores and in the platform only', () => {
  assert.deepEqual(misplacedSql(readSourceTree()), [])
})

test('a file of one kind that does what another kind does is found', () => {
  const faults = (path: string, text: string) => brokenKinds([file(`service/src/${path}`, text)]).length
  assert.equal(faults('rounds/facts.ts', "import { findRound } from './store.ts'"), 1)
  assert.equal(faults('rounds/facts.ts', "import type { RoundRecord } from './store.ts'"), 0)
  assert.equal(faults('rounds/facts.ts', "import { readFileSync } from 'node:fs'"), 1)
  assert.equal(faults('rounds/open.ts', "import { a } from './store.ts'\nexport async function open() {}"), 0)
  assert.equal(faults('rounds/view.ts', 'export const view = (tx: Tx) => tx'), 1)
  assert.equal(faults('rounds/store.ts', 'export const find = (ctx: Context) => ctx'), 1)
  assert.equal(faults('http/play/open.ts', "import type { A } from '../../rounds/store.ts'"), 1)
})

test('SQL outside the stores is found, whether as a text, a template or through its packages', () => {
  const places = [
    "import { sql } from 'kysely'",
    "const a = 'select 1'",
    'const a = q`update rounds set a = $' + '{b}`',
  ]
  for (const text of places) {
    assert.equal(misplacedSql([file('service/src/rounds/open-round.ts', text)]).length, 1, text)
    assert.equal(misplacedSql([file('service/src/rounds/store.ts', text)]).length, 0, text)
  }
  assert.equal(misplacedSql([file('service/src/rounds/a.ts', "const a = 'select a box first'")]).length, 1)
  assert.equal(misplacedSql([file('service/src/rounds/a.ts', "const a = 'Read the round again.'")]).length, 0)
})
