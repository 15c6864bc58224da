import type { StaffRole } from '@coffer/contract/permissions'

/** Name of each role, and what it is for. */
export const ROLE_TEXT: Readonly<Record<StaffRole, { name: string; description: string }>> = {
  platform_admin: { name: 'Platform administrator', description: 'everything of the platform' },
  kyc_reviewer: { name: 'Identity reviewer', description: 'decides verifications of players' },
  fulfilment: { name: 'Fulfilment', description: 'packs and ships orders' },
  auditor: {
    name: 'Auditor',
    description: 'reads verifications, staff, webhooks and the audit log, and changes nothing',
  },
  owner: { name: 'Owner', description: 'everything of this operator, its staff included' },
  catalog: { name: 'Catalogue', description: 'boxes, items and their values' },
  shipping: { name: 'Shipping', description: 'orders and stock' },
  support: { name: 'Support', description: 'players, their rounds and their items' },
  finance: { name: 'Finance', description: 'money, reports and reconciliation' },
  viewer: { name: 'Viewer', description: 'reads everything that is not personal, and changes nothing' },
}
