/** Names of rows as the interface has them, so that no row of it is without a place in the table. */

/** Interface §4: what is there. */
export const BUILT_ENDPOINTS = [
  'POST /api/play/session/init',
  'POST /api/play/session/heartbeat',
  'POST /api/play/session/logout',
  'POST /api/play/rounds/open',
  'GET /api/play/inventory',
  'POST /api/play/inventory/{id}/cashback',
  'POST /api/play/shipping/orders',
  'POST /api/play/shipping/orders/{publicId}/cancel',
  'GET /api/play/shipping/orders',
  'GET /api/play/shipping/orders/{publicId}',
  'GET /api/play/fairness/state',
  'POST /api/play/fairness/rotate',
  'POST /api/play/wallet/balance',
  'POST /api/play/upgrader/prizes',
  'POST /api/play/upgrader/play',
  'GET /api/s2s/inventory',
  'GET /api/s2s/inventory/{id}',
  'GET /api/s2s/inventory/{id}/price-history',
  'GET /api/s2s/inventory/collectibles/portfolio',
  'GET /api/s2s/rounds/{publicId}/fairness',
  'POST /api/s2s/shipping/orders',
  'GET /api/s2s/shipping/orders',
  'GET /api/s2s/shipping/orders/{publicId}',
  'POST /api/s2s/shipping/orders/{publicId}/cancel',
  'POST /api/s2s/shipping/orders/{publicId}/address',
  'GET /api/s2s/upgrader/prizes',
  'POST /api/s2s/upgrader/play',
  'GET /api/s2s/upgrader/prizes-by-items',
  'POST /api/s2s/upgrader/play-with-items',
  'GET /api/s2s/health',
  'POST /api/s2s/kyc/sessions',
  'POST /api/s2s/kyc/email',
  'POST /api/s2s/kyc/reverify',
  'GET /api/s2s/kyc/requests',
] as const

/** Whose each row is that is not built yet, those of decisions §11 too. */
export const OWED_ENDPOINTS = {
  'POST /api/s2s/admin-sso': 'admin',
  'GET /admin/sso': 'admin',
} as const

/** Interface §7: the codes that are there, and those that are not. */
export const BUILT_CODES = [
  ...['LAUNCH_TOKEN_CONSUMED', 'GAME_DISABLED', 'INSUFFICIENT_FUNDS', 'PLAYER_BLOCKED', 'WALLET_UNAVAILABLE'],
  ...['PRICE_CHANGED', 'INVENTORY_ITEM_NOT_FOUND', 'UNSUPPORTED_CURRENCY', 'ROUND_NOT_FOUND', 'SHIPPING_DISABLED'],
  ...['INVENTORY_NOT_SHIPPABLE', 'SHIPMENT_BELOW_MINIMUM', 'ORDER_NOT_FOUND', 'SHIPMENT_NOT_CANCELLABLE'],
  ...['SHIPMENT_NOT_EDITABLE', 'VALIDATION_FAILED'],
  ...['UPGRADER_MODE_DISABLED', 'UPGRADER_WAGER_OUT_OF_RANGE', 'UPGRADER_CHANCE_INVALID'],
  ...['UPGRADER_PRIZE_OUT_OF_RANGE', 'UPGRADER_ITEM_NOT_OWNED'],
  ...['KYC_DISABLED', 'KYC_ALREADY_SUBMITTED', 'KYC_NO_OPEN_REQUEST', 'KYC_NOT_CONFIRMED'],
]

export const OWED_CODES = {
  ADMIN_IDENTITY_CONFLICT: 'admin',
} as const

/** Interface §8. */
export const LIMIT_NAMES = [
  'Idle session expiry: 30 minutes by default; bumped by heartbeat',
  'Wallet call timeout: 10 seconds',
  '`clientActionId` length: at most 80 characters (rounds/open)',
  '`clientActionId` length: at most 80 characters (Upgrader play, play-with-items)',
  '`reels`: non-empty; `reelIndex` >= 0; `boxVersionId` >= 1',
  'Shipping batch: 1-50 inventory ids',
  'Shipping minimum: operator setting `shipping.minShipmentValueMinor` (0 = none)',
  'Delivery note: at most 500 characters',
  'Address country: 2 letters',
  'KYC link lifetime: 30 minutes, single use',
  '`playerExternalId`: 1-190 characters',
  '`playerExternalId`: 1-190 characters (KYC calls)',
  'Re-verification `reason`: 3-500 characters',
  'Price history: at most the most recent 500 points, not paginated',
  'Upgrader wager: within `minWagerMinor`..`maxWagerMinor`',
  'Upgrader chance: one of the presets, at most `maxChanceBps`',
] as const

/** Interface §3. */
export const TRANSITION_NAMES = [
  'Item: `unresolved` → `cashed_back`, by cashback or cashout that the wallet accepts',
  'Item: `unresolved` stays, when the wallet fails the credit',
  'Item: `unresolved` stays, when `expectedRevisionId` is not the current one',
  'Item: `unresolved` → `ship_requested`, when its order is created',
  'Item: `ship_requested` → `unresolved`, when its order is cancelled',
  'Item: `unresolved` → `consumed`, when it is staked',
  'Round: new → `settled`, when the debit is accepted',
  'Round: new → `voided`, when the debit is refused',
  'Round: `held` stays, when the wallet refuses the credit of a cancel',
  'Order: new → `pending`, with the change `created`',
  'Order: `pending` → `cancelled`, whoever cancels; items back, fee refunded once',
  'Order: `cancelled` stays, when it is cancelled again',
  'Order: `pending` stays, when its address changes; the cost is not quoted again',
  'Session: a launch token is consumed by init, and a second init is refused',
  'Session: a heartbeat keeps it active and bumps its idle expiry',
  'Session: logout revokes it, again too',
  'KYC: none → `PENDING`, by a session mint',
  'KYC: `PENDING` stays, by another mint; the earlier link ends',
  'KYC: `PENDING` → `SUBMITTED`, when the wizard is finished',
  'KYC: `SUBMITTED` → `CONFIRMED` or `REJECTED`, by the review',
  'KYC: `CONFIRMED` → a new `PENDING`, by re-verification',
] as const
