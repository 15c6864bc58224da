import type { StaffRole } from '@coffer/contract/permissions'

/** Name and purpose of each role. */
export const ROLE_TEXT: Readonly<Record<StaffRole, { name: string; purpose: string }>> = {
  platform_admin: { name: 'Platform administrator', purpose: 'everything of the platform' },
  kyc_reviewer: { name: 'Identity reviewer', purpose: 'decides verifications of players' },
  fulfilment: { name: 'Fulfilment', purpose: 'packs and ships orders' },
  auditor: { name: 'Auditor', purpose: 'reads verifications, staff and the audit log, and changes nothing' },
  owner: { name: 'Owner', purpose: 'everything of this operator, its staff included' },
  catalog: { name: 'Catalogue', purpose: 'boxes, items and their values' },
  shipping: { name: 'Shipping', purpose: 'orders and stock' },
  support: { name: 'Support', purpose: 'players, their rounds and their items' },
  finance: { name: 'Finance', purpose: 'money, reports and reconciliation' },
  viewer: { name: 'Viewer', purpose: 'reads everything that is not personal, and changes nothing' },
}
