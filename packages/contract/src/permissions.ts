import { OPERATOR_ROLES, type OperatorRole, PLATFORM_ROLES, type PlatformRole } from './roles.ts'

export type StaffRole = PlatformRole | OperatorRole
export const STAFF_ROLES = [...PLATFORM_ROLES, ...OPERATOR_ROLES] as const

/** Every role but `kyc_reviewer`, which sees verifications only. */
const ALL_BUT_REVIEWERS = [
  'platform_admin',
  'fulfilment',
  'auditor',
  'owner',
  'catalog',
  'shipping',
  'support',
  'finance',
  'viewer',
] as const satisfies readonly StaffRole[]

/**
 * The roles that have each permission of the admin. Roles of the platform apply to every operator, roles of an operator to that operator.
 * `auditor` has read permissions only.
 */
export const PERMISSIONS = {
  /** The audit log: who changed or saw what, and the network addresses of staff. */
  'audit.read': ['platform_admin', 'auditor', 'owner'],
  /** Webhook deliveries, which name players and have bets and payouts. */
  'deliveries.read': ['platform_admin', 'auditor', 'owner', 'support'],
  /** Wallet URL, allowed origins, API keys and webhook endpoints, without their secrets. */
  'integration.read': ['platform_admin', 'auditor', 'owner', 'support', 'viewer'],
  /** Bodies of webhook deliveries that contain personal data of players. */
  'deliveries.personal': ['platform_admin', 'auditor', 'owner'],
  /** Changing the wallet URL, outbound secret, allowed origins, API keys and webhook endpoints; seeing secrets of endpoints; replaying deliveries. */
  'integration.manage': ['platform_admin', 'owner'],
  /** The home screen. Each part of it needs the permission for its data. */
  'home.read': ALL_BUT_REVIEWERS,
  /** The catalogue: boxes with their odds, versions and changes. */
  'boxes.read': ALL_BUT_REVIEWERS,
  /** Adding boxes, publishing and scheduling their versions, changing details, attributes and pictures, archiving and restoring. */
  'boxes.manage': ['platform_admin', 'owner', 'catalog'],
  /** The catalogue: items with their values, stock, costs and changes. */
  'items.read': ALL_BUT_REVIEWERS,
  /** Changing values and shipping costs of items, and declining values that wait for approval. */
  'items.manage': ['platform_admin', 'owner', 'catalog'],
  /** Approving values that another person asked for. */
  'items.approve': ['platform_admin', 'owner'],
  /** Changing the stock of items. */
  'items.stock': ['platform_admin', 'fulfilment', 'owner', 'catalog', 'shipping'],
  /** How many verifications wait for review, and for how long. */
  'kyc.count': ['platform_admin', 'auditor', 'owner', 'support', 'viewer'],
  /** Verifications with their photos and notes. */
  'kyc.read': ['platform_admin', 'kyc_reviewer', 'auditor'],
  'kyc.review': ['platform_admin', 'kyc_reviewer'],
  /** Names of the operators, to filter by. */
  'operators.read': ['platform_admin', 'kyc_reviewer', 'fulfilment', 'auditor'],
  /** How many shipping orders are open, and for how long. */
  'orders.count': ['platform_admin', 'fulfilment', 'auditor', 'owner', 'shipping', 'support', 'viewer'],
  /** Shipping orders with addresses, e-mails, tracking and costs. */
  'orders.read': ['platform_admin', 'fulfilment', 'auditor', 'owner', 'shipping', 'support'],
  /** Changing and cancelling shipping orders. */
  'orders.manage': ['platform_admin', 'fulfilment', 'owner', 'shipping'],
  /** Sums of bets, payouts and GGR, and numbers of rounds. */
  'play.read': ['platform_admin', 'auditor', 'owner', 'catalog', 'finance', 'viewer'],
  /** Exporting everything of a player, also what they entered into verifications, and erasing personal data of players. */
  'players.personal': ['platform_admin', 'owner'],
  /** Players with their restrictions, spend, vault, orders without addresses, and statuses of verifications. */
  'players.read': ['platform_admin', 'auditor', 'owner', 'support', 'finance'],
  /** Setting and lifting restrictions of players. */
  'players.restrict': ['platform_admin', 'owner', 'support'],
  /** Rounds with their players, bets, prizes and wallet calls. */
  'rounds.read': ['platform_admin', 'auditor', 'owner', 'support', 'finance'],
  /** Members of staff, their e-mails and sessions. */
  'staff.read': ['platform_admin', 'auditor', 'owner'],
  'staff.manage': ['platform_admin', 'owner'],
} as const satisfies Record<string, readonly StaffRole[]>
export type Permission = keyof typeof PERMISSIONS

/** Permissions for money, the catalogue, access and personal data. They need a recent confirmation with a passkey from those who have one. */
export const CONFIRMED_PERMISSIONS: readonly Permission[] = [
  'audit.read',
  'boxes.manage',
  'deliveries.personal',
  'deliveries.read',
  'integration.manage',
  'items.approve',
  'items.manage',
  'kyc.read',
  'kyc.review',
  'orders.manage',
  'orders.read',
  'players.personal',
  'players.read',
  'players.restrict',
  'rounds.read',
  'staff.manage',
  'staff.read',
]

export function mayDo(roles: readonly StaffRole[], permission: Permission): boolean {
  const allowed: readonly StaffRole[] = PERMISSIONS[permission]
  return roles.some((role) => allowed.includes(role))
}
