import * as events from '@coffer/contract/events'

/** Every type that a webhook endpoint may subscribe to. */
export const EVENT_TYPES: readonly string[] = events.EVENT_TYPES

/** Of the event that `testEndpoint` sends; no endpoint subscribes to it. */
export const TEST_EVENT_TYPE: string = events.TEST_EVENT_TYPE
