import type { Settings } from '@coffer/contract/settings'
import type { LIMIT_NAMES } from './interface-names.ts'
import type { Entry } from './proof.ts'

const KYC = 'api/kyc-sessions'
const AT_THE_EDGE = [
  'api/limits',
  'what is exactly as long as allowed is served, and one more is refused by its name',
] as const
const MALFORMED = [
  'api/bad-input',
  'every route refuses each malformed field by its path, and changes nothing',
] as const
const ADDRESSED = [
  'api/shipping-orders',
  'the address needs its fields, the country two letters, the contact an e-mail address, and a note has 500 characters',
] as const
const FIGURES = [
  'api/limits',
  'the times and sizes that other tests shorten are those of the interface and the decisions',
] as const

/** Interface §8. */
export const LIMIT_PROOFS: Record<(typeof LIMIT_NAMES)[number], Entry> = {
  'Idle session expiry: 30 minutes by default; bumped by heartbeat': [
    'api/session-door',
    'a heartbeat puts off the end of an idle session, and an idle one ends after 30 minutes',
  ],
  'Wallet call timeout: 10 seconds': [
    ['faults/every-fault', 'every fault of a wallet that caches … answers ends a … as the protocol says'],
    FIGURES,
  ],
  '`clientActionId` length: at most 80 characters (rounds/open)': AT_THE_EDGE,
  '`clientActionId` length: at most 80 characters (Upgrader play, play-with-items)': [
    [
      'api/upgrader-play',
      'a repeated click gets the first round over both surfaces and in both modes, and is neither paid nor consumed again',
    ],
    MALFORMED,
  ],
  '`reels`: non-empty; `reelIndex` >= 0; `boxVersionId` >= 1': MALFORMED,
  'Shipping batch: 1-50 inventory ids': [
    'api/shipping-orders',
    'an order takes 1 to 50 items, each once, and 50 go on one',
  ],
  'Shipping minimum: operator setting `shipping.minShipmentValueMinor` (0 = none)': [
    'api/shipping-orders',
    'items that are worth less than the minimum are refused with the three amounts, before any debit',
  ],
  'Delivery note: at most 500 characters': ADDRESSED,
  'Address country: 2 letters': ADDRESSED,
  'KYC link lifetime: 30 minutes, single use': [
    'scenarios/kyc',
    'a link: its use, a newer link and its time end it; reading it takes nothing',
  ],
  '`playerExternalId`: 1-190 characters': AT_THE_EDGE,
  '`playerExternalId`: 1-190 characters (KYC calls)': [
    KYC,
    'each field of a session is refused by its name when it is missing or not of its form, and taken on the edge',
  ],
  'Re-verification `reason`: 3-500 characters': [
    'api/kyc-reverify',
    'a re-verification needs a reason of 3 to 500 characters',
  ],
  'Price history: at most the most recent 500 points, not paginated': [
    'api/price-history',
    'a history holds the 500 newest points',
  ],
  'Upgrader wager: within `minWagerMinor`..`maxWagerMinor`': [
    'api/upgrader-play',
    'a stake of exactly the least or the most is taken, and one minor unit beyond is not',
  ],
  'Upgrader chance: one of the presets, at most `maxChanceBps`': [
    ['api/upgrader-config', 'what is offered follows from the settings'],
    [
      'api/upgrader-play',
      'of two faults the one is told that comes first in the order of the checks, on both surfaces and in both modes',
    ],
  ],
}

const RATES = 'api/rate-limits'
const OF_A_KEY = [RATES, 'a key sends a burst of 1000, then 200 in a second, and is told how it stands'] as const
const OF_A_SESSION = [
  RATES,
  'a session sends a burst of 200, then 50 in a second; the page that asked may read what it is told',
] as const
const OF_OPENS = [
  RATES,
  'a player opens a burst of 100, from both surfaces together; a refused open moves nothing and works later',
] as const

/** Decisions §3. */
export const RATE_LIMIT_PROOFS: Record<keyof Settings['rateLimits'], Entry> = {
  backendPerSecond: OF_A_KEY,
  backendBurst: OF_A_KEY,
  playPerSecond: OF_A_SESSION,
  playBurst: OF_A_SESSION,
  opensPerSecond: OF_OPENS,
  opensBurst: OF_OPENS,
  initPerMinute: [
    RATES,
    'sessions begin so often from an address, for each operator; a refused launch token still works',
  ],
  kycPerHour: [
    KYC,
    'a player gets twenty links in an hour, over all processes together, then must wait; another player need not',
  ],
}

const SIGNING = 'api/signing'
const SESSIONS = 'api/sessions'
const HOOKS = 'scenarios/webhooks'

/** Figures of the decisions, with the section that they stand in. */
export const FURTHER_LIMIT_PROOFS = {
  'decisions §1 tolerance of a timestamp: 300 s either way': [
    SIGNING,
    '300 seconds either way are allowed, more are not',
  ],
  'decisions §1 a nonce is refused again inside 600 s': [
    SIGNING,
    'a nonce is taken once inside ten minutes, whatever it is sent with',
  ],
  'decisions §1 `X-Nonce`: 16-64 of `[A-Za-z0-9_-]`': [SIGNING, 'a nonce of another form is refused'],
  'decisions §1 without a nonce, the same signature again has no second effect on any route': [
    'api/repeated-requests',
    'the identical signed bytes have one effect on every route that changes something, in whichever process',
  ],
  'decisions §3 a request target that is not in canonical form is 404': [
    'api/doors',
    'a target that is spelled in another way than its route is 404, with what a 404 of its surface has',
  ],
  'decisions §3 strangers have a budget per address before any look at the database': [
    'api/strangers',
    'whoever shares an address with a stranger comes in all the same, to a process that has never seen them too',
  ],
  'decisions §3 `X-Key-Id` and bearer are checked for their shape first, and never logged whole': [
    'api/strangers',
    'what cannot be a key or a session is refused without a look, and stands in no log',
  ],
  'decisions §9 an order keeps at most 20 changes of address': [
    'api/player-bounds',
    'an order is sent elsewhere 20 times, by player and operator together, and each time is told; then it stays',
  ],
  'decisions §12 `wallet.url` is checked when it is saved as an endpoint\u2019s is': [
    'api/wallet-address',
    'is checked when it is saved, as an endpoint’s is, and nothing is saved that will not be called',
  ],
  'decisions §13 production: metrics on a public address only with `COFFER_METRICS_PUBLIC=yes`': [
    'api/config',
    'production tells the public nothing of what it measures, unless it is told to',
  ],
  'decisions §1 scopes: `webhooks` and `restrictions` of their own': [
    'api/scopes',
    'whoever may read or play may neither replay webhooks nor touch an exclusion',
  ],
  'decisions §2 launch token: 60 s, single use': [
    SESSIONS,
    'a launch token that is unknown, expired or consumed is refused by name, a consumed one also after its 60 s',
  ],
  'decisions §2 session: 12 h at the longest': [
    SESSIONS,
    'a session idle for longer than its time ends, and one in use lives up to 12 h',
  ],
  'decisions §2 init waits at most 3 s for the balance': [
    SESSIONS,
    'session init asks the wallet for the balance and gives it 3 s',
  ],
  'decisions §2 `returnUrl`: http or https, at most 2048 characters': MALFORMED,
  'decisions §2 `fundingRounds`: 1-100': AT_THE_EDGE,
  'decisions §3 body: 64 kB': ['api/http', 'a body of 64 kB is read, and one byte more is 413'],
  'decisions §3 list: 50 rows by default, 200 at most': [
    'api/limits',
    'a page of a list holds 50 rows unless another number is asked for, and 200 at most',
  ],
  'decisions §3 `walletErrorCode`: shown only as `[A-Z0-9_]{1,64}`': [
    'scenarios/wallet-says-no',
    'an open that the wallet refuses with "…" is a voided round, for good, and nothing moved',
  ],
  'decisions §4 client seed: 1-128 printable ASCII characters except `:`': [
    'fairness/draw',
    'a client seed is 1 to 128 printable ASCII characters without the colon',
  ],
  'decisions §5 attribute names: `[a-z][a-z0-9_]{0,39}`': [
    'api/limits',
    'a catalogue file names an attribute in 1 to 40 small letters, digits and underscores, beginning with a letter',
  ],
  'decisions §5 RTP inside `minRtpBps`..`maxRtpBps`': [
    'api/rtp-override',
    'a box may return exactly what the bounds allow; one outside needs an override, and the audit log names it',
  ],
  'decisions §6 a rate of a feed: not older than 24 h': [
    'api/rates-feed',
    'with a feed, a rate of more than 24 hours is refused on every route with a currency, and no other is',
  ],
  'decisions §6 `fx.toleranceBps`': [
    'api/pinned-rate',
    'a pinned rate is no free option: with the settings that an operator begins with, one that the market has left behind buys nothing',
  ],
  'decisions §7 reels: 1..`game.maxReels`, distinct': [
    'api/limits',
    'a round has as many reels as the operator allows, each once',
  ],
  'decisions §7 `wallet.maxUnknown` undecided debits of a player': [
    'scenarios/resolver',
    'a player with too many debits of unknown outcome waits, with no round, until they are resolved',
  ],
  'decisions §8 a payout is cancelled after 72 h': [
    'api/payouts',
    'a payout that nobody confirms is cancelled after 72 hours, and one that was confirmed stays',
  ],
  'decisions §8 lines of an order that goods bought with Nuggets join: fewer than 50': [
    'api/shipping-nuggets',
    'an order of fifty lines is full: the next good goes to one with room, or opens another',
  ],
  'decisions §10 `stakeItemIds`: 1-50': [
    'api/upgrader-prizes',
    'ids of a stake are read alike in every spelling, in the order in which they stand, and up to fifty of them',
  ],
  'decisions §10 prizes of one answer: at most 100': [
    'api/upgrader-prizes',
    'of more than a hundred prizes the hundred highest are listed',
  ],
  'decisions §11 SSO ticket: 60 s, single use': [
    'api/admin-sso',
    'a ticket lives for 60 seconds, and an unused one leaves another valid',
  ],
  'decisions §2 KYC link: 30 min single use': [
    'races/kyc',
    'one link opened by 100 browsers at two processes: one session, 99 have ended',
  ],
  'decisions §11 cookie of the page: 60 min idle': [
    'scenarios/kyc',
    'the page lives on its cookie for an hour after the last word, in headers that let the opener hear and nobody frame',
  ],
  'decisions §11 images of KYC: 10 MB': [
    'api/kyc-wizard',
    'a photo may have 10 MB and not one byte more, and what is none is refused with its reason',
  ],
  'decisions §12 attempts of a delivery: 10, over some four days': [
    HOOKS,
    'a delivery is tried ten times over some four days, then parked, and goes out again when it is replayed',
  ],
  'decisions §12 time-out of a delivery: 15 s': [
    [HOOKS, 'an endpoint that hangs delays no other, and neither the events that come meanwhile'],
    FIGURES,
  ],
  'decisions §12 `Retry-After` of a receiver: up to 1 h': [
    HOOKS,
    'a receiver may ask for more time with Retry-After, up to an hour',
  ],
  'decisions §12 answers of wallets and receivers: read up to 64 kB': [
    ['api/http-client', 'an answer above the limit has failed, and is not read to its end'],
    ['api/http-answers', 'compressed answers that are too long or broken have failed'],
    FIGURES,
  ],
  'decisions §14 bounds of the settings': [
    'api/settings',
    'each bound of the table refuses what is beyond it, by path',
  ],
} as const satisfies Record<string, Entry>
