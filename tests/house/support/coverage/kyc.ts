import type { adminRoutes } from '@coffer/contract/admin'
import type { kycPageRoutes } from '@coffer/contract/kyc'
import type { KycStatus, kycRoutes } from '@coffer/contract/s2s-kyc'
import type { Entry } from './proof.ts'

const STORY = 'scenarios/kyc'
const REVERIFY = 'api/kyc-reverify'
const SESSIONS = 'api/kyc-sessions'
const WIZARD = 'api/kyc-wizard'
const STAFF = 'api/staff'

const VERIFIED = [
  STORY,
  'a player is verified: each status is told once, and only the confirmation says who they are',
] as const
const REDONE = [
  STORY,
  'a rejection that may be tried again opens another request, which keeps the words and asks for the photos',
] as const
const HELD = [STORY, 'a verification is held by one reviewer at a time, and notes stay among them'] as const
const ENDED = [STORY, 'a link: its use, a newer link and its time end it; reading it takes nothing'] as const
const IDLE = [
  STORY,
  'the page lives on its cookie for an hour after the last word, in headers that let the opener hear and nobody frame',
] as const
const STRIPPED = [
  WIZARD,
  'a photo is sealed where it lies, and shown without anything of its file but the pixels',
] as const
const REPLACED = [
  WIZARD,
  'a photo takes the place of the one before it, and is gone when it is removed: the store holds one of a kind',
] as const
const SIGNED_IN = [STAFF, 'of fifty who open one login link at once, one is signed in'] as const
const FROM_OUR_PAGE = [STAFF, 'a change needs the origin of our page and its token, and reading needs neither'] as const

export const KYC_S2S_PROOFS: Record<keyof typeof kycRoutes, Entry> = {
  createKycSession: [
    VERIFIED,
    [
      SESSIONS,
      'after a decision, whichever, a session opens another request with an event of its own, and while it is reviewed none',
    ],
  ],
  changeKycEmail: [
    SESSIONS,
    'a changed e-mail is what the reviewer of an open request reads, before and after it is handed in, and tells nobody',
  ],
  reverifyKyc: [
    REVERIFY,
    'a re-verification opens one request for a confirmed player, and says so again while any is open; the first reason stands',
  ],
  listKycRequests: [
    [SESSIONS, 'the list of requests shows every field and nothing else, in each status'],
    [SESSIONS, 'the list of requests is of one operator, newest first, by status and by player, and walked both ways'],
  ],
}

export const KYC_PAGE_PROOFS: Record<keyof typeof kycPageRoutes, Entry> = {
  openKycLink: [STORY, 'a link: its use, a newer link and its time end it; reading it takes nothing'],
  kycPage: VERIFIED,
  saveKycDraft: [
    WIZARD,
    'a draft is kept part by part: what is sent replaces its part, and a reload shows all of them',
  ],
  storeKycImage: REPLACED,
  kycImage: STRIPPED,
  removeKycImage: REPLACED,
  submitKyc: [
    WIZARD,
    'a verification is refused by the path of each thing that is missing or wrong, and nothing else is named',
  ],
}

const STAFF_ADMIN = 'api/staff-admin'
const STAFF_LIST = 'api/staff-list'
const AUDIT_LOG = 'api/audit-log'
const SESSIONS_ENDED = [STAFF_ADMIN, 'staff in the admin: sessions are listed and ended one by one'] as const
const DISABLED = [STAFF_ADMIN, 'disabling ends sessions and links on every process; enabling needs a new link'] as const

const PASSKEYS = 'api/staff-passkeys'
const PASSKEY_ADDED = [
  PASSKEYS,
  'passkeys: where they are required, nothing else is served before the first one',
] as const
const PASSKEY_SIGN_IN = [
  PASSKEYS,
  'passkey sign-in: a credential of another site, challenge or person is refused',
] as const
const CONFIRMED = [PASSKEYS, 'passkeys: a session of a login link is confirmed with a passkey of its person'] as const
const RECOVERY_CODES = [PASSKEYS, 'recovery codes: each signs in once, and new ones replace earlier ones'] as const
const ADMIN_ENDPOINTS = 'api/admin-endpoints'
const ADMIN_DELIVERIES = 'api/admin-deliveries'
const ADMIN_INTEGRATION = 'api/admin-integration'
const INTEGRATION_CHANGED = [
  ADMIN_INTEGRATION,
  'integration: wallet URL and allowed origins are changed and audited',
] as const
const KEYS_CHANGED = [ADMIN_INTEGRATION, 'API keys: created, rotated once and revoked, with audit entries'] as const
const KEYS_FILTERED = [ADMIN_INTEGRATION, 'API keys: filters, pages and the export return the matching rows'] as const
const ENDPOINTS_CHANGED = [
  ADMIN_ENDPOINTS,
  'endpoints: added, changed, disabled and enabled, each with an audit entry',
] as const
const DELIVERIES_FILTERED = [
  ADMIN_DELIVERIES,
  'deliveries: filters and the export return exactly the matching rows',
] as const
const DELIVERY_REPLAYED = [
  ADMIN_DELIVERIES,
  'deliveries: a failed one is shown with its attempts, and replayed',
] as const

const ADMIN_ROUNDS = 'api/admin-rounds'
const ROUNDS_SEARCHED = [
  ADMIN_ROUNDS,
  'rounds: searches, filters and the export return exactly the matching rows',
] as const

const ADMIN_PLAYERS = 'api/admin-players'
const PLAYERS_FILTERED = [
  ADMIN_PLAYERS,
  'players: searches, filters and the export return exactly the matching rows',
] as const

const PERSONAL_DATA_ERASED = [
  'api/admin-personal-data',
  'personal data: an erasure leaves nothing of this player and all of the others',
] as const

const VERIFICATIONS_FILTERED = [
  'api/kyc-queue',
  'verifications: filters and the export return exactly the matching rows',
] as const

const ADMIN_BOXES = 'api/admin-boxes'
const BOX_CHANGES = 'api/admin-box-changes'
const BOXES_FILTERED = [
  ADMIN_BOXES,
  'boxes: searches, filters and the export return exactly the matching rows',
] as const
const BOX_ARCHIVED = [
  BOX_CHANGES,
  'archive: a box cannot be played until it is restored, and the same file keeps both',
] as const
const BOX_VERSIONS = 'api/admin-box-versions'
const BOX_SCHEDULE = 'api/admin-box-schedule'
const ADMIN_ITEMS = 'api/admin-items'
const VALUE_FILES = 'api/admin-value-files'
const ITEM_VALUES = 'api/admin-item-values'
const ITEMS_FILTERED = [
  ADMIN_ITEMS,
  'items: searches, filters and the export return exactly the matching rows',
] as const

const ADMIN_ORDERS = 'api/admin-orders'
const ORDERS_FILTERED = [
  ADMIN_ORDERS,
  'orders: searches, filters and the export return exactly the matching rows',
] as const

export const DESK_PROOFS: Record<keyof typeof adminRoutes, Entry> = {
  signIn: SIGNED_IN,
  signOut: [STAFF, 'whoever signs out is out in this browser and in no other'],
  me: FROM_OUR_PAGE,
  listOwnSessions: SESSIONS_ENDED,
  endOwnSession: SESSIONS_ENDED,
  endOtherSessions: SESSIONS_ENDED,
  startPasskeySignIn: PASSKEY_SIGN_IN,
  signInWithPasskey: PASSKEY_SIGN_IN,
  signInWithRecoveryCode: RECOVERY_CODES,
  startConfirmation: CONFIRMED,
  confirmSession: CONFIRMED,
  listPasskeys: RECOVERY_CODES,
  startPasskey: PASSKEY_ADDED,
  addPasskey: PASSKEY_ADDED,
  removePasskey: [PASSKEYS, 'passkeys: one is removed by its person and never the last one; their number is limited'],
  replaceRecoveryCodes: RECOVERY_CODES,
  listStaff: [STAFF_LIST, 'staff list: pages of every order contain each person once, forwards and back'],
  exportStaff: [STAFF_LIST, 'staff export: CSV of the matching staff, with an audit entry'],
  listAudit: [AUDIT_LOG, 'audit log: each filter returns the entries that match it'],
  exportAudit: [AUDIT_LOG, 'audit export: CSV of the matching entries, which is recorded'],
  verifyAudit: [AUDIT_LOG, 'audit log: verification finds an entry that was changed'],
  getAuditEntry: [AUDIT_LOG, 'audit log: an entry shows the actor, the change, the address and the request'],
  getHome: ['api/admin-home', 'home: bets, payouts and GGR of a day are sums of its rounds'],
  getIntegration: INTEGRATION_CHANGED,
  changeIntegration: INTEGRATION_CHANGED,
  rotateOutboundSecret: [ADMIN_INTEGRATION, 'rotation in the admin while the wallet is called: no call fails'],
  listApiKeys: KEYS_FILTERED,
  exportApiKeys: KEYS_FILTERED,
  createApiKey: KEYS_CHANGED,
  rotateApiKey: KEYS_CHANGED,
  revokeApiKey: KEYS_CHANGED,
  listEndpoints: ENDPOINTS_CHANGED,
  createEndpoint: ENDPOINTS_CHANGED,
  changeEndpoint: ENDPOINTS_CHANGED,
  enableEndpoint: ENDPOINTS_CHANGED,
  disableEndpoint: ENDPOINTS_CHANGED,
  revealEndpointSecret: [ADMIN_ENDPOINTS, 'endpoint secrets: shown on request, with an audit entry for each view'],
  rotateEndpointSecret: [ADMIN_ENDPOINTS, 'rotation in the admin while deliveries are sent: none fails'],
  testEndpoint: ENDPOINTS_CHANGED,
  listDeliveries: DELIVERIES_FILTERED,
  exportDeliveries: DELIVERIES_FILTERED,
  getDelivery: DELIVERY_REPLAYED,
  replayDelivery: DELIVERY_REPLAYED,
  replayDeliveries: [ADMIN_DELIVERIES, 'deliveries: a replay of all that match sends the failed ones only'],
  listBoxes: BOXES_FILTERED,
  exportBoxes: BOXES_FILTERED,
  getBox: [ADMIN_BOXES, 'box: it is shown with attributes, odds, versions and number of campaigns'],
  getBoxVersion: [ADMIN_BOXES, 'box versions: each is shown with its prizes and with the version before it'],
  changeBox: [BOX_CHANGES, 'box details: changes are audited and announced, the same file keeps them'],
  setBoxPicture: [BOX_CHANGES, 'box picture: it is audited and announced, and the same file keeps it'],
  archiveBox: BOX_ARCHIVED,
  restoreBox: BOX_ARCHIVED,
  createBox: [BOX_VERSIONS, 'new box: it is unpublished until staff publish, and a file overwrites it'],
  checkVersion: [BOX_VERSIONS, 'check: every reason against a version is named, and publishing is refused'],
  previewVersion: [BOX_VERSIONS, 'preview: the draft is shown as players see it after publication'],
  publishVersion: [BOX_VERSIONS, 'publish: a checked version is sold and announced, and the same file keeps it'],
  scheduleVersion: [BOX_SCHEDULE, 'schedule: a version is published once at its time, at the values of that time'],
  cancelSchedule: [BOX_SCHEDULE, 'schedule: another version replaces it, and a cancelled one is not published'],
  listItems: ITEMS_FILTERED,
  findItems: [BOX_VERSIONS, 'prizes: items are found by their keys, archived ones too, in one operator'],
  exportItems: ITEMS_FILTERED,
  getItem: [ADMIN_ITEMS, 'item: it is shown with its values, its boxes, its metadata and its changes'],
  setItemStock: [ADMIN_ITEMS, 'stock: each change is audited, and the same catalogue file does not undo it'],
  setItemShippingCost: [ADMIN_ITEMS, 'shipping cost: it is set and unset, and the same file does not undo it'],
  previewItemValue: [ITEM_VALUES, 'value preview: it is what boxes and vaults show once the value is set'],
  setItemValue: [ITEM_VALUES, 'value: it is set with an audit entry; the value in force changes nothing'],
  previewItemValues: [VALUE_FILES, 'value file preview: it is what boxes and vaults show once the values are set'],
  setItemValues: [VALUE_FILES, 'value file: values that leap wait for approval, the others are set and audited'],
  setItemPicture: [ADMIN_ITEMS, 'picture: it is stored, shown and audited, and the same file does not undo it'],
  approveItemValue: [ITEM_VALUES, 'held value: only a second person approves it, and only once'],
  declineItemValue: [ITEM_VALUES, 'held value: another person declines it, or the one who asked withdraws it'],
  listRounds: ROUNDS_SEARCHED,
  exportRounds: ROUNDS_SEARCHED,
  getRound: [ADMIN_ROUNDS, 'round: a settled round has its draws, prizes, wallet calls and cashback'],
  listPlayers: PLAYERS_FILTERED,
  exportPlayers: PLAYERS_FILTERED,
  getPlayer: [ADMIN_PLAYERS, 'player: sessions that can be played in and verifications are shown'],
  getPlayerSpend: [ADMIN_PLAYERS, 'player: spend, returns and net position of each period are those of the feed'],
  listPlayerRounds: [ADMIN_PLAYERS, 'player: changes of restrictions and rounds are those of the player alone'],
  getPlayerBalance: [ADMIN_PLAYERS, 'player: the balance is that of the wallet, and its failure has a reason'],
  listPlayerItems: [ADMIN_PLAYERS, 'player: items in each state and orders are listed, addresses are not'],
  listPlayerOrders: [ADMIN_PLAYERS, 'player: items in each state and orders are listed, addresses are not'],
  getPersonalData: PERSONAL_DATA_ERASED,
  erasePersonalData: PERSONAL_DATA_ERASED,
  exportPersonalData: ['api/admin-personal-data', 'personal data: the export has all data, and its digest is recorded'],
  restrictPlayer: [ADMIN_PLAYERS, 'player: restrictions are set and lifted with a reason, each with an audit entry'],
  listOrders: ORDERS_FILTERED,
  exportOrders: ORDERS_FILTERED,
  getOrder: [ADMIN_ORDERS, 'order: it is shown with address, fee and changes, and each view is recorded'],
  changeOrder: [ADMIN_ORDERS, 'order: one change saves all of it, with one notice and one audit entry'],
  cancelOrder: [ADMIN_ORDERS, 'order: a cancel returns the items and refunds the fee exactly once'],
  inviteStaff: [STAFF_ADMIN, 'an invitation is a login link that works once, for 24 hours'],
  getStaff: SESSIONS_ENDED,
  grantStaffRoles: [STAFF_ADMIN, 'roles apply to the next request; without a grant the default roles apply'],
  createStaffLink: DISABLED,
  disableStaff: DISABLED,
  enableStaff: DISABLED,
  endStaffSession: SESSIONS_ENDED,
  endStaffSessions: SESSIONS_ENDED,
  listOperators: [STAFF_LIST, 'operators: staff of the platform see the names of all operators'],
  listKycQueue: VERIFICATIONS_FILTERED,
  exportKycQueue: VERIFICATIONS_FILTERED,
  getKycCase: VERIFIED,
  getKycCaseImage: STRIPPED,
  claimKycCase: HELD,
  releaseKycCase: [STORY, 'four eyes: two people must agree, and reasons of both count'],
  noteKycCase: HELD,
  decideKycCase: HELD,
}

export const KYC_STATUS_PROOFS: Record<KycStatus, Entry> = {
  PENDING: VERIFIED,
  SUBMITTED: VERIFIED,
  CONFIRMED: VERIFIED,
  REJECTED: REDONE,
}

/** Decisions §11, and what the others say of it. */
export const KYC_RULE_PROOFS = {
  'decisions §1 without a nonce, a session is made once': [
    SESSIONS,
    'a session that is signed without a nonce is made once',
  ],
  'decisions §1 scope `kyc`': [
    SESSIONS,
    'without the scope `kyc` no route of verifications is served, and with it alone each is',
  ],
  'decisions §11 the first POST of the page takes the token once; expired, replaced or used elsewhere: 410': ENDED,
  'decisions §11 GET, HEAD and prefetch take nothing': ENDED,
  'decisions §11 cookie and headers of the page': IDLE,
  'decisions §11 a new link ends the cookies of earlier ones': ENDED,
  'decisions §11 a cookie reaches its own request': [
    WIZARD,
    'a cookie reaches the request of its own link: never one of another player, operator or kind of cookie',
  ],
  'decisions §11 `identity` is null unless every non-nullable field is there': [
    SESSIONS,
    'a confirmation without a tax id has no identity, in the list and in its event',
  ],
  'decisions §11 images: checked by content, sealed at rest': [
    STRIPPED,
    ['api/photo', 'anything else is refused, whatever it says that it is'],
  ],
  'decisions §11 re-verify: for whoever was confirmed at some time': [
    REVERIFY,
    'a re-verification is for a player who was confirmed at some time, and for nobody else, with a first request open or not',
  ],
  'decisions §11 re-verify: any open request is one, and takes a reason when it has none': [
    REVERIFY,
    'a re-verification of a player whose link opened a request takes that one, with the reason, and tells nobody',
  ],
  'decisions §11 unknown locale: `en`': ['browser/kyc-wizard', 'a language that has no words here is English'],
  'decisions §11 one final reason makes the rejection final': [
    STORY,
    'one final reason makes the rejection final, and the next page says nothing of it',
  ],
  'decisions §11 completion message to `returnOrigin` only': [
    'browser/kyc-wizard',
    'whoever opened it from another origin than the one of the link, or by a link of none, hears nothing, and a frame shows nothing',
  ],
  'decisions §11 every change at `/api/admin` needs an origin of ours and the token': FROM_OUR_PAGE,
  'decisions §14 `kyc.enabled`': [STORY, 'without KYC nothing of it is opened'],
  'decisions §14 `kyc.fourEyes` (additive)': [STORY, 'four eyes: two people must agree, and reasons of both count'],
  'decisions §14 `kyc.provider` (additive)': [
    'api/kyc-provider',
    'an outside check decides by itself, says why, and is told of and recorded like a reviewer',
  ],
  'decisions §14 `kyc.retentionDays`, `kyc.draftDays` (additive)': [
    'api/kyc-erasure',
    'what was kept long enough is erased by itself: decided ones by their day, drafts that nobody came back to',
  ],
  'decisions §14 `kyc.minimumAge`': ['api/kyc-checks', 'the minimum of the operator counts, and is what the hint says'],
} as const satisfies Record<string, Entry>
