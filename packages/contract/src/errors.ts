/**
 * Every code that a Coffer answer can carry: its HTTP status, what it means in words a person understands, and what to do next.
 * Documentation and OpenAPI are made from this table.
 */
export type ErrorEntry = {
  readonly status: number
  /** Said to whoever reads the answer: what happened, and that nothing was lost when that is so. */
  readonly message: string
  /** The next step for whoever wrote the call. */
  readonly next: string
  /** Whether sending the same request again can help. */
  readonly retry: 'never' | 'same-request' | 'new-request'
}

const entry = (status: number, message: string, next: string, retry: ErrorEntry['retry'] = 'never'): ErrorEntry => ({
  status,
  message,
  next,
  retry,
})

export const ERRORS = {
  VALIDATION_FAILED: entry(422, 'Some of the input is missing or malformed.', 'Mend the fields named in `fields`.'),
  UNSUPPORTED_MEDIA_TYPE: entry(415, 'The body is not JSON.', 'Send `Content-Type: application/json`.'),
  BODY_TOO_LARGE: entry(413, 'The body is too large.', 'Send at most 64 kB; a photo of a verification may have 10 MB.'),
  NOT_FOUND: entry(404, 'There is nothing at this address.', 'Check the method and the path.'),
  RATE_LIMITED: entry(429, 'Too many requests.', 'Wait as long as `Retry-After` says.', 'same-request'),
  SERVICE_UNAVAILABLE: entry(
    503,
    'The service cannot reach its records just now. Nothing is lost.',
    'Repeat the same request, with the same ids, after `Retry-After`: it may have taken effect.',
    'same-request',
  ),
  INTERNAL: entry(500, 'Something went wrong on our side.', 'Tell us the request id.', 'same-request'),

  MISSING_HEADERS: entry(401, 'The request is not signed.', 'Send `X-Key-Id`, `X-Timestamp` and `X-Signature`.'),
  TIMESTAMP_SKEW: entry(
    401,
    'The timestamp is too far from our clock.',
    'Set your clock; 300 s are allowed.',
    'new-request',
  ),
  INVALID_SIGNATURE: entry(
    401,
    'The signature does not fit the request.',
    'Compare the canonical string with `coffer sign`.',
  ),
  REPLAYED_REQUEST: entry(
    401,
    'This request was received before.',
    'Sign each request anew, with a fresh nonce.',
    'new-request',
  ),
  SCOPE_MISSING: entry(403, 'The API key may not do this.', 'Use a key with the scope that the route needs.'),
  OPERATOR_SUSPENDED: entry(403, 'The operator is suspended.', 'Talk to your contact at Coffer.'),

  LAUNCH_TOKEN_INVALID: entry(401, 'The launch link is not valid.', 'Start the game again from the casino.'),
  LAUNCH_TOKEN_EXPIRED: entry(401, 'The launch link has expired.', 'Start the game again from the casino.'),
  LAUNCH_TOKEN_CONSUMED: entry(409, 'The launch link was already used.', 'Start the game again from the casino.'),
  SESSION_INVALID: entry(401, 'The session is not valid.', 'Start the game again from the casino.'),
  SESSION_EXPIRED: entry(401, 'The session has ended.', 'Start the game again from the casino. Nothing is lost.'),
  GAME_DISABLED: entry(403, 'This game is not enabled here.', 'Enable it in the operator settings.'),

  UNKNOWN_BOX: entry(404, 'There is no such box.', 'Read the catalogue and use one of its ids.'),
  BOX_NOT_PLAYABLE: entry(
    409,
    'This version of the box is no longer on sale.',
    'Read the box again and open its live version.',
    'new-request',
  ),
  UNSUPPORTED_CURRENCY: entry(
    422,
    'This currency cannot be used here now.',
    'Use one of the configured currencies that has a rate.',
  ),
  FX_RATE_MOVED: entry(
    422,
    'The exchange rate has moved since the session began.',
    'Show the new price and pin the rate anew.',
    'new-request',
  ),
  FREE_OPENS_EXHAUSTED: entry(409, 'No free opens are left.', 'Offer a paid open.', 'new-request'),

  INSUFFICIENT_FUNDS: entry(
    422,
    'The balance is too low. Nothing was charged.',
    'Top up and try again with a new click.',
    'new-request',
  ),
  PLAYER_BLOCKED: entry(403, 'The casino has blocked this. Nothing was charged.', 'Ask the casino\u2019s support.'),
  REQUEST_INTERRUPTED: entry(
    503,
    'An earlier try of this was cut off before its outcome was known. Nothing is lost.',
    'Repeat the same request after `Retry-After`: it goes on where the earlier one stopped.',
    'same-request',
  ),
  WALLET_UNAVAILABLE: entry(
    503,
    'The wallet did not answer. Nothing is lost.',
    'With `Retry-After`: repeat the same request. Without: start anew.',
    'same-request',
  ),

  ROUND_NOT_FOUND: entry(404, 'There is no such round.', 'Check the round id and the player.'),
  ROUND_NOT_HELD: entry(409, 'This box is not waiting to be opened.', 'Read the round to see what became of it.'),
  ROUND_NOT_REFUNDABLE: entry(409, 'This round cannot be refunded.', 'Read the round to see what became of it.'),
  REFUND_NOT_ALLOWED: entry(
    403,
    'Boxes are not refundable here.',
    'Enable refunds in the operator settings, or open the box.',
  ),

  INVENTORY_ITEM_NOT_FOUND: entry(404, 'There is no such item in the vault.', 'Check the item id and the player.'),
  CASHBACK_NOT_AVAILABLE: entry(
    422,
    'This item cannot be cashed back.',
    'Read the item: its state says why. While it is unresolved, cashback is not offered for it: its `cashbackMinor` is null.',
  ),
  CASHBACK_ABOVE_LIMIT: entry(
    422,
    'Cashing this item back would pay more than is allowed at once. Nothing was paid, and the item stays free.',
    'See `error.current.maxItemMinor`: ship the item, stake it, or have the operator look at its value and at `cashback.maxItemMinor`.',
  ),
  PRICE_CHANGED: entry(
    409,
    'The value of this item has changed.',
    'Show `error.current` and confirm with its revision.',
    'new-request',
  ),
  ITEM_BUSY: entry(
    409,
    'This item is being cashed back right now.',
    'Wait until its credit is decided.',
    'same-request',
  ),

  UNKNOWN_ITEM: entry(404, 'There is no such item in the catalogue.', 'Use an item id of your catalogue.'),
  VALUE_STEP_TOO_LARGE: entry(
    422,
    'This value is too far above the last one. Nothing was recorded.',
    'Look at `fields`. When the value is right, a second member of staff approves it: see `error.current.heldValues`.',
  ),
  PAYOUT_NOT_AVAILABLE: entry(
    422,
    'An item cannot be paid out. Nothing was reserved.',
    'Read the items: only unresolved ones that were won can be.',
  ),
  PAYOUT_NOT_FOUND: entry(404, 'There is no such payout.', 'Check the payout id and the player.'),
  PAYOUT_NOT_RESERVED: entry(409, 'This payout came to its end before.', 'Read the payout to see what became of it.'),
  SHIPPING_DISABLED: entry(403, 'Nothing is shipped here.', 'Enable shipping in the operator settings.'),
  INVENTORY_NOT_SHIPPABLE: entry(
    422,
    'An item cannot be shipped. Nothing was ordered, and a fee that was taken goes back at once.',
    '`fields` names each such item and why; ask for a quote, or leave it out.',
    'new-request',
  ),
  SHIPMENT_BELOW_MINIMUM: entry(
    422,
    'The items are worth less than the shipping minimum. Nothing was charged.',
    'Show `error.minimumMinor` and `error.valueMinor`, and let the player add items.',
    'new-request',
  ),
  ORDER_NOT_FOUND: entry(404, 'There is no such shipping order.', 'Check the order id and the player.'),
  SHIPMENT_NOT_CANCELLABLE: entry(
    422,
    'This order is being packed or was sent, so it can no longer be cancelled.',
    'Read the order: only a pending one can be cancelled.',
  ),
  SHIPMENT_NOT_EDITABLE: entry(
    422,
    'This order cannot be changed this way. Nothing was changed.',
    'Read the order: only a pending one changes. With `error.reason` `LAST_ITEM`, `COST_NOT_COVERED` or `BELOW_MINIMUM`, what would remain could not have been ordered for what was paid: cancel the order and order anew. With `ADDRESS_CHANGES` it has been sent elsewhere 20 times: cancel it, or ask the shipping desk.',
  ),
  UPGRADER_MODE_DISABLED: entry(
    403,
    'The Upgrader is not played this way here. Nothing was staked.',
    'Offer the mode that `config.modes` has, or enable this one in the operator settings.',
  ),
  UPGRADER_CHANCE_INVALID: entry(
    422,
    'This chance is not on offer. Nothing was staked.',
    'Use one of `config.chancePresetsBps`; without any, hide the game.',
    'new-request',
  ),
  UPGRADER_ITEM_NOT_OWNED: entry(
    422,
    'An item cannot be staked. Nothing was staked.',
    '`fields` names each such item and why; leave it out.',
    'new-request',
  ),
  UPGRADER_WAGER_OUT_OF_RANGE: entry(
    422,
    'The stake is too small or too large. Nothing was staked.',
    'Stay within `error.current.minWagerMinor` and `error.current.maxWagerMinor`.',
    'new-request',
  ),
  UPGRADER_PRIZE_OUT_OF_RANGE: entry(
    422,
    'This prize cannot be won with this stake and chance. Nothing was staked.',
    'Ask for the prizes again and aim at one of them.',
    'new-request',
  ),
  CAMPAIGN_NOT_FOUND: entry(404, 'There is no such campaign.', 'Check its extId in the list of campaigns.'),
  PLAYER_NOT_FOUND: entry(404, 'There is no such player.', 'Find the player in the list of players.'),
  PLAYER_RESTRICTED: entry(
    403,
    'The player is taking a break from playing. Nothing was charged.',
    'See `error.reason` and `error.until`. Credits and refunds go on.',
  ),

  KYC_DISABLED: entry(403, 'Players are not verified here.', 'Enable `kyc` in the operator settings.'),
  KYC_ALREADY_SUBMITTED: entry(
    409,
    'The verification was handed in and is being reviewed.',
    'Wait for its `kyc_status_changed`: no new link is needed.',
  ),
  KYC_NO_OPEN_REQUEST: entry(404, 'There is no open verification of this player.', 'Nothing to do: ignore it.'),
  KYC_NOT_CONFIRMED: entry(
    409,
    'No verification of this player was ever confirmed.',
    'Mint a session: only who was confirmed is verified again.',
  ),
  KYC_SESSION_ENDED: entry(
    401,
    'This verification page is no longer open. What was typed is kept.',
    'Open the verification again from the casino.',
  ),
  KYC_NOT_OPEN: entry(409, 'This verification was handed in and cannot be changed.', 'Wait for the decision.'),
  KYC_IMAGE_REFUSED: entry(
    422,
    'This photo cannot be taken.',
    'See `error.reason`. Send a JPEG, PNG or WebP of at most 10 MB, at least 300 pixels on its shorter side.',
    'new-request',
  ),
  KYC_UNAVAILABLE: entry(
    503,
    'Photos cannot be stored or read just now. Nothing that was kept is lost.',
    'Try again in a moment.',
    'same-request',
  ),

  STAFF_LINK_INVALID: entry(401, 'This login link is not valid any more.', 'Ask for a new one: a link works once.'),
  ADMIN_IDENTITY_CONFLICT: entry(
    409,
    'This e-mail belongs to a member of staff with another `adminExternalId`.',
    'Send the `adminExternalId` that was used first, or leave the e-mail out.',
  ),
  ADMIN_USER_DISABLED: entry(
    403,
    'This member of staff is disabled.',
    'An owner or platform administrator can enable the account.',
  ),
  STAFF_NOT_FOUND: entry(404, 'There is no such member of staff.', 'Look for them in the list of staff.'),
  STAFF_EXISTS: entry(
    409,
    'A member of staff has this e-mail already.',
    'Change their roles, or enable them, in the list of staff.',
  ),
  STAFF_DISABLED: entry(409, 'This staff account is disabled.', 'Enable it first.'),
  STAFF_SIGNED_IN_BEFORE: entry(
    409,
    'This member of the platform\u2019s staff has signed in before.',
    'Create the link on the command line: coffer staff link.',
  ),
  STAFF_OWN_ACCOUNT: entry(
    409,
    'You cannot change your own access to the admin.',
    'Ask another owner or platform administrator. To sign out elsewhere, end your own sessions.',
  ),
  STAFF_LIMIT_REACHED: entry(
    409,
    'The operator has reached its limit of staff accounts.',
    'Disable accounts that are no longer used.',
  ),
  OPERATOR_NOT_FOUND: entry(404, 'There is no such operator.', 'Check the slug.'),
  PASSKEY_REQUIRED: entry(403, 'Your account needs a passkey.', 'Add a passkey in the admin.'),
  CONFIRMATION_REQUIRED: entry(
    403,
    'This needs a recent confirmation with your passkey.',
    'Confirm with your passkey, and repeat the request.',
  ),
  PASSKEY_REFUSED: entry(
    401,
    'The passkey was not accepted.',
    'Try again with a passkey of this account, or sign in with a recovery code.',
  ),
  PASSKEY_EXISTS: entry(409, 'This passkey was already added.', 'Use it, or create another passkey.'),
  PASSKEY_NOT_FOUND: entry(404, 'There is no such passkey.', 'Check the list of your passkeys.'),
  PASSKEY_LAST: entry(409, 'This is your only passkey.', 'Add another passkey first.'),
  PASSKEY_LIMIT_REACHED: entry(
    409,
    'Your account has the maximum number of passkeys.',
    'Remove a passkey that you no longer use.',
  ),
  PASSKEYS_FOR_PLATFORM_ONLY: entry(
    403,
    'Only staff of the platform have passkeys.',
    'Sign in from your own back office, or with a login link.',
  ),
  RECOVERY_CODE_INVALID: entry(
    401,
    'The e-mail or the recovery code is not valid.',
    'Check both. Each code works once. Without a code, ask an administrator to reset your passkeys.',
  ),
  STAFF_SESSION_INVALID: entry(401, 'You are not signed in.', 'Sign in with a login link or a passkey.'),
  STAFF_FORBIDDEN: entry(
    403,
    'You do not have permission.',
    'Ask an owner or platform administrator for a role that has it.',
  ),
  ORIGIN_REFUSED: entry(
    403,
    'This change does not come from a page of ours.',
    'Use the page; it is not for other programs.',
  ),
  KYC_REQUEST_NOT_FOUND: entry(404, 'There is no such verification.', 'Go back to the queue.'),
  KYC_NOT_SUBMITTED: entry(
    409,
    'This verification does not wait for a review.',
    'Read it: it was decided, or is still being filled in.',
  ),
  KYC_CLAIMED: entry(409, 'Somebody else is reviewing this.', 'Take another, or wait until their time on it ends.'),
  KYC_NOT_CLAIMED: entry(409, 'You do not hold this verification.', 'Claim it first.', 'new-request'),
  KYC_SECOND_REVIEWER_NEEDED: entry(
    409,
    'Your opinion stands already; another reviewer has to agree.',
    'Leave it in the queue for somebody else.',
  ),
  KYC_ERASED: entry(
    409,
    'What the player handed in was erased: it cannot be confirmed, and takes no more notes.',
    'Reject it as incomplete, unless it is decided.',
    'new-request',
  ),

  DELIVERY_NOT_FOUND: entry(404, 'There is no such webhook delivery.', 'Check its id in the list of deliveries.'),
  DELIVERY_NOT_FAILED: entry(
    409,
    'Only a failed delivery is sent again.',
    'Read the delivery: it was delivered, or is still being tried by itself.',
  ),
  ENDPOINT_NOT_FOUND: entry(404, 'There is no such webhook endpoint.', 'Check its id in `GET /api/s2s/config`.'),
  ENDPOINT_CHANGED: entry(
    409,
    'The endpoint was changed meanwhile.',
    'Read the endpoint again, and repeat your change.',
  ),
  SETTINGS_CHANGED: entry(
    409,
    'The settings were changed meanwhile.',
    'Read the settings again, and repeat your change.',
  ),
  RESTRICTIONS_CHANGED: entry(
    409,
    'The restrictions of the player were changed meanwhile.',
    'Read the restrictions again, and repeat your change.',
  ),
  VALUES_CHANGED: entry(409, 'The preview of the file is out of date.', 'Preview the file again.'),
  BOX_CHANGED: entry(409, 'The box was changed meanwhile.', 'Read the box again, and repeat your change.'),
  ORDER_CHANGED: entry(409, 'The order was changed meanwhile.', 'Read the order again, and repeat your change.'),
  ITEM_CHANGED: entry(409, 'The item was changed meanwhile.', 'Read the item again, and repeat your change.'),
  HELD_VALUE_NOT_WAITING: entry(
    409,
    'The value no longer waits for approval.',
    'Read the item again. If its value is still wrong, enter the value again.',
  ),
  SECOND_PERSON_REQUIRED: entry(
    403,
    'You cannot approve your own request.',
    'Ask another person with this permission to approve it.',
  ),
  WALLET_OPERATIONS_UNDECIDED: entry(
    409,
    'The wallet has not decided some debits or credits yet.',
    'Wait until the wallet has decided them. If the new URL is not empty and leads to the same wallet, send `isSameWallet: true`, or use `--force` on the command line.',
  ),
  API_KEY_NOT_FOUND: entry(404, 'There is no such API key.', 'Check its ID in the list of API keys.'),
  API_KEY_ENDED: entry(409, 'The API key was revoked or has ended.', 'Create a new API key.'),
  API_KEY_ROTATED: entry(
    409,
    'The API key was already rotated.',
    'Use the key that replaced it. If its secret is lost, create a new API key.',
  ),
  API_KEY_LIMIT_REACHED: entry(
    409,
    'The operator has the maximum number of API keys.',
    'Revoke a key that is no longer needed, and repeat the request.',
  ),
} as const satisfies Record<string, ErrorEntry>

export type ErrorCode = keyof typeof ERRORS

export const ERROR_CODES = Object.keys(ERRORS) as readonly ErrorCode[]

/** Longest wallet error code that is shown; anything else stays in the log. */
const SHOWN_WALLET_CODE = /^[A-Z0-9_]{1,64}$/

export function isShownWalletCode(code: string): boolean {
  return SHOWN_WALLET_CODE.test(code)
}
