import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from './program.ts'

/** Tests of `tests/house` that start a database, the product or runs of their own, or read built pages. The others are architecture rules. */
const PROCESS_TESTS = ['browsers', 'embedded-postgres', 'kept-database', 'proof', 'retry', 'run', 'start'].map(
  (name) => `tests/house/${name}.test.ts`,
)

/** The tests of `npm test`, in a fixed order. */
export function allTestFiles(): string[] {
  return filesNamed('**/*.test.ts')
}

/** What `npm run proof` runs: `*.proof.ts`, and each test of `npm test` that has a larger size in a proof. In a fixed order. */
export function proofFiles(): string[] {
  return [...filesNamed('**/*.proof.ts'), ...allTestFiles().filter(hasProofSize)]
}

function hasProofSize(file: string): boolean {
  return /^import \{ (inProof|seeded) \} from /m.test(readFileSync(join(PROJECT_DIR, file), 'utf8'))
}

/** Rules about the source: their outcome depends on nothing but the files. */
export function isArchitectureRule(file: string): boolean {
  return file.startsWith('tests/house/') && file.endsWith('.test.ts') && !PROCESS_TESTS.includes(file)
}

function filesNamed(pattern: string): string[] {
  const exclude = (name: string) => name === 'node_modules' || name === 'dist' || name.startsWith('.')
  return globSync(pattern, { cwd: PROJECT_DIR, exclude }).sort()
}
