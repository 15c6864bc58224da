import { z } from 'zod'
import { adminPath } from './admin-path.ts'
import { defineSignedRoutes } from './route.ts'
import { emailAddress, timestamp } from './shapes.ts'
import { lineText, wireText } from './text.ts'

/** Single sign-on into the admin (interface §4.7, decisions §11). */

export const adminSsoBody = z.object({
  adminExternalId: wireText(1, 190).meta({
    description: 'Your stable id of the member of staff. Never reuse it for another person',
  }),
  email: emailAddress
    .optional()
    .meta({ description: 'Binds the id to a member of your staff who was invited by this e-mail and has no id yet' }),
  displayName: lineText(1, 120).optional(),
  returnPath: adminPath.optional().meta({ description: 'Landing path inside the admin; its start page when omitted' }),
})

export const adminRoutesOfBackend = defineSignedRoutes({
  createAdminSsoLink: {
    method: 'POST',
    path: '/api/s2s/admin-sso',
    repeat: 'refused',
    summary: 'Create a link that signs a member of your staff in to the admin, once and within 60 seconds',
    body: adminSsoBody,
    success: { 200: z.object({ ssoUrl: z.string(), expiresAt: timestamp }) },
    refusals: ['ADMIN_IDENTITY_CONFLICT', 'ADMIN_USER_DISABLED', 'STAFF_LIMIT_REACHED'],
  },
})

export type AdminSsoBody = z.infer<typeof adminSsoBody>
