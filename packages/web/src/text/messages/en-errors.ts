import type { ErrorCode } from '@coffer/contract/errors'

/** What happened, and what the player can do next. */
export type ErrorWords = { readonly what: string; readonly next: string }

/**
 * Failures that have no code of the service: no answer, an answer of something else, a page around it that is not the casino's, still
 * undecided, refused while an earlier try may have been charged, not available in a preview, and a code not known here.
 */
export type LocalCode =
  | 'OFFLINE'
  | 'UNREADABLE'
  | 'FOREIGN_PAGE'
  | 'NOT_IN_PREVIEW'
  | 'UNDECIDED'
  | 'REFUSED_IN_DOUBT'
  | 'UNKNOWN'

const say = (what: string, next: string): ErrorWords => ({ what, next })

const LOST_NOTHING = 'Nothing was charged and nothing is lost.'
const START_AGAIN = 'Go back to your casino and start the game again.'
const TRY_SOON = 'Please try again in a moment.'
const ASK_SUPPORT = 'If it happens again, tell your casino’s support.'

export const enErrors = {
  VALIDATION_FAILED: say('That could not be accepted.', `${LOST_NOTHING} Check what you entered and try again.`),
  UNSUPPORTED_MEDIA_TYPE: say('The game sent something the service does not read.', `${LOST_NOTHING} Reload the page.`),
  BODY_TOO_LARGE: say('That was too long to send.', `${LOST_NOTHING} Enter something shorter.`),
  NOT_FOUND: say('This is not here any more.', `${LOST_NOTHING} Go back to the boxes.`),
  RATE_LIMITED: say('That was a little fast.', `${LOST_NOTHING} Wait a moment, then go on.`),
  SERVICE_UNAVAILABLE: say('The game cannot be reached just now.', `Nothing is lost. ${TRY_SOON}`),
  INTERNAL: say('Something went wrong on our side.', `Your items and your money are safe. ${TRY_SOON} ${ASK_SUPPORT}`),

  MISSING_HEADERS: say('The game could not prove who it is.', `${LOST_NOTHING} ${START_AGAIN}`),
  TIMESTAMP_SKEW: say('A clock is wrong somewhere.', `${LOST_NOTHING} ${START_AGAIN}`),
  INVALID_SIGNATURE: say('The game could not prove who it is.', `${LOST_NOTHING} ${START_AGAIN}`),
  REPLAYED_REQUEST: say('This request was sent twice.', `${LOST_NOTHING} ${TRY_SOON}`),
  SCOPE_MISSING: say('Your casino has not enabled this.', `${LOST_NOTHING} ${ASK_SUPPORT}`),
  OPERATOR_SUSPENDED: say(
    'The game is closed at this casino right now.',
    'Your items are safe. Ask your casino’s support.',
  ),

  LAUNCH_TOKEN_INVALID: say('This link does not open a game.', `${LOST_NOTHING} ${START_AGAIN}`),
  LAUNCH_TOKEN_EXPIRED: say(
    'This link was open for a minute, and the minute is over.',
    `${LOST_NOTHING} ${START_AGAIN}`,
  ),
  LAUNCH_TOKEN_CONSUMED: say('This link was already used.', `Each link opens the game once. ${START_AGAIN}`),
  SESSION_INVALID: say('Your session has ended.', `What you won is safe in your vault. ${START_AGAIN}`),
  SESSION_EXPIRED: say('Your session has ended.', `What you won is safe in your vault. ${START_AGAIN}`),
  GAME_DISABLED: say('This game is closed at your casino right now.', `${LOST_NOTHING} Your vault stays as it is.`),

  UNKNOWN_BOX: say('This box is not here any more.', 'Nothing was charged. Choose another box.'),
  BOX_NOT_PLAYABLE: say(
    'This box was changed a moment ago.',
    'Nothing was charged. Look at its new odds and price first.',
  ),
  UNSUPPORTED_CURRENCY: say('This currency cannot be used right now.', 'Nothing was charged. Choose another currency.'),
  FX_RATE_MOVED: say(
    'The exchange rate has moved, and with it the price.',
    'Nothing was charged. Look at the new price first.',
  ),
  FREE_OPENS_EXHAUSTED: say('Your free opens are used up.', 'Nothing was charged. You can open this box at its price.'),

  INSUFFICIENT_FUNDS: say(
    'Your balance is too low for this.',
    'Nothing was charged. Top up at your casino, or choose a box that costs less.',
  ),
  PLAYER_BLOCKED: say('Your casino does not allow this right now.', 'Nothing was charged. Ask your casino’s support.'),
  REQUEST_INTERRUPTED: say('This was cut off before it was confirmed.', `Nothing is lost. ${TRY_SOON}`),
  WALLET_UNAVAILABLE: say('Your casino’s wallet did not answer.', `Nothing is lost. ${TRY_SOON}`),

  ROUND_NOT_FOUND: say('There is no such round.', `${LOST_NOTHING} Look for it in your rounds.`),
  ROUND_NOT_HELD: say('This box is not waiting to be opened.', `${LOST_NOTHING} Your rounds show what became of it.`),
  ROUND_NOT_REFUNDABLE: say('This round cannot be refunded.', 'Your rounds show what became of it.'),
  REFUND_NOT_ALLOWED: say('Boxes are not refunded here.', 'Nothing is lost. You can open the box instead.'),

  INVENTORY_ITEM_NOT_FOUND: say('This item is not in your vault.', 'Look at your vault again.'),
  CASHBACK_NOT_AVAILABLE: say(
    'This item cannot be cashed back.',
    'Nothing is lost. Your vault shows what became of it.',
  ),
  CASHBACK_ABOVE_LIMIT: say(
    'This is worth more than your casino pays out at once.',
    'Nothing has happened, and the item stays in your vault. Ask your casino’s support.',
  ),
  PRICE_CHANGED: say(
    'The value of this item has just changed.',
    'Nothing has happened yet. Look at the new amount first.',
  ),
  ITEM_BUSY: say('This item is being cashed back right now.', 'Nothing is lost. Your vault shows it in a moment.'),

  UNKNOWN_ITEM: say('There is no such item.', `${LOST_NOTHING} ${ASK_SUPPORT}`),
  VALUE_STEP_TOO_LARGE: say(
    'This value is too far above the last one.',
    'Nothing was recorded. A second person has to approve it.',
  ),
  PAYOUT_NOT_AVAILABLE: say('This item cannot be paid out.', 'Nothing is lost. Your vault shows what became of it.'),
  PAYOUT_NOT_FOUND: say('There is no such payout.', ASK_SUPPORT),
  PAYOUT_NOT_RESERVED: say('This payout is over.', ASK_SUPPORT),
  SHIPPING_DISABLED: say('Your casino ships nothing at the moment.', 'Nothing is lost. Your item stays in your vault.'),
  INVENTORY_NOT_SHIPPABLE: say(
    'One of these items cannot be shipped.',
    'Nothing was ordered. A fee that was already taken goes back to your balance. Your vault shows what became of the item.',
  ),
  SHIPMENT_BELOW_MINIMUM: say(
    'These items are worth less than your casino ships.',
    'Nothing was charged. Add more items to the order.',
  ),
  ORDER_NOT_FOUND: say('There is no such order.', `${LOST_NOTHING} Look for it in your orders.`),
  SHIPMENT_NOT_CANCELLABLE: say(
    'This order is already being packed, or was sent.',
    'It can no longer be cancelled. Its timeline shows where it is.',
  ),
  SHIPMENT_NOT_EDITABLE: say(
    'This order cannot be changed this way.',
    'Nothing was changed. While nobody packs it, you can still cancel it whole.',
  ),
  UPGRADER_MODE_DISABLED: say('The Upgrader is not played this way here.', 'Nothing was staked. Choose the other way.'),
  UPGRADER_CHANCE_INVALID: say('This chance is not on offer any more.', 'Nothing was staked. Choose another chance.'),
  UPGRADER_ITEM_NOT_OWNED: say(
    'One of these items cannot be staked any more.',
    'Nothing was staked. Look into your vault and choose again.',
  ),
  UPGRADER_WAGER_OUT_OF_RANGE: say(
    'This stake is too small or too large.',
    'Nothing was staked. Choose one within the limits shown.',
  ),
  UPGRADER_PRIZE_OUT_OF_RANGE: say(
    'This prize cannot be won with this stake and chance any more.',
    'Nothing was staked. Choose another prize.',
  ),
  CAMPAIGN_NOT_FOUND: say('There is no such campaign.', ASK_SUPPORT),
  PLAYER_NOT_FOUND: say('There is no such player.', 'Find the player in the list of players.'),
  PLAYER_RESTRICTED: say(
    'You are taking a break from playing.',
    'Nothing was charged. Your items and your money are safe, and you can still cash back what is in your vault.',
  ),

  KYC_DISABLED: say('Your casino verifies nobody here.', ASK_SUPPORT),
  KYC_ALREADY_SUBMITTED: say('Your verification was handed in.', 'Your casino tells you when it is decided.'),
  KYC_NO_OPEN_REQUEST: say('There is no open verification.', ASK_SUPPORT),
  KYC_NOT_CONFIRMED: say('There is no confirmed verification.', ASK_SUPPORT),
  KYC_SESSION_ENDED: say(
    'This page is no longer open.',
    'What you typed is kept. Open the verification again from your casino.',
  ),
  KYC_NOT_OPEN: say(
    'Your verification was handed in and cannot be changed.',
    'Your casino tells you when it is decided.',
  ),
  KYC_IMAGE_REFUSED: say('This photo cannot be used.', 'Take another, or choose another file.'),
  KYC_UNAVAILABLE: say('Photos cannot be stored right now.', `What you handed over before is kept. ${TRY_SOON}`),

  STAFF_LINK_INVALID: say('This login link does not work any more.', 'Ask for a new one. Each works once.'),
  ADMIN_IDENTITY_CONFLICT: say('This e-mail belongs to another member of staff.', 'Contact your administrator.'),
  ADMIN_USER_DISABLED: say('This member of staff is disabled.', 'Contact your administrator.'),
  STAFF_NOT_FOUND: say('There is no such member of staff.', 'Look for them in the list of staff.'),
  STAFF_EXISTS: say('A member of staff has this e-mail already.', 'Change their roles in the list of staff.'),
  STAFF_DISABLED: say('This staff account is disabled.', 'Enable it first.'),
  STAFF_SIGNED_IN_BEFORE: say('This member of staff has signed in before.', 'Create the link on the command line.'),
  STAFF_OWN_ACCOUNT: say('You cannot change your own access.', 'Ask another owner or platform administrator.'),
  STAFF_LIMIT_REACHED: say(
    'The operator has reached its limit of staff accounts.',
    'Disable accounts that are no longer used.',
  ),
  OPERATOR_NOT_FOUND: say('There is no such operator.', 'Check the slug.'),
  PASSKEY_REQUIRED: say('Your account needs a passkey.', 'Add a passkey.'),
  CONFIRMATION_REQUIRED: say('This needs a recent confirmation with your passkey.', 'Confirm with your passkey.'),
  PASSKEY_REFUSED: say('The passkey was not accepted.', 'Try again, or sign in with a recovery code.'),
  PASSKEY_EXISTS: say('This passkey was already added.', 'Use it, or create another passkey.'),
  PASSKEY_NOT_FOUND: say('There is no such passkey.', 'Check the list of your passkeys.'),
  PASSKEY_LAST: say('This is your only passkey.', 'Add another passkey first.'),
  PASSKEY_LIMIT_REACHED: say(
    'Your account has the maximum number of passkeys.',
    'Remove a passkey that you no longer use.',
  ),
  PASSKEYS_FOR_PLATFORM_ONLY: say('Only staff of the platform have passkeys.', 'Contact your administrator.'),
  RECOVERY_CODE_INVALID: say('The e-mail or the recovery code is not valid.', 'Check both. Each code works once.'),
  STAFF_SESSION_INVALID: say('You are not signed in.', 'Sign in with a login link or a passkey.'),
  STAFF_FORBIDDEN: say('You do not have permission.', 'Ask an owner or platform administrator for a role that has it.'),
  ORIGIN_REFUSED: say('This did not come from a page of ours.', `${LOST_NOTHING} Reload the page.`),
  KYC_REQUEST_NOT_FOUND: say('There is no such verification.', 'Go back to the queue.'),
  KYC_NOT_SUBMITTED: say('This verification does not wait for a review.', 'Look at it again.'),
  KYC_CLAIMED: say('Somebody else is reviewing this.', 'Take another one.'),
  KYC_NOT_CLAIMED: say('You do not hold this verification.', 'Claim it first.'),
  KYC_SECOND_REVIEWER_NEEDED: say('Your opinion is noted.', 'Another reviewer has to agree.'),
  KYC_ERASED: say(
    'What the player handed in was erased.',
    'It can only be rejected as incomplete, and takes no notes.',
  ),

  DELIVERY_NOT_FOUND: say('There is no such delivery.', ASK_SUPPORT),
  DELIVERY_NOT_FAILED: say('This delivery has not failed.', ASK_SUPPORT),
  ENDPOINT_NOT_FOUND: say('There is no such endpoint.', ASK_SUPPORT),
  ENDPOINT_CHANGED: say('The endpoint was changed meanwhile.', 'Load the page again, and repeat your change.'),
  RESTRICTIONS_CHANGED: say(
    'The restrictions of the player were changed meanwhile.',
    'Load the page again, and repeat your change.',
  ),
  VALUES_CHANGED: say('The preview of the file is out of date.', 'Preview the file again.'),
  BOX_CHANGED: say('The box was changed meanwhile.', 'Load the page again, and repeat your change.'),
  ITEM_CHANGED: say('The item was changed meanwhile.', 'Load the page again, and repeat your change.'),
  ORDER_CHANGED: say('The order was changed meanwhile.', 'Load the page again, and repeat your change.'),
  HELD_VALUE_NOT_WAITING: say('The value no longer waits for approval.', 'Load the page again.'),
  SECOND_PERSON_REQUIRED: say('You cannot approve your own request.', 'Ask another person to approve it.'),
  SETTINGS_CHANGED: say('The settings were changed meanwhile.', 'Load the page again, and repeat your change.'),
  WALLET_OPERATIONS_UNDECIDED: say(
    'The wallet has not decided some debits or credits yet.',
    'Wait until they are decided, or confirm that the new URL leads to the same wallet.',
  ),
  API_KEY_NOT_FOUND: say('There is no such API key.', 'Check its ID in the list of API keys.'),
  API_KEY_ENDED: say('The API key was revoked or has ended.', 'Create a new API key.'),
  API_KEY_ROTATED: say(
    'The API key was already rotated.',
    'Use the key that replaced it. If its secret is lost, create a new API key.',
  ),
  API_KEY_LIMIT_REACHED: say(
    'The operator has the maximum number of API keys.',
    'Revoke a key that is no longer needed, and repeat the request.',
  ),

  OFFLINE: say(
    'There is no connection right now.',
    'Your items and your money are safe. Check your connection and try again.',
  ),
  UNREADABLE: say('The answer could not be read.', `Your items and your money are safe. ${TRY_SOON}`),
  FOREIGN_PAGE: say(
    'This game cannot be shown on this page.',
    'Your items and your money are safe. Open it from your casino.',
  ),
  NOT_IN_PREVIEW: say(
    'This is not available in a preview.',
    'A preview is shown next to a draft in the admin. It opens boxes and cashes prizes back.',
  ),
  UNDECIDED: say(
    'Your casino has not confirmed yet.',
    'You cannot be charged twice for it, and nothing is lost. Check again in a moment.',
  ),
  REFUSED_IN_DOUBT: say(
    'Your casino refused this, and has not said yet whether an earlier try was charged.',
    'Nothing comes of this click any more. If it was charged, the money goes back to your balance by itself.',
  ),
  UNKNOWN: say('That did not work.', `Your items and your money are safe. ${TRY_SOON} ${ASK_SUPPORT}`),
} as const satisfies Record<ErrorCode | LocalCode, ErrorWords>
