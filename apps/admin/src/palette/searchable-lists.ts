import {
  API_KEY_LIST,
  AUDIT_LIST,
  BOX_LIST,
  DELIVERY_LIST,
  ITEM_LIST,
  KYC_LIST,
  type ListSchema,
  ORDER_LIST,
  PLAYER_LIST,
  ROUND_LIST,
  STAFF_LIST,
} from '@coffer/contract/list'
import { AUDIT_LIST_TEXT } from '../audit/audit-list-text.ts'
import { BOX_LIST_TEXT } from '../boxes/box-list-text.ts'
import { DELIVERY_LIST_TEXT } from '../deliveries/delivery-list-text.ts'
import { ITEM_LIST_TEXT } from '../items/item-list-text.ts'
import { KEY_LIST_TEXT } from '../keys/key-list-text.ts'
import { KYC_LIST_TEXT } from '../kyc-queue/queue-list-text.ts'
import type { ListText } from '../list/list-text.ts'
import { ORDER_LIST_TEXT } from '../orders/order-list-text.ts'
import { PLAYER_LIST_TEXT } from '../players/player-list-text.ts'
import { ROUND_LIST_TEXT } from '../rounds/round-list-text.ts'
import { staffListText } from '../staff/staff-list-text.ts'

export type SearchableList = {
  /** The path of its screen. */
  readonly path: string
  /** Its name within a sentence, as in "Search audit log". */
  readonly noun: string
  readonly list: ListSchema
  /** `isOfPlatform`: the list has rows of the platform, not of an operator. */
  textOf(isOfPlatform: boolean): ListText<ListSchema>
}

type ListName = Extract<keyof typeof import('@coffer/contract/list'), `${string}_LIST`>

/** Each list of the contract, in the order of the menu. */
const LISTS: Readonly<Record<ListName, SearchableList>> = {
  ROUND_LIST: { path: '/rounds', noun: 'rounds', list: ROUND_LIST, textOf: () => ROUND_LIST_TEXT },
  PLAYER_LIST: { path: '/players', noun: 'players', list: PLAYER_LIST, textOf: () => PLAYER_LIST_TEXT },
  ORDER_LIST: { path: '/orders', noun: 'orders', list: ORDER_LIST, textOf: () => ORDER_LIST_TEXT },
  BOX_LIST: { path: '/boxes', noun: 'boxes', list: BOX_LIST, textOf: () => BOX_LIST_TEXT },
  ITEM_LIST: { path: '/items', noun: 'items', list: ITEM_LIST, textOf: () => ITEM_LIST_TEXT },
  KYC_LIST: { path: '/kyc', noun: 'verifications', list: KYC_LIST, textOf: () => KYC_LIST_TEXT },
  STAFF_LIST: { path: '/staff', noun: 'staff', list: STAFF_LIST, textOf: staffListText },
  AUDIT_LIST: { path: '/audit', noun: 'audit log', list: AUDIT_LIST, textOf: () => AUDIT_LIST_TEXT },
  API_KEY_LIST: { path: '/keys', noun: 'API keys', list: API_KEY_LIST, textOf: () => KEY_LIST_TEXT },
  DELIVERY_LIST: { path: '/deliveries', noun: 'deliveries', list: DELIVERY_LIST, textOf: () => DELIVERY_LIST_TEXT },
}

export const SEARCHABLE_LISTS: readonly SearchableList[] = Object.values(LISTS)
