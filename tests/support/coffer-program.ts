import { join } from 'node:path'

/** The program behind `bin/coffer`: its source, or in a run of all tests one file that was made of the same sources at its start. */
export const COFFER_PROGRAM = process.env.TEST_COFFER ?? join(import.meta.dirname, '../../service/src/cli/main.ts')
