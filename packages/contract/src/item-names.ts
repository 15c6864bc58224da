/** Names and limits of items in the admin. This file does not import the validation library, so that the pages can use it. */

export const ITEM_TYPES = ['physical', 'digital', 'bonus', 'nuggets'] as const
export type ItemType = (typeof ITEM_TYPES)[number]

export const ITEM_STATUSES = ['active', 'archived'] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]

/** `not_counted`: there is always one more. */
export const STOCK_STATUSES = ['in_stock', 'out_of_stock', 'not_counted'] as const
export type StockStatus = (typeof STOCK_STATUSES)[number]

/** Values of items. `waiting`: another value waits for a second person. */
export const VALUE_STATUSES = ['waiting'] as const
export type ValueStatus = (typeof VALUE_STATUSES)[number]

/** The most boxes that an item is shown with. */
export const SHOWN_BOXES = 200
/** The most changes that an item is shown with: the newest. */
export const SHOWN_ITEM_CHANGES = 20
/** The most values that an item is shown with: the newest. */
export const SHOWN_VALUES = 500
/** The most items that the preview of a file of values shows. */
export const SHOWN_FILE_ITEMS = 200
/** The most faults of a file of values that a refusal names. */
export const SHOWN_FILE_FAULTS = 100

/** Content types of the pictures that an item can have. */
export const PICTURE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const
