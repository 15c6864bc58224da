/** Roles in the admin (decisions §11). */

/** Roles of the platform's staff, who work for every operator. */
export const PLATFORM_ROLES = ['platform_admin', 'kyc_reviewer', 'fulfilment', 'auditor'] as const
export type PlatformRole = (typeof PLATFORM_ROLES)[number]

/** Roles that staff of an operator may have without a grant. `owner` always needs one. */
export const DEFAULTABLE_ROLES = ['catalog', 'shipping', 'support', 'finance', 'viewer'] as const

/** Roles of an operator's staff. */
export const OPERATOR_ROLES = ['owner', ...DEFAULTABLE_ROLES] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]
