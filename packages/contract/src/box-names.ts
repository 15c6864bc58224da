/** Names and limits of boxes in the admin. This file does not import the validation library, so that the pages can use it. */

/** `paused`: off sale because on average it returns more than it costs. `unpublished`: not archived, and no version is live. */
export const BOX_STATUSES = ['on_sale', 'paused', 'unpublished', 'archived'] as const
export type BoxStatus = (typeof BOX_STATUSES)[number]

/** What lists filter by. `current`: every status but `archived`. */
export const BOX_STATUS_FILTERS = ['current', ...BOX_STATUSES] as const
export type BoxStatusFilter = (typeof BOX_STATUS_FILTERS)[number]

/** Keys of items and boxes. */
export const CATALOGUE_KEY = /^[A-Za-z0-9_.-]{1,80}$/
export const BOX_SLUG = /^[a-z0-9](?:[a-z0-9-]{0,78}[a-z0-9])?$/

/** Scheduled versions. `waiting`: for its time. `refused`: could not be published at its time. */
export const SCHEDULE_STATUSES = ['waiting', 'refused'] as const
export type ScheduleStatus = (typeof SCHEDULE_STATUSES)[number]

export const ATTRIBUTE_TYPES = ['boolean', 'number', 'text'] as const
export type AttributeType = (typeof ATTRIBUTE_TYPES)[number]
export type AttributeValue = boolean | number | string

/** The most versions that a box is shown with: the newest. */
export const SHOWN_VERSIONS = 100
/** The most changes that a box is shown with: the newest. */
export const SHOWN_BOX_CHANGES = 20
