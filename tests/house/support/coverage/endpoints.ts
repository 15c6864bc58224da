import type { playRoutes } from '@coffer/contract/play'
import type { publicRoutes } from '@coffer/contract/public'
import type { s2sRoutes } from '@coffer/contract/s2s'
import type { kycRoutes } from '@coffer/contract/s2s-kyc'
import type { WalletCall } from '@coffer/contract/wallet'
import type { Entry } from './proof.ts'

const OPEN_A_BOX = 'scenarios/open-a-box'
const HELD = 'scenarios/held-boxes'
const WHOLE_STORY = [
  OPEN_A_BOX,
  'a player opens a box, finds the item in the vault, cashes it back, and everyone can check the draw',
] as const
const HELD_OPENS = [
  HELD,
  'a prepaid box is debited and held without a draw, and opens later at the version that was bought',
] as const
const ROUNDS_LISTED = [
  'api/rounds-reads',
  'rounds are listed by status, newest first; unknown ones are ignored, and what is undecided is in no list',
] as const
const ROUND_READ = [
  'api/rounds-reads',
  'a settled round reads as it was answered, its reels in order and its payout the sum of all prizes',
] as const
const VAULT_LISTED = [
  'api/inventory',
  'a vault is listed by states, newest first; unknown ones are ignored, and items of a payout are in no list',
] as const
const SEEDS = ['api/session-door', 'commitment, rotation and revealed seeds are the same on both surfaces'] as const
const BOXES = ['api/session-door', 'both surfaces list boxes and show one with its odds, each in its own way'] as const
const HELD_BY_BACKEND = [
  'sdk/real-service',
  'a held box is bought, cancelled, and cancelled again to the same end',
] as const

const MOVED = [
  'api/shipping-changes',
  'a pending order is sent elsewhere from both surfaces, and its cost and its fee stay',
] as const
const TAKEN_OFF = [
  'api/shipping-changes',
  'an item taken off its order is free to be cashed back, its stock too, and the others go on at the same cost',
] as const
const CANCELLED = [
  'api/shipping-cancel',
  'whoever cancels, and however often, one refund gives the fee back, and every answer is 200',
] as const
const QUOTED = [
  'api/shipping-quote',
  'a quote names minimum, total and each item as an order would hold it, also what would wait for stock',
] as const
const ORDERS_LISTED = [
  'api/shipping-lists',
  'orders are listed newest first, page by page both ways, and new ones do not move a page',
] as const
const ORDER_READ = [
  'api/shipping-lists',
  'a player reads the same of an order as its operator, but for what it really cost',
] as const

const PLAYED_TWICE = [
  'api/upgrader-play',
  'a repeated click gets the first round over both surfaces and in both modes, and is neither paid nor consumed again',
] as const
const PLAYED = [
  ['scenarios/upgrader', 'a wager wins its target or nothing, is debited once, and anyone can check the roll'],
  PLAYED_TWICE,
] as const
const STAKED = [
  ['scenarios/upgrader', 'items are counted for their cashback, consumed win or lose, and no wallet is called'],
  PLAYED_TWICE,
] as const
const PRIZES = [
  'api/upgrader-prizes',
  'a prize is in the band by its unrounded value, on both edges too, and is shown rounded down, the highest first',
] as const
const PRIZES_BY_ITEMS = [
  'api/upgrader-prizes',
  'a stake of items is shown with what each counts for, and all of it is computed in the operator’s currency',
] as const

export const PLAY_PROOFS: Record<keyof typeof playRoutes, Entry> = {
  initSession: [
    'api/session-door',
    'a launch token begins one session, with all that the game needs, and no second one',
  ],
  heartbeat: [
    'api/session-door',
    'a heartbeat puts off the end of an idle session, and an idle one ends after 30 minutes',
  ],
  logout: ['api/session-door', 'a logout ends the session, again is as good, and the token opens nothing any more'],
  setCurrency: [
    'api/currencies',
    'after a change of currency in a session the next purchase carries the new one, at the rate of the change',
  ],
  balance: [
    'api/session-door',
    'a balance is asked of the wallet each time; where it cannot be read the heartbeat goes on',
  ],
  listBoxes: BOXES,
  getBox: BOXES,
  openRound: WHOLE_STORY,
  openHeldRound: HELD_OPENS,
  cancelHeldRound: [HELD, 'a held box is cancelled once, and everyone who asks again is told the same'],
  listRounds: ROUNDS_LISTED,
  getRound: ROUND_READ,
  listInventory: VAULT_LISTED,
  cashBackItem: WHOLE_STORY,
  upgraderConfig: [
    'api/upgrader-config',
    'the selector is the same wherever it is read, in any currency: the least wager up, the most and the richest prize down',
  ],
  upgraderPrizes: PRIZES,
  playUpgrader: PLAYED,
  upgraderPrizesByItems: PRIZES_BY_ITEMS,
  playUpgraderWithItems: STAKED,
  fairnessState: SEEDS,
  rotateSeed: SEEDS,
  listSeeds: SEEDS,
  quoteShipping: QUOTED,
  createOrder: [
    'api/shipping-money',
    'the fee of the dearest item is debited once, and answer, order, ledger and history say the same of it',
  ],
  listOrders: ORDERS_LISTED,
  getOrder: ORDER_READ,
  cancelOrder: CANCELLED,
  changeOrderAddress: MOVED,
  removeOrderItem: TAKEN_OFF,
}

const PAYOUTS = 'api/payouts'
const CAMPAIGNS = 'api/campaigns'
const PAID_OUT = [
  PAYOUTS,
  'items are reserved together with their figures, and paid out by a word of the operator',
] as const
const REPLAYED = [
  'scenarios/webhooks',
  'what was delivered, or is still being tried, is never replayed; what failed in a time is, all of it',
] as const
const TRIED = [
  'scenarios/webhooks',
  'a delivery is tried ten times over some four days, then parked, and goes out again when it is replayed',
] as const

/** Those of verifications stand in `kyc.ts`. */
export const S2S_PROOFS: Record<Exclude<keyof typeof s2sRoutes, keyof typeof kycRoutes>, Entry> = {
  createAdminSsoLink: [
    ['api/admin-sso', 'a ticket signs in once and lands where the backend said'],
    ['api/admin-sso', 'single sign-on: the landing path stays inside the admin'],
    ['api/admin-sso', 'an e-mail binds an invited person once and conflicts with another id'],
    ['api/admin-sso', 'neither staff of the platform nor of another operator are ever matched'],
  ],
  health: ['api/signing', 'a signed health call is answered, with and without a nonce'],
  createLaunch: [
    'api/session-door',
    'a launch token begins one session, with all that the game needs, and no second one',
  ],
  listBoxes: BOXES,
  getBox: BOXES,
  purchase: [OPEN_A_BOX, 'a backend opens a box for a player and cashes the item out with signed calls'],
  openHeldRound: ['api/session-door', 'a backend opens a box that it holds for a player'],
  cancelHeldRound: HELD_BY_BACKEND,
  history: [
    'api/history',
    'the history holds each movement of money once, as the player sees it, with what it was for and its key',
  ],
  unresolved: [
    'scenarios/resolver',
    'a wallet that stays silent is asked on the schedule, then the debit is parked, shown and never dropped',
  ],
  listRounds: ROUNDS_LISTED,
  getRound: ROUND_READ,
  roundFairness: [
    'api/round-fairness',
    'a proof holds the commitment from the start and the seed from the rotation on, alike on both addresses',
  ],
  listInventory: VAULT_LISTED,
  getInventoryItem: [
    'api/inventory-detail',
    'a detail is the row, and says when and in which box it was won, and what it is but for what only staff may know',
  ],
  priceHistory: [
    'api/price-history',
    'a history is oldest first, has one point for each change of value, and begins before the win',
  ],
  portfolio: [
    'api/portfolio',
    'a portfolio adds up all collectibles of a player and nothing else, as they were won and as they are worth now',
  ],
  cashout: [OPEN_A_BOX, 'a backend opens a box for a player and cashes the item out with signed calls'],
  recordValue: ['api/item-values', 'a told value is in force at once, and a point of the item’s history'],
  createPayout: PAID_OUT,
  listPayouts: [PAYOUTS, 'payouts are listed newest first, of all players or of one, by status, both ways'],
  getPayout: PAID_OUT,
  confirmPayout: PAID_OUT,
  cancelPayout: [
    PAYOUTS,
    'a cancelled payout gives its items back, free for everything, and they can be reserved once more',
  ],
  createCampaign: [
    CAMPAIGNS,
    'a campaign is answered as it was asked for, begins at once unless it says when, and is audited',
  ],
  listCampaigns: [CAMPAIGNS, 'campaigns are listed newest first, of a player and of a status, and walked both ways'],
  getCampaign: [
    CAMPAIGNS,
    'a campaign is answered as it was asked for, begins at once unless it says when, and is audited',
  ],
  cancelCampaign: [
    'scenarios/campaigns',
    'a cancel takes effect for the next open, keeps what was opened, and again is the same',
  ],
  setRestrictions: ['api/restrictions', 'what a change omits stays, and null or false lifts it'],
  getRestrictions: [
    'api/restrictions',
    'of a player whom nobody has heard of there are no restrictions, and asking makes none; setting some does',
  ],
  upgraderPrizes: PRIZES,
  playUpgrader: PLAYED,
  upgraderPrizesByItems: [
    'api/upgrader-prizes',
    'ids of a stake are read alike in every spelling, in the order in which they stand, and up to fifty of them',
  ],
  playUpgraderWithItems: STAKED,
  fairnessState: SEEDS,
  rotateSeed: SEEDS,
  listSeeds: SEEDS,
  config: [
    'api/operator-config',
    'the configuration says what a backend mirrors, with every default, and nothing else',
  ],
  rates: [
    'api/operator-config',
    'rates are read as decimal texts, as they were set, and without any the base is the operator’s own',
  ],
  listDeliveries: TRIED,
  getDelivery: TRIED,
  replayDelivery: TRIED,
  replayDeliveries: REPLAYED,
  testEndpoint: ['scenarios/webhooks', 'a test event goes to the one endpoint that it is meant for'],
  quoteShipping: QUOTED,
  createOrder: [
    'api/shipping-orders',
    'a backend orders items without a call of the wallet, and the answer holds everything of the order',
  ],
  listOrders: ORDERS_LISTED,
  getOrder: ORDER_READ,
  cancelOrder: CANCELLED,
  changeOrderAddress: MOVED,
  removeOrderItem: [
    'api/shipping-changes',
    'a repeat of a removal is 200 on both surfaces, whatever has become of the item and the order since',
  ],
  buyWithNuggets: [
    'scenarios/items-end',
    'goods bought with Nuggets come into the vault once, without a call of the wallet, and can only be shipped',
  ],
}

export const PUBLIC_PROOFS: Record<keyof typeof publicRoutes, Entry> = {
  boxVersionSnapshot: [
    'api/public-door',
    'the odds of a version are read by anyone, hashed as they are written, and may be kept for ever',
  ],
  roundProof: [
    'api/round-fairness',
    '50 rounds of several reels, with a rotation among them, all verify from their public proofs',
  ],
}

/** Interface §4.8: what the operator's wallet is called with. */
export const WALLET_PROOFS: Record<WalletCall['type'], Entry> = {
  'wallet.debit': ['api/wallet-calls', 'a debit, a credit and a balance are signed, and say what the interface says'],
  'wallet.credit': ['api/wallet-calls', 'a debit, a credit and a balance are signed, and say what the interface says'],
  'wallet.balance': ['api/wallet-calls', 'a debit, a credit and a balance are signed, and say what the interface says'],
}

/** Addresses of the decisions that are in no table of routes. */
export const OTHER_PROOFS = {
  'GET /healthz': ['api/http', 'the probes tell life, readiness and version'],
  'GET /readyz': ['api/http', 'the probes tell life, readiness and version'],
  'GET /version': ['api/http', 'the probes tell life, readiness and version'],
  'GET /openapi.json': [
    'api/envelope',
    'the OpenAPI document is whole: no route more or less than the tables, every reference leads somewhere',
  ],
  'GET /docs/errors/{code}': ['api/http', 'every code has its page, and the list names them all'],
  'GET /fairness/verify': [
    'browser/open-a-box',
    'a round is verified in the browser, offline from the service once its proof is there',
  ],
  'GET /kyc': [
    ['races/kyc', 'one link opened by 100 browsers at two processes: one session, 99 have ended'],
    ['scenarios/kyc', 'a link: its use, a newer link and its time end it; reading it takes nothing'],
  ],
  'GET /admin': [
    ['api/staff', 'the page of the admin is at every address below /admin and is kept nowhere'],
    ['api/admin-sso', 'framing: by the origins of the own operator only; never for staff of the platform'],
  ],
  'GET /admin/sso': [
    ['api/admin-sso', 'a ticket signs in once and lands where the backend said'],
    ['api/admin-sso', 'of 50 concurrent uses at two processes one gets a session'],
    ['api/admin-sso', 'single sign-on: over https the cookie is sent in frames of other sites'],
  ],
  'GET /play': [
    [
      'browser/open-a-box',
      'a person launches from the casino, opens a box, finds the item in the vault and cashes it back',
    ],
    ['api/http', 'only the origins of active operators may frame the game'],
  ],
  'GET /media/{operatorId}/{name}': [
    'api/public-door',
    'a picture of the catalogue is served as it was imported, by the name of its content',
  ],
  'GET /metrics, on `METRICS_PORT`': [
    'api/metrics',
    'what a process measures is read in the text format of Prometheus, on a port of its own and nowhere else',
  ],
} as const satisfies Record<string, Entry>
