import type { AuditRow } from '@coffer/contract/admin'
import type { AuditAction, AuditObject } from '@coffer/contract/audit'

/** Labels of actions. Those about the same kind of object begin with the same word, so that they are found in a list of choices. */
export const ACTION_TEXT: Readonly<Record<AuditAction, string>> = {
  'audit.began': 'Audit log begun',
  'audit.exported': 'Audit log exported',
  'audit.key_changed': 'Audit log key changed',
  'audit.signed': 'Audit log signed for the first time',
  'box.archived': 'Box archived',
  'box.changed': 'Box details changed',
  'box.created': 'Box added',
  'box.exported': 'Boxes exported',
  'box.picture_set': 'Box picture set',
  'box.published': 'Box version published',
  'box.restored': 'Box restored',
  'box.schedule_cancelled': 'Scheduled version cancelled or dismissed',
  'box.schedule_refused': 'Scheduled box version not published',
  'box.scheduled': 'Box version scheduled',
  'campaign.cancelled': 'Campaign cancelled',
  'campaign.created': 'Campaign created',
  'catalog.rtp_overridden': 'Box RTP limit overridden',
  'catalog.unprofitable_began': 'Box became unprofitable',
  'catalog.unprofitable_ended': 'Box became profitable again',
  'catalog.value_approved': 'Item value approved',
  'catalog.value_declined': 'Item value declined',
  'catalog.value_held': 'Item value held for approval',
  'item.delivered': 'Items marked as delivered',
  'item.exported': 'Items exported',
  'item.picture_set': 'Item picture set',
  'item.shipping_cost_set': 'Item shipping cost set',
  'item.stock_set': 'Item stock set',
  'item.value_set': 'Item value set',
  'item.values_set': 'Item values set from a file',
  'key.created': 'API key created',
  'key.exported': 'API keys exported',
  'key.revoked': 'API key revoked',
  'key.rotated': 'API key rotated',
  'kyc.case_read': 'Verification viewed',
  'kyc.claimed': 'Verification claimed',
  'kyc.decided': 'Verification decided',
  'kyc.erased': 'Verification data erased',
  'kyc.exported': 'Verifications exported',
  'kyc.identity_read': 'Verification identity data read by backend',
  'kyc.image_read': 'Verification photo viewed',
  'kyc.noted': 'Verification note added',
  'kyc.opinion_given': 'Verification opinion given',
  'kyc.provider_asked': 'Verification sent to external check',
  'kyc.released': 'Verification released',
  'kyc.reverification_asked': 'Verification turned into re-verification',
  'kyc.reverification_opened': 'Verification requested again',
  'operator.converted': 'Operator currency converted',
  'operator.created': 'Operator created',
  'operator.resumed': 'Operator resumed',
  'operator.secret_rotated': 'Operator outbound secret rotated',
  'operator.suspended': 'Operator suspended',
  'order.cancelled': 'Order cancelled',
  'order.changed': 'Order changed',
  'order.erased': 'Order data erased',
  'order.exported': 'Orders exported',
  'order.read': 'Order viewed',
  'player.data_erased': 'Player data erased',
  'player.data_erasure_started': 'Player data erasure started',
  'player.data_export_started': 'Player data export started',
  'player.data_exported': 'Player data exported',
  'player.exported': 'Players exported',
  'player.restrictions_changed': 'Player restrictions changed',
  'round.exported': 'Rounds exported',
  'settings.changed': 'Operator settings changed',
  'staff.added': 'Staff added by single sign-on',
  'staff.bound': 'Staff linked to single sign-on ID',
  'staff.confirmed': 'Staff confirmed with passkey',
  'staff.disabled': 'Staff account disabled',
  'staff.enabled': 'Staff account enabled',
  'staff.exported': 'Staff list exported',
  'staff.invited': 'Staff invited',
  'staff.link_created': 'Staff login link created',
  'staff.passkey_added': 'Staff passkey added',
  'staff.passkey_removed': 'Staff passkey removed',
  'staff.passkeys_reset': 'Staff passkeys reset',
  'staff.profile_changed': 'Staff profile changed by single sign-on',
  'staff.recovery_codes_replaced': 'Staff recovery codes replaced',
  'staff.roles_set': 'Staff roles changed',
  'staff.sessions_ended': 'Staff sessions ended',
  'staff.signed_in': 'Staff signed in',
  'staff.signed_out': 'Staff signed out',
  'webhook.changed': 'Webhook endpoint changed',
  'webhook.created': 'Webhook endpoint created',
  'webhook.disabled': 'Webhook endpoint disabled',
  'webhook.enabled': 'Webhook endpoint enabled',
  'webhook.exported': 'Webhook deliveries exported',
  'webhook.personal_data_read': 'Webhook event with personal data read',
  'webhook.replayed': 'Webhook deliveries replayed',
  'webhook.secret_read': 'Webhook secret viewed',
  'webhook.secret_rotated': 'Webhook secret rotated',
  'webhook.tested': 'Webhook test event sent',
}

const OBJECT_TEXT: Readonly<Record<AuditObject, string>> = {
  box: 'Box',
  campaign: 'Campaign',
  endpoint: 'Webhook endpoint',
  event: 'Webhook event',
  item: 'Item',
  key: 'API key',
  order: 'Order',
  player: 'Player',
  staff: 'Staff member',
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
const API_KEY = 'ck_'

/** The name of an actor; null when only their ID is known. Names of staff may be any text: show the ID beside them. */
export function actorText({ actor, actorName, isPlatformStaff }: AuditActor): string | null {
  if (actorName !== null) return actorName
  if (isPlatformStaff) return 'Staff'
  if (actor.startsWith(PROVIDER)) return 'Provider'
  if (actor.startsWith(API_KEY)) return 'API key'
  return ACTORS.get(actor) ?? null
}

export type AuditActor = Pick<AuditRow, 'actor' | 'actorName' | 'isPlatformStaff'>

/** What the value of a change is, for actions that change one value. */
const VALUE_TEXT: Readonly<Partial<Record<string, string>>> = {
  'audit.key_changed': 'Key number',
  'catalog.value_approved': 'Value (minor units)',
  'catalog.value_held': 'Value (minor units)',
  'item.shipping_cost_set': 'Shipping cost (minor units; not set: default)',
  'item.stock_set': 'Stock (not set: unlimited)',
  'item.value_set': 'Value (minor units)',
  'operator.converted': 'Currency',
}

export function valueText(action: string): string {
  return VALUE_TEXT[action] ?? 'Value'
}

/** The kind and the ID of what an entry is about; null when it is about no single object. */
export function objectText({ objectType, objectId }: Pick<AuditRow, 'objectType' | 'objectId'>): string | null {
  if (objectType === null) return objectId
  return objectId === null ? OBJECT_TEXT[objectType] : `${OBJECT_TEXT[objectType]} ${objectId}`
}
