/** Limits of what requests may contain. This file does not import the validation library, so that the pages can use it. */

/** Largest amount that is set, in minor units. */
export const AMOUNT_MAX = 1_000_000_000_000
/** Longest text of a custom attribute, in characters. */
export const ATTRIBUTE_CHARACTERS = 500
/** Longest name of a box, in characters. */
export const BOX_NAME_CHARACTERS = 200
/** Longest description of a box, in characters. */
export const DESCRIPTION_CHARACTERS = 2000
/** The most keys of items that one request names. */
export const ITEM_KEYS = 500
/** The most prizes of a version of a box. */
export const PRIZES_PER_BOX = 1000
/** The latest time for which a version of a box can be scheduled, in days from now. */
export const SCHEDULE_DAYS = 366
/** Largest picture of an item or a box, in bytes. */
export const PICTURE_BYTES = 5 * 1024 * 1024
/** Largest SVG that is the picture of an item or a box, in bytes. */
export const SVG_BYTES = 256 * 1024
/** Longest reason for a change, in characters. */
export const REASON_CHARACTERS = 500
/** Largest stock of an item, in pieces. */
export const STOCK_MAX = 1_000_000_000
/** Largest file of values that staff upload, in bytes. */
export const VALUE_FILE_BYTES = 2 * 1024 * 1024
/** The most values of such a file. */
export const VALUE_FILE_ROWS = 5000
