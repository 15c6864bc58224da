import { z } from 'zod'
import { REASON_CHARACTERS } from './limits.ts'
import { STAFF_ROLES } from './permissions.ts'
import { INVENTORY_STATES, id } from './shapes.ts'
import { lineText, wireText } from './text.ts'

/** The operator that a request is about. Staff of an operator can name only their own. */
export const operator = wireText(1, 100).optional().meta({
  description: 'Operator slug. Staff of the platform must name one',
})
export const ofOperator = z.object({ operator })

/** Why a change is made. The audit log records it. */
export const reason = lineText(1, REASON_CHARACTERS)

/** Refuses a change that is based on an outdated version. */
export const version = z.int().min(1).meta({ description: 'The version that the change is based on' })

/**
 * States of items in the admin. `crediting`: a cashback has no final answer yet. `disputed`: the wallet accepted a cashback that it had
 * refused.
 */
export const ADMIN_ITEM_STATES = [...INVENTORY_STATES, 'crediting', 'disputed'] as const

/** Hours for which a replaced secret or key still works. */
export const overlapHours = z.int().min(0).max(168)

const employer = z
  .object({ slug: z.string(), name: z.string() })
  .nullable()
  .meta({ description: 'The operator that they work for; null for staff of the platform' })

/** A member of staff. */
export const account = z.object({
  staffId: id,
  email: z.string().nullable(),
  displayName: z.string().nullable(),
  operator: employer,
  roles: z.array(z.enum(STAFF_ROLES)).meta({ description: 'The roles that apply now' }),
})

/** The session of a browser. */
export const signedIn = z.object({
  staff: account,
  csrfToken: z.string(),
  needs: z.enum(['passkey', 'confirmation']).nullable().meta({
    description:
      'The step before any other request: `passkey`, add a first passkey; `confirmation`, confirm with an existing one',
  }),
})

export type StaffMember = z.infer<typeof account>
export type SignedIn = z.infer<typeof signedIn>
