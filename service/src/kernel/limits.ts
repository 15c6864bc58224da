import { LARGEST_PHOTO_BYTES } from '@coffer/contract/kyc-answers'
import { PICTURE_BYTES, SVG_BYTES, VALUE_FILE_BYTES, VALUE_FILE_ROWS } from '@coffer/contract/limits'

/** Every list, loop, retry, body and time-out has its limit here, with its unit. Reached as `ctx.limits`. */
export const LIMITS = {
  /** Largest request body, bytes. */
  bodyBytes: 64 * 1024,
  /** The headers of a request must have arrived whole after so long, and its body after as long again. */
  requestMs: 20_000,
  /** JSON that anybody may ask for leaves compressed from so many bytes on: below, packing costs more than it saves. */
  compressedJsonBytes: 2_048,
  /** Page size of a list when none is asked; the largest is the contract's. */
  pageCount: 50,
  /** Most operators that `GET /api/admin/operators` returns. */
  operatorNamesCount: 1000,
  /** An audit log with this many entries is long: its verdict is reused for one millisecond per entry, so that repeated checks cost little. */
  auditLongLogCount: 1_000,
  /** Items of the catalogue that a search by item may match. A search that matches more is refused. */
  searchedItemsCount: 200,
  /** Wallet operations with one transaction reference that a search finds: the newest ones. */
  searchedOperationsCount: 100,
  /** Rows of an export that are read at a time. */
  exportPageCount: 200,
  /** Points of a price history: the newest ones. */
  pricePointsCount: 500,
  /** A launch token lives so long. */
  launchTokenMs: 60_000,
  /** A session ends at the latest after so long. */
  sessionAbsoluteMs: 12 * 3_600_000,
  /** Photos that one opened link may send in an hour, retakes and all. */
  kycImagesPerHourCount: 60,
  /** Photos that one process takes in at once, as they come over the wire; and of these, of one operator and of one opened link. */
  kycUploadsCount: 16,
  kycUploadsOfOperatorCount: 12,
  kycUploadsOfLinkCount: 2,
  /** Uploads of staff that one process takes in concurrently; and of these, of the staff of one operator and of one person. */
  staffUploadsCount: 12,
  staffUploadsOfOperatorCount: 6,
  staffUploadsOfPersonCount: 2,
  /** A photo, or another upload, must have arrived whole after so long, which the page waits for; */
  kycUploadMs: 120_000,
  /** and until then at least so many bytes of it in each such time: less than any phone sends. */
  kycUploadPaceMs: 15_000,
  kycUploadPaceBytes: 64 * 1024,
  /** A link to the verification page lives so long, and opens it once; */
  kycLinkMs: 30 * 60_000,
  /** the page it opened ends after so long without a word. */
  kycIdleMs: 60 * 60_000,
  /** A reviewer holds a verification for so long; claiming it again begins it anew. */
  kycClaimMs: 15 * 60_000,
  /** Outside checks are looked for this often, */
  kycCheckIntervalMs: 1_000,
  /** and what is to be erased this often. */
  kycKeepIntervalMs: 60_000,
  /** Verifications that one pass of a loop takes. */
  kycBatchCount: 20,
  /** Other players' verifications that one mark of a person shows the reviewer, at most. */
  kycLikenessesCount: 20,
  /** An outside check that did not answer is asked again after so long at the least, */
  kycProviderRetryMs: 60_000,
  /** and at the most. */
  kycProviderPauseMs: 3_600_000,
  /** An image that never came to be stored, or would not be removed, is looked at again after so long. */
  kycSweepMs: 3_600_000,
  /** A pass that removes photos gives up after so many that would not be removed. */
  kycRemovalFailuresCount: 3,
  /** Lifetime of a login link of staff. */
  staffLinkMs: 24 * 3_600_000,
  /** Lifetime of a ticket of single sign-on. */
  staffTicketMs: 60_000,
  /** A session of staff ends after so long without a request, */
  staffIdleMs: 30 * 60_000,
  /** and at the latest after so long. */
  staffAbsoluteMs: 12 * 3_600_000,
  /** Retention of staff sessions, from the sign-in. */
  staffSessionKeptMs: 30 * 24 * 3_600_000,
  /** Staff sessions beyond their retention that one sign-in deletes, at most. */
  staffSessionsDeletedCount: 100,
  /** Sessions in a list of the sessions of one member of staff, at most. */
  staffSessionsShownCount: 100,
  /** Time that a person has to use a passkey after they were asked. */
  staffChallengeMs: 5 * 60_000,
  /** Expired challenges that a new one deletes, at most. */
  staffChallengesDeletedCount: 100,
  /** Time after which money, access and personal data need another confirmation with a passkey. */
  staffConfirmationMs: 60 * 60_000,
  /** Time after which changes of one's own passkeys need another confirmation. */
  staffFreshConfirmationMs: 10 * 60_000,
  /** Passkeys of one member of staff, at most. */
  staffPasskeysCount: 20,
  /** Recovery codes that a member of staff gets. */
  staffRecoveryCodesCount: 10,
  /** Requests of a member of staff in a minute, */
  staffRequestsPerMinuteCount: 600,
  /** and changes or exports among them. */
  staffChangesPerMinuteCount: 60,
  /** Staff accounts of an operator that are not disabled, at most. */
  staffPerOperatorCount: 1000,
  /** Sessions of which a process remembers whose they are. */
  sessionsRememberedCount: 20_000,
  /** Idle bumps of a session are written at most this often. */
  sessionBumpMs: 60_000,
  /** The whole exchange of a wallet call: connect, headers, body. */
  walletCallMs: 10_000,
  /** Connecting to a wallet. */
  walletConnectMs: 5_000,
  /** Largest wallet answer that is read, bytes. */
  walletReplyBytes: 64 * 1024,
  /** The addresses of an outbound name are remembered for so long. */
  dnsCacheMs: 5_000,
  /** Session init and a heartbeat wait so long for the balance. */
  balanceWaitMs: 3_000,
  /** A live request holds an operation for so long. */
  operationLeaseMs: 12_000,
  /** A request that waits for another one's wallet call looks again this often, and gives up after the lease. */
  waiterPollMs: 100,
  /** An attempt that was recorded longer ago than this is dropped unsent. */
  attemptSendMs: 2_000,
  /** Time limit of a change of the wallet URL that waits for operations being recorded. Further operations wait behind it. */
  walletUrlLockMs: 2_000,
  /** Calls to one operator's wallet at once, in one process. */
  walletCallsCount: 256,
  /** Reads of balances at one operator's wallet at once, in one process; and of these, of one session. */
  balanceCallsCount: 128,
  balanceReadsOfSessionCount: 2,
  /** A wallet's breaker opens after so many calls in a row without a usable reply, */
  breakerFailuresCount: 20,
  /** and while it is open lets one real call through this often. */
  breakerProbeMs: 500,
  /** `Retry-After` for a player with too many undecided debits, seconds. */
  tooManyUnknownRetrySeconds: 5,
  /** Shipping fees of one player that may be undecided at once, those under way included. */
  undecidedFeesCount: 20,
  /** The resolver looks for due operations this often, takes so many at once, and has so many of one operator under way in a process. */
  resolverIntervalMs: 1_000,
  resolverBatchCount: 32,
  resolverOfOperatorCount: 32,
  /** Unit of the resolver's schedule: it tries again after 1, 2, 5, 15, 60, 120, 360 … of these, and parks after 4,320. */
  resolverUnitMs: 60_000,
  /** Violations that the doctor names for one invariant, and rows that it reads at a time. */
  doctorFindingsCount: 100,
  doctorFetchCount: 1_000,
  /** Checks that the doctor asks in one statement: to ask takes its time, and what each of them holds in memory stays to the end. */
  doctorTogetherCount: 8,
  /** One statement of the doctor may run so long: it reads whole tables. */
  doctorStatementMs: 600_000,
  /** Rounds of one simulation: openings of a box, or plays of the Upgrader at each chance. */
  simulatedRoundsCount: 100_000_000,
  /** Entries of the history get their place in the feed this often, so many in one transaction. */
  historyIntervalMs: 1_000,
  historyBatchCount: 1_000,
  /** Interval of the job that updates the daily totals, how many entries of a feed it reads in one transaction, and how late it may be. */
  dailyTotalsIntervalMs: 2_000,
  dailyTotalsBatchCount: 5_000,
  dailyTotalsDelayMs: 60_000,
  /** Held boxes are looked at for opening by themselves this often, and so many at once. */
  autoOpenIntervalMs: 60_000,
  autoOpenBatchCount: 100,
  /** Poll interval for scheduled versions of boxes that are due, and the number of versions of an operator in one pass. */
  scheduleIntervalMs: 5_000,
  scheduleBatchCount: 100,
  /** A scheduled version is refused if it could not be published for so long after its time. */
  scheduleLateMs: 24 * 3_600_000,
  /** A payout that nobody confirms is cancelled after so long; overdue ones are looked for this often, so many at once. */
  payoutReservedMs: 72 * 3_600_000,
  payoutCancelIntervalMs: 60_000,
  payoutCancelBatchCount: 32,
  /** Items whose time has passed are looked for this often, and expire so many at a time. */
  expiryIntervalMs: 60_000,
  expiryBatchCount: 1_000,
  /** Stock that has come is given to the lines that wait for it this often; so many items, and lines, are looked at at a time. */
  backorderIntervalMs: 10_000,
  backorderBatchCount: 500,
  /** `Retry-After` of an undecided answer, seconds. */
  undecidedRetrySeconds: 2,
  /** Where the audit logs end is written into the log of a process this often. */
  auditHeadsIntervalMs: 3_600_000,
  /** Sealed values that are sealed anew in one transaction, when the master key or the form of all of them changes. */
  sealingBatchCount: 500,
  /** A process that started before its database was migrated tries this often to give it its master key. */
  sealingTryMs: 1_000,
  /** A transaction is tried so often on a serialization failure or a deadlock. */
  transactionTries: 4,
  /** A nonce or a signature is remembered for so long. */
  nonceMemoryMs: 600_000,
  /** The rows of a table stand in the order of their making, but for ones that were made within so long of each other. */
  rowsOutOfOrderMs: 60_000,
  /** Graceful shutdown in production: not ready any more, but still listening, for so long, until nothing is sent here; */
  drainMs: 3_000,
  /** then requests in flight get so long. */
  shutdownMs: 15_000,
  /** A database that takes longer to take a write does not answer. */
  readyMs: 2_000,
  /** Of these, what is left for it to say that it is too slow: what says nothing has fallen silent. */
  readySilenceMs: 500,
  /** Whoever asks whether the process is ready gets what was found at most so long ago. */
  readyCacheMs: 1_000,
  /** A process whose clock is further than this from the database's is not ready. */
  clockSkewMs: 1_000,
  /** What a wallet was asked counts as over so much later: whoever asked may be behind by that as whoever judges is ahead. The model checks it. */
  clockMarginMs: 2_000,
  /** Connections of the request pool and of the jobs pool. */
  appConnections: 16,
  jobsConnections: 8,
  /** Connections for transactions that several works share, and how many works share one. */
  sharedConnections: 8,
  sharedCount: 64,
  /** How many works share one while more queues wait than there are connections. */
  sharedCrowdedCount: 24,
  /** Of one queue one is under way at a time; when it takes longer than this, the next one does not wait for it, up to so many. */
  sharedPatienceMs: 50,
  sharedOfQueueCount: 3,
  /** Works of one key go one after the other: beyond so many that wait in a queue, another is to come again later. */
  sharedOfKeyCount: 256,
  /** A connection that nobody uses is kept for so long: a new one costs as much as many requests. */
  idleConnectionMs: 600_000,
  /** Connecting to the database is given up after so long, */
  databaseConnectMs: 5_000,
  /** and waiting for a connection that others use: they may be many who wait for each other, and a statement is waited for longer. */
  databaseWaitMs: 10_000,
  /** A silent database is asked for a sign of life after so long. */
  databaseKeepAliveMs: 10_000,
  /** A statement that runs longer than this is cut off by the database; */
  statementMs: 6_000,
  /** a connection on which nothing is heard for so long after that has fallen silent, and is never used again. */
  databaseSilenceMs: 2_000,
  /** Statements of commands, which convert and import, may run longer, */
  commandStatementMs: 600_000,
  /** and those of migrations, which rewrite tables. */
  migrationStatementMs: 7_200_000,
  /** During an outage of the database its writes are tried this often; it is over when they work and nothing has met it for so long. */
  outageLookMs: 1_000,
  outageQuietMs: 5_000,
  /** Lines of the log are written together after so long, or as soon as they have so many bytes; */
  logFlushMs: 50,
  logChunkBytes: 16 * 1024,
  /** of those that nobody takes, so many are held, and tried again so often at the end of the process. */
  logHeldBytes: 1024 * 1024,
  logEndTries: 20,
  /** A process admits so much of a rate limit's refill before it has reported to the database, and reports after so long, or when less was used, later. */
  bucketSliceMs: 100,
  bucketReportMs: 1_000,
  /** A report of used rate limits that failed is made again after so long. */
  bucketRetryMs: 1_000,
  /** Buckets that one report speaks of, and that a process remembers. */
  bucketReportCount: 1_000,
  bucketAccountsCount: 20_000,
  /** What operators keep no longer is looked for this often, goes so many at a time, and what had to stay is looked at again after so long. */
  forgetIntervalMs: 60_000,
  forgetBatchCount: 500,
  forgetAnewMs: 24 * 3_600_000,
  /** Full buckets are looked for this often, and deleted so many at a time. */
  bucketSweepIntervalMs: 60_000,
  bucketSweepCount: 1_000,
  /** Looks at the database that an address may cost in a minute with credentials that are nobody's, in one process. */
  strangerLooksPerMinuteCount: 600,
  /** Past that, credentials from there are looked up together: this often, and so many at a time. */
  strangerPauseMs: 50,
  strangerTogetherCount: 500,
  /** A credential that was nobody's is refused for so long without another look; so many are remembered. */
  strangerMemoryMs: 60_000,
  strangerMemoryCount: 10_000,
  /** Lines of the log about requests of nobody known, in one process: so many come back in a second, up to so many. */
  strangerLinesPerSecondCount: 20,
  strangerLinesCount: 200,
  /** Rotations of one player's seed in an hour, over both surfaces. */
  rotationsPerHourCount: 60,
  /** Sessions of one player that live at once; of more, those unused for the longest end. */
  liveSessionsCount: 10,
  /** How often an order is sent elsewhere, by the player and the operator together. */
  addressChangesCount: 20,
  /** Orders whose personal data one transaction erases, at most. */
  erasedOrdersCount: 100,
  /** Sign-in requests of staff that an address may send in a minute: login links, passkeys and recovery codes. */
  signInsPerMinuteCount: 60,
  /** The whole exchange of a webhook delivery; an attempt of which nothing is heard for so long was lost with its process. */
  webhookCallMs: 15_000,
  webhookLostMs: 60_000,
  /** Largest part of a receiver's answer that is read, bytes. */
  webhookReplyBytes: 64 * 1024,
  /** Deliveries at once, in one process: to an endpoint that takes them, to another, to all, and those that use the database. */
  webhookBatchCount: 16,
  webhookProbeCount: 2,
  webhookCallsCount: 512,
  webhookDatabaseCount: 4,
  /** Deliveries to one endpoint that are claimed or recorded together, how long one that is claimed waits to be sent, and an answer to be recorded. */
  webhookGroupCount: 64,
  webhookHandMs: 1_000,
  webhookGatherMs: 100,
  /** Sending to one endpoint goes on for so long before it is looked at anew; one at which something threw rests. */
  webhookTurnMs: 10_000,
  webhookRestMs: 10_000,
  /** Of what waits for an endpoint that is back, so many are made due at once, and the next after so long. */
  webhookReleaseCount: 200,
  webhookReleaseMs: 1_000,
  /** The sender looks for due deliveries this often. */
  webhooksIntervalMs: 500,
  /** `Retry-After` of a receiver is honoured up to so long. */
  webhookRetryAfterMs: 3_600_000,
  /** Failed deliveries that one call sends again, and attempts that a delivery is shown with. */
  webhookReplayCount: 10_000,
  webhookAttemptsShownCount: 200,
  /** Endpoints of one operator, and the length of an address. */
  webhookEndpointsCount: 20,
  webhookUrlCharacters: 2048,
  /** Maximum of API keys of one operator that are neither revoked nor ended. */
  apiKeysCount: 50,
  /** A rate is used for so long after it was quoted, where a feed is set. */
  quoteAgeMs: 24 * 3_600_000,
  /** The rates of a feed that names a day, and no moment, are used for so long after the day began: a weekend, and the day after it. */
  quoteDayAgeMs: 4 * 24 * 3_600_000,
  /** A feed may be ahead of our clock by so much: one that names a moment, and one that names a day, which begins earlier elsewhere. */
  quoteAheadMs: 300_000,
  quoteDayAheadMs: 24 * 3_600_000,
  /** A feed that could not be read or believed is read again after so long, or at its next turn when that comes sooner. */
  feedRetryMs: 300_000,
  /** The loop of the feed looks whether it is time this often; how often that is, the deployment says. */
  feedIntervalMs: 30_000,
  /** The whole exchange with a feed, and the largest answer that is read, bytes. */
  feedCallMs: 15_000,
  feedReplyBytes: 256 * 1024,
  /** Largest media file, bytes. */
  mediaBytes: PICTURE_BYTES,
  /** Largest width and height of a picture that staff upload, as it is stored. */
  picturePixels: 1_200,
  /** Largest file of item values, bytes, and how many values it may state. */
  valueFileBytes: 8 * 1024 * 1024,
  valueFileRowsCount: 50_000,
  /** The most values of a file that staff upload. */
  staffValueRowsCount: VALUE_FILE_ROWS,
  /** Largest SVG that staff upload as a picture, bytes. */
  svgBytes: SVG_BYTES,
  /** Largest request with a file of values that staff upload, bytes: as JSON, in which a character can take two. */
  valueUploadBytes: 2 * VALUE_FILE_BYTES + 64 * 1024,
  /** A value that leaps waits so long for a second person; and so many of one call wait at most. */
  heldValueMs: 72 * 3_600_000,
  heldValuesCount: 100,
  /** Largest photo that is sent for a check of identity, bytes, and its pixels: more than the camera of any phone makes. */
  kycImageBytes: LARGEST_PHOTO_BYTES,
  kycImagePixels: 50_000_000,
  /** What a decoder may hold of a photo that it cannot read row by row, bytes; and the scans of a JPEG, of which most have one, others about ten. */
  kycImageHeldBytes: 100 * 1024 * 1024,
  kycImageScansCount: 50,
  /** A photo is kept at most so wide and so high, and is refused when its shorter side would come out below, pixels. */
  kycImageWidthPixels: 2_400,
  kycImageHeightPixels: 2_400,
  kycImageSidePixels: 300,
  /** Reading one photo takes at most so long; so many are read at once, in one process. */
  kycImageMs: 15_000,
  kycImagesCount: 1,
  /** Largest document that is stored, as it is sealed, bytes; and the whole exchange with a store that is reached over the network. */
  documentBytes: 16 * 1024 * 1024,
  documentCallMs: 15_000,
} as const

export type Limits = { readonly [name in keyof typeof LIMITS]: number }
