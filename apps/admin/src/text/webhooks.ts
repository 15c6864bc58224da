import type { EndpointRow } from '@coffer/contract/admin'
import type { DeliveryStatus, EventType, TEST_EVENT_TYPE } from '@coffer/contract/deliveries'

/** Name and meaning of each event. */
export const EVENT_TEXT: Readonly<
  Record<EventType | typeof TEST_EVENT_TYPE, { readonly name: string; readonly description: string }>
> = {
  round_settled: { name: 'Round settled', description: 'a round ended, with its bet, payout and outcome' },
  bonus_entitlement: { name: 'Bonus to grant', description: 'a player won a bonus that the operator grants' },
  fulfillment_notice: {
    name: 'Shipping order changed',
    description: 'a shipping order was placed, changed or cancelled; contains personal data',
  },
  box_version_published: { name: 'Box version published', description: 'a box has new prizes, chances or a new price' },
  box_updated: { name: 'Box updated', description: 'something else about a box changed, such as its name' },
  box_archived: { name: 'Box archived', description: 'a box is no longer offered' },
  kyc_status_changed: {
    name: 'Verification status changed',
    description: 'a verification was begun, submitted or decided; may contain personal data',
  },
  settings_changed: { name: 'Settings changed', description: 'the settings of the operator changed' },
  webhook_test: { name: 'Test event', description: 'sent on request, to check an endpoint' },
}

const events: Readonly<Record<string, { readonly name: string }>> = EVENT_TEXT

/** The name of an event; its type when it is none of ours, as in an event of a newer version. */
export function eventName(type: string): string {
  return (Object.hasOwn(events, type) ? events[type]?.name : undefined) ?? type
}

/** The name of an event with its type, which is what developers know it by. */
export function eventLabel(type: string): string {
  const name = eventName(type)
  return name === type ? type : `${name} (${type})`
}

export const DELIVERY_STATUS_TEXT: Readonly<Record<DeliveryStatus, string>> = {
  pending: 'Pending',
  delivered: 'Delivered',
  failed: 'Failed',
}

export const DELIVERY_STATUS_TONE: Readonly<Record<DeliveryStatus, 'info' | 'good' | 'bad'>> = {
  pending: 'info',
  delivered: 'good',
  failed: 'bad',
}

const SHORT_URL_CHARACTERS = 60

/** The beginning of a URL, for lists, choices and titles. */
export function shortUrl(url: string): string {
  return url.length <= SHORT_URL_CHARACTERS ? url : `${url.slice(0, SHORT_URL_CHARACTERS - 1)}…`
}

/** An endpoint in a choice. The ID comes first: the URLs of an operator often begin alike. */
export function endpointLabel({ endpointId, url }: Pick<EndpointRow, 'endpointId' | 'url'>): string {
  return `${endpointId}: ${shortUrl(url)}`
}
