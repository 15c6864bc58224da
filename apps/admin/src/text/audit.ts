import type { AuditRow } from '@coffer/contract/admin'
import type { AuditAction, AuditObject } from '@coffer/contract/audit'

/** Labels of actions. Those about the same kind of object begin with the same word, so that they are found in a list of choices. */
export const ACTION_TEXT: Readonly<Record<AuditAction, string>> = {
  'audit.exported': 'Audit log exported',
  'audit.key_changed': 'Audit log key changed',
  'audit.signed': 'Audit log signed for the first time',
  'campaign.cancelled': 'Campaign cancelled',
  'campaign.created': 'Campaign created',
  'catalog.rtp_overridden': 'RTP limit overridden',
  'catalog.unprofitable_began': 'Box became unprofitable',
  'catalog.unprofitable_ended': 'Box profitable again',
  'catalog.value_approved': 'Item value approved',
  'catalog.value_held': 'Item value held for approval',
  'item.delivered': 'Item delivered',
  'item.stock_set': 'Item stock set',
  'key.created': 'API key created',
  'key.revoked': 'API key revoked',
  'key.rotated': 'API key rotated',
  'kyc.case_read': 'Verification read',
  'kyc.claimed': 'Verification claimed',
  'kyc.decided': 'Verification decided',
  'kyc.erased': 'Verification data erased',
  'kyc.identity_read': 'Verification identity data read',
  'kyc.image_read': 'Verification photo read',
  'kyc.noted': 'Verification note added',
  'kyc.opinion_given': 'Verification opinion given',
  'kyc.provider_asked': 'Verification sent to external check',
  'kyc.released': 'Verification released',
  'kyc.reverification_asked': 'Re-verification requested again',
  'kyc.reverification_opened': 'Re-verification requested',
  'operator.converted': 'Operator currency converted',
  'operator.created': 'Operator created',
  'operator.resumed': 'Operator resumed',
  'operator.secret_rotated': 'Outbound secret rotated',
  'operator.suspended': 'Operator suspended',
  'order.cancelled': 'Order cancelled',
  'order.changed': 'Order changed',
  'player.restrictions_changed': 'Player restrictions changed',
  'settings.changed': 'Settings changed',
  'staff.added': 'Staff added by single sign-on',
  'staff.bound': 'Staff linked to single sign-on ID',
  'staff.disabled': 'Staff disabled',
  'staff.enabled': 'Staff enabled',
  'staff.exported': 'Staff list exported',
  'staff.invited': 'Staff invited',
  'staff.link_created': 'Staff login link created',
  'staff.profile_changed': 'Staff profile changed by single sign-on',
  'staff.roles_set': 'Staff roles changed',
  'staff.sessions_ended': 'Staff sessions ended',
  'staff.signed_in': 'Staff signed in',
  'staff.signed_out': 'Staff signed out',
  'webhook.created': 'Webhook endpoint created',
  'webhook.disabled': 'Webhook endpoint disabled',
  'webhook.enabled': 'Webhook endpoint enabled',
  'webhook.personal_data_read': 'Webhook personal data read',
  'webhook.secret_rotated': 'Webhook secret rotated',
}

const OBJECT_TEXT: Readonly<Record<AuditObject, string>> = {
  campaign: 'Campaign',
  endpoint: 'Webhook endpoint',
  event: 'Webhook event',
  item: 'Item',
  key: 'API key',
  order: 'Order',
  player: 'Player',
  staff: 'Staff',
  verification: 'Verification',
}

const actions: Readonly<Record<string, string>> = ACTION_TEXT

/** The label of an action; its code when it is none of ours, as in an entry of a newer version. */
export function actionText(action: string): string {
  return (Object.hasOwn(actions, action) ? actions[action] : undefined) ?? action
}

const ACTORS: ReadonlyMap<string, string> = new Map([
  ['cli', 'Command line'],
  ['coffer', 'Coffer'],
  ['retention', 'Retention rule'],
  ['system', 'Coffer'],
])
const PROVIDER = 'provider:'
const STAFF = 'staff:'
const API_KEY = 'ck_'

/** The actor of an entry in words. `isPlatform`: the reader works for the platform. */
export function actorText({ actor, actorName }: Pick<AuditRow, 'actor' | 'actorName'>, isPlatform: boolean): string {
  if (actorName !== null) return actorName
  if (actor.startsWith(PROVIDER)) return `Provider ${actor.slice(PROVIDER.length)}`
  if (actor.startsWith(API_KEY)) return `API key ${actor}`
  // Operators do not see the names of Coffer's staff.
  if (actor.startsWith(STAFF) && !isPlatform) return `Coffer staff (${actor})`
  return ACTORS.get(actor) ?? actor
}

/** The kind and the ID of what an entry is about; null when it is about no single object. */
export function objectText({ objectType, objectId }: Pick<AuditRow, 'objectType' | 'objectId'>): string | null {
  if (objectType === null) return objectId
  return objectId === null ? OBJECT_TEXT[objectType] : `${OBJECT_TEXT[objectType]} ${objectId}`
}
