import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { allTestFiles, proofFiles } from '../../scripts/run/test-files.ts'
import { type Mutation, mutatedFiles, parseMutation, readMutations } from '../mutations/support/mutations.ts'
import { PROJECT_DIR } from './support/source-tree.ts'

const FIELDS = ['Guarantee: It holds.', 'Change: It is left out.', 'Test: tests/api/a.test.ts', 'Expect: 1 !== 0']
const DIFF = [
  '--- a/package.json',
  '+++ b/package.json',
  '@@ -2,1 +2,1 @@',
  '-  "name": "coffer",',
  '+  "name": "x",',
  '',
]

/** What an assertion prints without a message, or any error: it does not say what is wrong. */
const SAYS_NOTHING =
  /^[\d' ]*!== \d+$|^[+-] +\S+$|'INTERNAL'|SyntaxError|Missing expected|Expected values to be|falsy value|Something went wrong/

test('each mutation fits the source, and changes it', () => {
  const mutations = readMutations()
  assert.ok(mutations.length > 200)
  assert.deepEqual(mutations.flatMap(misfitOf), [])
})

test('no two mutations are the same, and each expects a text that says what is wrong', () => {
  const mutations = readMutations()
  const ids = mutations.map(({ patches, test: file, pattern }) => JSON.stringify([patches, file, pattern]))
  const copies = mutations.filter((_, index) => ids.indexOf(ids[index]!) !== index)
  assert.deepEqual(namesOf(copies), [])
  assert.deepEqual(namesOf(mutations.filter(({ expect }) => SAYS_NOTHING.test(expect))), [])
})

test('each mutation names a test of npm test, or why it is in the proof, and its folder has a proof', () => {
  const [ofNpmTest, ofProof] = [['types', ...allTestFiles()], proofFiles()]
  const wrong = readMutations().filter(({ name, test: file, proof }) => {
    const isKnown = ofNpmTest.includes(file) || (proof !== null && ofProof.includes(file))
    const hasProof = existsSync(join(PROJECT_DIR, `tests/mutations/${name.split('/')[0]}.proof.ts`))
    return !isKnown || !hasProof
  })
  assert.deepEqual(namesOf(wrong), [])
})

test('a mutation is its fields, each once, an empty line and a diff that fits', () => {
  const parse = (fields: readonly string[], diff = DIFF) => parseMutation('x/y', [...fields, '', ...diff].join('\n'))
  const mutation = parse([...FIELDS, 'Pattern: ^a: b$'])
  assert.deepEqual(
    [mutation.test, mutation.pattern, mutation.expect, mutation.proof],
    ['tests/api/a.test.ts', '^a: b$', '1 !== 0', null],
  )
  assert.deepEqual(
    mutatedFiles(mutation).map(({ path, text }) => [path, text.includes('"name": "x"')]),
    [['package.json', true]],
  )
  assert.throws(() => parse(FIELDS.slice(1)), /has no Guarantee/)
  assert.throws(() => parse([...FIELDS, 'Reason: none']), /x\/y: its fields are not/)
  assert.throws(() => parse([...FIELDS, ...FIELDS]), /each once/)
  assert.throws(() => parse(FIELDS, ['', 'words']), /has no diff/)
  const gone = DIFF.map((line) => line.replace('"coffer"', '"other"'))
  assert.throws(() => mutatedFiles(parse(FIELDS, gone)), /x\/y does not fit package.json/)
})

const namesOf = (mutations: readonly Mutation[]) => mutations.map(({ name }) => name)

function misfitOf(mutation: Mutation): string[] {
  try {
    const isSame = ({ path, text }: { path: string; text: string }) =>
      text === readFileSync(join(PROJECT_DIR, path), 'utf8')
    return mutatedFiles(mutation).some(isSame) ? [`${mutation.name} changes nothing`] : []
  } catch (error) {
    return [(error as Error).message]
  }
}
