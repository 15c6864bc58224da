import { randomBytes } from 'node:crypto'
import type { Random } from '../kernel/index.ts'

/** The machine's own secure randomness. */
export const systemRandom: Random = { bytes: randomBytes }
