/** Names and limits of players in the admin. This file does not import the validation library, so that the pages can use it. */

/** Kinds of restrictions to filter players by. `excluded`: self-excluded. `cool_off`: cooling off now. `capped`: with a limit per day. */
export const RESTRICTION_KINDS = ['excluded', 'cool_off', 'capped'] as const
export type RestrictionKind = (typeof RESTRICTION_KINDS)[number]

/** Largest limit of opens per day. */
export const LARGEST_DAILY_OPENS = 1_000_000
/** The most changes of restrictions that a player is shown with: the newest. */
export const SHOWN_RESTRICTION_CHANGES = 20
/** The most exports and erasures of personal data that a player is shown with: the newest. */
export const SHOWN_DATA_RECORDS = 10
/** The most verifications that a player is shown with: the newest. */
export const SHOWN_VERIFICATIONS = 10
