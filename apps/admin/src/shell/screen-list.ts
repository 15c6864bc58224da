import type { StaffMember } from '@coffer/contract/admin'
import {
  API_KEY_LIST,
  AUDIT_LIST,
  BOX_LIST,
  DELIVERY_LIST,
  ITEM_LIST,
  ORDER_LIST,
  PLAYER_LIST,
  ROUND_LIST,
  STAFF_LIST,
} from '@coffer/contract/list'
import { mayDo, type Permission } from '@coffer/contract/permissions'
import type { PaletteScreen } from '../palette/commands.ts'

export type Screen = PaletteScreen & {
  /** The permission that the screen needs; null when every member of staff may open it. */
  readonly permission: Permission | null
}

/** The screens of the admin in the order of the menu. The first that a member of staff may open is their start page. */
export const SCREENS = {
  home: { path: '/home', label: 'Home', icon: 'home', permission: 'home.read' },
  rounds: { path: '/rounds', label: 'Rounds', icon: 'dice', permission: ROUND_LIST.permission },
  players: { path: '/players', label: 'Players', icon: 'player', permission: PLAYER_LIST.permission },
  orders: { path: '/orders', label: 'Orders', icon: 'truck', permission: ORDER_LIST.permission },
  boxes: { path: '/boxes', label: 'Boxes', icon: 'box', permission: BOX_LIST.permission },
  items: { path: '/items', label: 'Items', icon: 'tag', permission: ITEM_LIST.permission },
  kyc: { path: '/kyc', label: 'Verifications', icon: 'identity', permission: 'kyc.read' },
  staff: { path: '/staff', label: 'Staff', icon: 'people', permission: STAFF_LIST.permission },
  audit: { path: '/audit', label: 'Audit log', icon: 'log', permission: AUDIT_LIST.permission },
  integration: { path: '/integration', label: 'Integration', icon: 'link', permission: 'integration.read' },
  keys: { path: '/keys', label: 'API keys', icon: 'key', permission: API_KEY_LIST.permission },
  webhooks: { path: '/webhooks', label: 'Webhooks', icon: 'webhook', permission: 'integration.read' },
  deliveries: { path: '/deliveries', label: 'Deliveries', icon: 'send', permission: DELIVERY_LIST.permission },
  account: { path: '/account', label: 'Your account', icon: 'person', permission: null, isOfViewer: true },
} as const satisfies Record<string, Screen>

export function allowedScreens(staff: StaffMember): readonly Screen[] {
  return Object.values(SCREENS).filter((screen) => mayOpen(staff, screen))
}

export function mayOpen({ roles }: StaffMember, { permission }: Screen): boolean {
  return permission === null || mayDo(roles, permission)
}
