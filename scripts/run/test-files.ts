import { globSync } from 'node:fs'
import { PROJECT_DIR } from './program.ts'

/** Tests of `tests/house` that start a database, the product or runs of their own, or read built pages. The others are architecture rules. */
const PROCESS_TESTS = [
  'a-new-game',
  'bench',
  'browsers',
  'embedded-postgres',
  'kept-database',
  'retry',
  'run',
  'start',
].map((name) => `tests/house/${name}.test.ts`)

/** The tests of `npm test`, in a fixed order. */
export function allTestFiles(): string[] {
  return filesNamed('**/*.test.ts')
}

/** The long tests of `npm run proof`, in a fixed order. */
export function allProofFiles(): string[] {
  return filesNamed('**/*.proof.ts')
}

/** Rules about the source: their outcome depends on nothing but the files. */
export function isArchitectureRule(file: string): boolean {
  return file.startsWith('tests/house/') && file.endsWith('.test.ts') && !PROCESS_TESTS.includes(file)
}

function filesNamed(pattern: string): string[] {
  const exclude = (name: string) => name === 'node_modules' || name === 'dist' || name.startsWith('.')
  return globSync(pattern, { cwd: PROJECT_DIR, exclude }).sort()
}
