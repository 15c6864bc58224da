import type * as campaigns from '@coffer/contract/campaigns'
import type * as errors from '@coffer/contract/errors'
import type * as events from '@coffer/contract/events'
import type * as history from '@coffer/contract/history'
import type * as players from '@coffer/contract/players'
import type { Route } from '@coffer/contract/route'
import type * as s2s from '@coffer/contract/s2s'
import type * as kyc from '@coffer/contract/s2s-kyc'
import type * as shapes from '@coffer/contract/shapes'
import type * as shipping from '@coffer/contract/shipping'
import type * as upgrader from '@coffer/contract/upgrader'
import type * as vault from '@coffer/contract/vault'
import type * as wallet from '@coffer/contract/wallet'
import type * as webhooks from '@coffer/contract/webhooks'

/**
 * Every type of the wire that the SDK shows, and nothing else. The build writes these out in full, so that whoever installs the
 * SDK reads plain fields and needs no schema library. Types only: no other file of the SDK names a type of a schema.
 */

type Routes = typeof s2s.s2sRoutes
type Schema = { _zod: { input: unknown; output: unknown } }
type In<T> = T extends Schema ? T['_zod']['input'] : unknown
type Out<T> = T extends Schema ? T['_zod']['output'] : undefined

/** Parameters travel as text; whoever calls may give the value that the text stands for (42, [1, 2]). */
type Loose<T> = T extends Schema
  ? {
      [K in keyof T['_zod']['input']]:
        | T['_zod']['input'][K]
        | (K extends keyof T['_zod']['output'] ? T['_zod']['output'][K] : never)
    }
  : unknown

type Part<R extends Route, K extends 'params' | 'query' | 'body'> = R extends { [P in K]: infer S } ? S : undefined
type Whole<R extends Route> = Loose<Part<R, 'params'>> & Loose<Part<R, 'query'>> & In<Part<R, 'body'>>

/** Path parameters, query and body of each route in one object; undefined for a route that takes nothing. */
export type Inputs = {
  readonly [K in keyof Routes]: unknown extends Whole<Routes[K]> ? undefined : Whole<Routes[K]>
}

/** What each route answers when it succeeds. */
export type Answers = { readonly [K in keyof Routes]: Out<Routes[K]['success'][keyof Routes[K]['success']]> }

export type ErrorCode = errors.ErrorCode
export type LaunchBody = s2s.LaunchBody
export type PurchaseBody = s2s.PurchaseBody
export type HistoryItem = history.HistoryItem
export type UnresolvedOperation = history.UnresolvedOperation
export type BoxRow = shapes.BackendBoxRow
export type BoxDetail = shapes.BackendBoxDetail
export type InventoryRow = shapes.InventoryRow
export type OpenedRound = shapes.OpenedRound
export type InventoryDetail = vault.InventoryDetail
export type PriceHistory = vault.PriceHistory
export type Portfolio = vault.Portfolio
export type Payout = vault.Payout
export type ShippingOrder = shipping.BackendOrder
export type ShippingQuote = shipping.ShippingQuote
export type UpgraderConfig = upgrader.UpgraderConfig
export type UpgraderPrizes = upgrader.UpgraderPrizes
export type PlayedUpgrade = upgrader.PlayedUpgrade
export type Campaign = campaigns.Campaign
export type CampaignBody = campaigns.CampaignBody
export type Restrictions = players.Restrictions
export type KycSessionBody = kyc.KycSessionBody
export type KycRequest = kyc.KycRequest
export type KycIdentity = kyc.KycIdentity
export type KycReason = kyc.KycReason
export type Delivery = webhooks.Delivery
export type CofferEvent = events.CofferEvent
export type WalletCall = wallet.WalletCall
export type WalletReference = wallet.WalletReference
export type WalletMoneyReply = wallet.WalletMoneyReply
export type WalletBalanceReply = wallet.WalletBalanceReply
