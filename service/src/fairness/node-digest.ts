import { createHmac } from 'node:crypto'
import type { Digest } from '@coffer/fairness'

/** Node's digest in place of the package's own: the same bytes, faster. */
export const nodeDigest: Digest = (key, message) => createHmac('sha256', key).update(message).digest()
