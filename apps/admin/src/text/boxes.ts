import type { AttributeValue, BoxStatus, BoxStatusFilter, ScheduleStatus } from '@coffer/contract/box-names'
import { countOf, yesOrNo } from './numbers.ts'

export const BOX_STATUS_TEXT: Readonly<Record<BoxStatus, string>> = {
  on_sale: 'On sale',
  paused: 'Paused',
  unpublished: 'Not published',
  archived: 'Archived',
}

export const BOX_STATUS_TONE: Readonly<Record<BoxStatus, 'good' | 'bad' | 'plain'>> = {
  on_sale: 'good',
  paused: 'bad',
  unpublished: 'plain',
  archived: 'plain',
}

/** Statuses that the list is filtered by, in the order of a choice. */
export const BOX_STATUS_FILTER_TEXT: Readonly<Record<BoxStatusFilter, string>> = {
  current: 'Not archived',
  ...BOX_STATUS_TEXT,
}

export const SCHEDULE_STATUS_TEXT: Readonly<Record<ScheduleStatus, string>> = {
  waiting: 'Waiting for its time',
  refused: 'Refused at its time',
}

export const SCHEDULE_STATUS_TONE: Readonly<Record<ScheduleStatus, 'info' | 'bad'>> = {
  waiting: 'info',
  refused: 'bad',
}

/** 100 % in basis points: the price, of which the RTP is a part. */
export const WHOLE_BPS = 10_000

/** Campaigns with free opens of a box, as the beginning of a sentence. */
export function campaignsText(campaignCount: number): string {
  const verb = { one: 'campaign gives', many: 'campaigns give' }
  return `${countOf(campaignCount, verb)} free opens of this box`
}

/** The value of an attribute. */
export function attributeText(value: AttributeValue): string {
  if (typeof value === 'boolean') return yesOrNo(value)
  return value === '' ? 'Empty' : String(value)
}

/** The name of a version of a box. */
export function versionName({ versionNumber }: { readonly versionNumber: number }): string {
  return `Version ${versionNumber}`
}
