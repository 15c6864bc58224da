import { createHmac } from 'node:crypto'
import type { Digest } from '@coffer/fairness'

/** Node's HMAC-SHA256, as the service passes it to `draw`. */
export const nodeDigest: Digest = (key, message) => createHmac('sha256', key).update(message).digest()
