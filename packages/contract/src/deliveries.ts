/** Names of webhook deliveries. This file does not import the validation library, so that the pages can use it. */

/** Events that this version sends, and everything that an endpoint may subscribe to. */
export const SENT_EVENT_TYPES = [
  'round_settled',
  'bonus_entitlement',
  'fulfillment_notice',
  'box_version_published',
  'box_updated',
  'box_archived',
  'kyc_status_changed',
  'settings_changed',
] as const
export type EventType = (typeof SENT_EVENT_TYPES)[number]

/** Sent to one endpoint when staff or its developer ask for it; no endpoint subscribes to it. */
export const TEST_EVENT_TYPE = 'webhook_test'

/** Whether the body of an event can contain a name, an address or other personal data of a player. Their ID is not meant: every event has it. */
export const CONTAINS_PERSONAL_DATA: Readonly<Record<EventType | typeof TEST_EVENT_TYPE, boolean>> = {
  round_settled: false,
  bonus_entitlement: false,
  fulfillment_notice: true,
  box_version_published: false,
  box_updated: false,
  box_archived: false,
  kyc_status_changed: true,
  settings_changed: false,
  webhook_test: false,
}

/** `failed`: not retried until it is replayed. */
export const DELIVERY_STATUSES = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]
