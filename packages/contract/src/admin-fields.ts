import { z } from 'zod'
import { wireText } from './text.ts'

/** The operator that a request is about. Staff of an operator can name only their own. */
export const operator = wireText(1, 100).optional().meta({
  description: 'Operator slug. Staff of the platform must name one',
})
export const ofOperator = z.object({ operator })

/** Refuses a change that is based on an outdated version. */
export const version = z.int().min(1).meta({ description: 'The version that the change is based on' })

/** Hours for which a replaced secret or key still works. */
export const overlapHours = z.int().min(0).max(168)
