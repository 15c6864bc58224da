import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyPatch, parsePatch, type StructuredPatch } from 'diff'
import { PROJECT_DIR } from '../../../scripts/run/program.ts'

/**
 * A change of the code that breaks a guarantee, and the test that must fail with it. A file of `tests/mutations`: lines of
 * `Field: value`, an empty line, and a unified diff.
 */
export type Mutation = {
  /** `wallet/silence-is-acceptance`: the path below `tests/mutations`, without its ending. */
  name: string
  /** What the change breaks: an invariant of the doctor, by its name, or what the test shows. */
  guarantee: string
  /** What is changed, in words. */
  change: string
  /** A test file, or `types` for the type checker. */
  test: string
  /** Which of its tests run, as `--test-name-pattern`; all when null. */
  pattern: string | null
  /** A text that the failed test prints. */
  expect: string
  /** Why only the proof shows it; null for what `npm test` shows. */
  proof: string | null
  patches: StructuredPatch[]
}

const FOLDER = 'tests/mutations'
const FIELDS = ['Guarantee', 'Change', 'Test', 'Pattern', 'Expect', 'Proof']

/** All mutations, or those of one folder. */
export function readMutations(folder = '*'): Mutation[] {
  const paths = globSync(`${folder}/*.patch`, { cwd: join(PROJECT_DIR, FOLDER) }).sort()
  return paths.map((path) =>
    parseMutation(path.replace(/\.patch$/, ''), readFileSync(join(PROJECT_DIR, FOLDER, path), 'utf8')),
  )
}

/** Throws for a field that is missing, not known or twice there, and for a text without a diff. */
export function parseMutation(name: string, text: string): Mutation {
  const end = text.indexOf('\n\n')
  const lines = text.slice(0, end).split('\n')
  const fields = new Map(lines.map((line) => [line.split(': ', 1)[0]!, line.slice(line.indexOf(': ') + 2)]))
  const unknown = [...fields.keys()].filter((field) => !FIELDS.includes(field))
  if (end < 0 || unknown.length > 0 || fields.size < lines.length) {
    throw new Error(`${name}: its fields are not ${FIELDS.join(', ')}, each once, before an empty line`)
  }
  const patches = parsePatch(text.slice(end))
  if (patches.length === 0 || patches.some(({ hunks }) => hunks.length === 0)) throw new Error(`${name}: has no diff`)
  const optional = (field: string) => fields.get(field) ?? null
  const required = (field: string) => {
    const value = fields.get(field)
    if (!value) throw new Error(`${name}: has no ${field}`)
    return value
  }
  return {
    ...{ name, guarantee: required('Guarantee'), change: required('Change') },
    ...{ test: required('Test'), pattern: optional('Pattern'), expect: required('Expect'), proof: optional('Proof') },
    patches,
  }
}

/** The files that a mutation changes in a copy of the project, with their new texts. Throws when its diff does not fit them. */
export function mutatedFiles({ name, patches }: Mutation, folder = PROJECT_DIR): { path: string; text: string }[] {
  return patches.map((patch) => {
    const path = patch.newFileName!.replace(/^b\//, '')
    const before = existsSync(join(folder, path)) ? readFileSync(join(folder, path), 'utf8') : ''
    const text = applyPatch(before, patch, { fuzzFactor: 0 })
    if (text === false) throw new Error(`${name} does not fit ${path}: write its diff again`)
    return { path, text }
  })
}

/** Applies a mutation to a copy of the project. Returns what takes it back. */
export function applyTo(folder: string, mutation: Mutation): () => void {
  const files = mutatedFiles(mutation, folder)
  const originals = files.map(({ path }) => ({ path, text: readFileSync(join(folder, path)) }))
  for (const { path, text } of files) writeFileSync(join(folder, path), text)
  return () => {
    for (const { path, text } of originals) writeFileSync(join(folder, path), text)
  }
}
