import type { BoxChange, EventType, TEST_EVENT_TYPE } from '@coffer/contract/events'
import type { ShippingChange } from '@coffer/contract/shipping'
import type { Entry } from './proof.ts'

const CHANGES_NAMED = [
  'api/catalogue-events',
  'each thing that readers see of a box is named when it changes, with the box as the catalogue shows it now',
] as const

const NOTICED = [
  'api/shipping-notices',
  'each change is one notice: it names what changed, and shows the order as the read that follows it',
] as const

export const EVENT_PROOFS: Record<EventType | typeof TEST_EVENT_TYPE, Entry> = {
  round_settled: [
    ['api/round-fairness', 'the event of a settled round tells what the answer told, in the operator’s currency'],
    [
      'api/upgrader-money',
      'the event of a play is delivered to the casino, signed, as the answer told it, and once for a repeated click',
    ],
  ],
  bonus_entitlement: [
    'api/round-fairness',
    'each bonus prize is told to the operator once, without what is kept for its staff',
  ],
  fulfillment_notice: [
    NOTICED,
    [
      'api/shipping-notices',
      'an endpoint that wants notices is sent each once, signed so that it can be verified, and no other endpoint is',
    ],
  ],
  box_version_published: ['api/catalogue', 'each published version is announced once, with what was before it'],
  box_updated: CHANGES_NAMED,
  box_archived: [
    'api/catalogue-events',
    'archiving and its return are told once each, and the numbers of a box rise over both kinds of event',
  ],
  kyc_status_changed: [
    ['scenarios/kyc', 'a player is verified: each status is told once, and only the confirmation says who they are'],
    [
      'api/kyc-webhooks',
      'each status is told once, with every key of the interface on every event, and values in place of their absence',
    ],
    [
      'api/kyc-webhooks',
      'a delivery verifies with the SDK and with any Standard Webhooks library, and one that was changed does not',
    ],
  ],
  settings_changed: [
    ['api/settings', 'a change with an effect is audited and told once; one without leaves no trace'],
    [
      'scenarios/webhooks',
      'an endpoint is sent what it is subscribed to, from the moment on when it is there, and only while it is enabled',
    ],
  ],
  webhook_test: ['scenarios/webhooks', 'a test event goes to the one endpoint that it is meant for'],
}

export const BOX_CHANGE_PROOFS: Record<BoxChange, Entry> = {
  name: CHANGES_NAMED,
  description: CHANGES_NAMED,
  image: CHANGES_NAMED,
  attributes: [
    'api/catalogue-events',
    'a declared attribute that changes what boxes show is told of each of them, of boxes outside the file too',
  ],
  active: [
    'api/catalogue-events',
    'archiving and its return are told once each, and the numbers of a box rise over both kinds of event',
  ],
  refundable: CHANGES_NAMED,
}

export const SHIPPING_CHANGE_PROOFS: Record<ShippingChange, Entry> = {
  created: NOTICED,
  items_added: NOTICED,
  item_removed: NOTICED,
  status: NOTICED,
  cancelled: ['api/shipping-notices', 'a cancel says what goes back: the fee in its own currency, or 0 in the order’s'],
  tracking: NOTICED,
  address: NOTICED,
  backorder: NOTICED,
  replacements_sent: NOTICED,
  details: NOTICED,
}
