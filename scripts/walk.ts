import { parseArgs } from 'node:util'
import { findPostgres } from './walk/postgres.ts'
import { walk } from './walk/walk.ts'

const USAGE = 'npm run walk -- [--working-tree] [--keep]'

/**
 * `npm run walk`: goes live once, on a PostgreSQL of this machine's own, and back. It installs nothing on the machine, and removes what it
 * made. Exit code 0 only when every step held.
 */
async function main(): Promise<number> {
  const { values } = parseArgs({
    options: { 'working-tree': { type: 'boolean', default: false }, keep: { type: 'boolean', default: false } },
  })
  const postgres = findPostgres()
  return walk({ postgres, workingTree: values['working-tree'], keep: values.keep })
}

main().then(
  (code) => process.exit(code),
  (error: Error) => {
    console.error(`\n${error.message}\n${error.message.includes('Unknown option') ? USAGE : ''}`)
    process.exit(1)
  },
)
