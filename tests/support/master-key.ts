import { createHash } from 'node:crypto'

/** A key that production would take too: 64 hex digits without a pattern. */
export const MASTER_KEY = createHash('sha256').update('a master key of tests').digest('hex')
