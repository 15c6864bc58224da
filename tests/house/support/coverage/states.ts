import type { InventoryState, RoundStatus } from '@coffer/contract/shapes'
import type { ShippingStatus } from '@coffer/contract/shipping'
import type { TRANSITION_NAMES } from './interface-names.ts'
import type { Entry } from './proof.ts'

const UPGRADER = 'scenarios/upgrader'
const STAKED = [
  UPGRADER,
  'items are counted for their cashback, consumed win or lose, and no wallet is called',
] as const
const PAID_OUT = [
  'api/payouts',
  'items are reserved together with their figures, and paid out by a word of the operator',
] as const
const CASHED_BACK = [
  'scenarios/open-a-box',
  'a player opens a box, finds the item in the vault, cashes it back, and everyone can check the draw',
] as const
const VOIDED = [
  'scenarios/wallet-says-no',
  'an open that the wallet refuses with "…" is a voided round, for good, and nothing moved',
] as const
const HELD = 'scenarios/held-boxes'
const ORDERED = [
  'api/shipping-orders',
  'a backend orders items without a call of the wallet, and the answer holds everything of the order',
] as const
const CANCELLED = [
  'api/shipping-cancel',
  'whoever cancels, and however often, one refund gives the fee back, and every answer is 200',
] as const
const GIVEN_BACK = [
  'api/shipping-cancel',
  'a cancelled order gives its items and their stock back and holds no line, and its cost stays',
] as const
const MOVED = [
  'api/shipping-desk',
  'the desk moves an order along the table and no other way, and is told which ways there are',
] as const
const RETURNED = [
  'api/shipping-desk',
  'a returned order gives its items back to the vault, and neither its fee nor its stock',
] as const
const DELIVERED = [
  'api/shipping-desk',
  'an order that is delivered fulfils its items, and replacements that arrive later leave them so',
] as const

const KYC = 'api/kyc-sessions'
const VERIFIED = [
  'scenarios/kyc',
  'a player is verified: each status is told once, and only the confirmation says who they are',
] as const

export const INVENTORY_STATE_PROOFS: Record<InventoryState, Entry> = {
  unresolved: [
    'api/inventory',
    'a vault is listed by states, newest first; unknown ones are ignored, and items of a payout are in no list',
  ],
  ship_requested: ORDERED,
  fulfilled: [
    DELIVERED,
    [
      'scenarios/items-end',
      'the desk hands digital items over and marks them, once and with its name in the audit log',
    ],
  ],
  cashed_back: CASHED_BACK,
  expired: [
    'scenarios/items-end',
    'a free item expires when its time has passed, and what was done with it before stays done',
  ],
  forwarded_to_casino: [
    'scenarios/items-end',
    'a bonus goes to the casino with one entitlement event, and Nuggets are told by the round alone',
  ],
  consumed: STAKED,
  reserved: PAID_OUT,
  paid_out: PAID_OUT,
}

export const ROUND_STATUS_PROOFS: Record<RoundStatus, Entry> = {
  settled: CASHED_BACK,
  voided: VOIDED,
  held: [HELD, 'a prepaid box is debited and held without a draw, and opens later at the version that was bought'],
}

export const SHIPPING_STATUS_PROOFS: Record<ShippingStatus, Entry> = {
  pending: ORDERED,
  processing: MOVED,
  shipped: MOVED,
  delivered: DELIVERED,
  shipped_with_replacements: DELIVERED,
  returned: RETURNED,
  cancelled: GIVEN_BACK,
}

export const TRANSITION_PROOFS: Record<(typeof TRANSITION_NAMES)[number], Entry> = {
  'Item: `unresolved` → `cashed_back`, by cashback or cashout that the wallet accepts': CASHED_BACK,
  'Item: `unresolved` stays, when the wallet fails the credit': [
    'scenarios/wallet-says-no',
    'a cashback that the wallet refuses with "…" leaves the item as it was',
  ],
  'Item: `unresolved` stays, when `expectedRevisionId` is not the current one': [
    'api/collectibles',
    'a collectible whose value … is paid only after the player has seen the new figures',
  ],
  'Item: `unresolved` → `ship_requested`, when its order is created': ORDERED,
  'Item: `ship_requested` → `unresolved`, when its order is cancelled': GIVEN_BACK,
  'Item: `unresolved` → `consumed`, when it is staked': STAKED,
  'Round: new → `settled`, when the debit is accepted': CASHED_BACK,
  'Round: new → `voided`, when the debit is refused': [
    VOIDED,
    [
      'api/upgrader-money',
      'a wager that the wallet refuses is a voided round without a roll, for good, and nothing moved',
    ],
  ],
  'Round: `held` stays, when the wallet refuses the credit of a cancel': [
    HELD,
    'a cancel that the wallet refuses leaves the box held, to be opened or cancelled later',
  ],
  'Order: new → `pending`, with the change `created`': [
    'api/shipping-notices',
    'each change is one notice: it names what changed, and shows the order as the read that follows it',
  ],
  'Order: `pending` → `cancelled`, whoever cancels; items back, fee refunded once': [CANCELLED, GIVEN_BACK],
  'Order: `cancelled` stays, when it is cancelled again': CANCELLED,
  'Order: `pending` stays, when its address changes; the cost is not quoted again': [
    'api/shipping-changes',
    'a pending order is sent elsewhere from both surfaces, and its cost and its fee stay',
  ],
  'Session: a launch token is consumed by init, and a second init is refused': [
    'api/session-door',
    'a launch token begins one session, with all that the game needs, and no second one',
  ],
  'Session: a heartbeat keeps it active and bumps its idle expiry': [
    'api/session-door',
    'a heartbeat puts off the end of an idle session, and an idle one ends after 30 minutes',
  ],
  'KYC: none → `PENDING`, by a session mint': [
    KYC,
    'after a decision, whichever, a session opens another request with an event of its own, and while it is reviewed none',
  ],
  'KYC: `PENDING` stays, by another mint; the earlier link ends': [
    KYC,
    'a session goes on with a request that is pending: its contact is the new one, and nothing is told again',
  ],
  'KYC: `PENDING` → `SUBMITTED`, when the wizard is finished': VERIFIED,
  'KYC: `SUBMITTED` → `CONFIRMED` or `REJECTED`, by the review': [
    VERIFIED,
    [
      'scenarios/kyc',
      'a rejection that may be tried again opens another request, which keeps the words and asks for the photos',
    ],
    ['races/kyc', 'whatever two do to a verification that was handed in, it is decided at most once, and told of so'],
  ],
  'KYC: `CONFIRMED` → a new `PENDING`, by re-verification': [
    'api/kyc-reverify',
    'a re-verification opens one request for a confirmed player, and says so again while any is open; the first reason stands',
  ],
  'Session: logout revokes it, again too': [
    'api/session-door',
    'a logout ends the session, again is as good, and the token opens nothing any more',
  ],
}

/** Those that the interface does not show, as they stand in decisions §7, §8, §9. */
export const FURTHER_TRANSITION_PROOFS: Readonly<Record<string, Entry>> = {
  'Item: won → `forwarded_to_casino`, a bonus': [
    'scenarios/items-end',
    'a bonus goes to the casino with one entitlement event, and Nuggets are told by the round alone',
  ],
  'Item: `ship_requested` → `fulfilled`, when its order is delivered': DELIVERED,
  'Item: `ship_requested` → `unresolved`, when it is taken off its order': [
    'api/shipping-changes',
    'an item taken off its order is free to be cashed back, its stock too, and the others go on at the same cost',
  ],
  'Item: `ship_requested` → `unresolved`, when its order comes back': RETURNED,
  'Item: `unresolved` → `fulfilled`, a digital one that the desk hands over': [
    'scenarios/items-end',
    'the desk hands digital items over and marks them, once and with its name in the audit log',
  ],
  'Item: `unresolved` → `expired`, after `inventory.expiryDays`': [
    'scenarios/items-end',
    'a free item expires when its time has passed, and what was done with it before stays done',
  ],
  'Item: `unresolved` → `reserved` → `paid_out`, by a payout': PAID_OUT,
  'Item: `reserved` → `unresolved`, by a payout that is cancelled': [
    'api/payouts',
    'a cancelled payout gives its items back, free for everything, and they can be reserved once more',
  ],
  'Round: new → `held` → `settled`, when it is opened': [
    HELD,
    'a prepaid box is debited and held without a draw, and opens later at the version that was bought',
  ],
  'Round: `held` → `settled`, after `vault.autoOpenAfterHours`': [
    HELD,
    'a held box opens by itself after the hours that its operator sets, and not before',
  ],
  'Round: `held` → `voided`, when it is cancelled': [
    HELD,
    'a held box is cancelled once, and everyone who asks again is told the same',
  ],
  'Order: `pending` → `processing` → `shipped` → `delivered`, and no other way': MOVED,
  'Order: `shipped` or `delivered` → `shipped_with_replacements` → `delivered`': DELIVERED,
  'Order: `shipped` → `returned`; items back, no refund': RETURNED,
  'Order: `pending` → `cancelled`, when its last item leaves and nobody paid': [
    'api/shipping-changes',
    'the last item of an order that the player paid for stays on it; any other emptied order is cancelled with nothing to give back',
  ],
}
