export { decimalOf, exponentOf, isCurrency } from '@coffer/contract/currencies'
export { type Verification, verifyRound } from '@coffer/fairness'
export { canonicalOf, type SignedRequest } from './canonical.ts'
export { createCoffer } from './client.ts'
export type { CallOptions, Coffer } from './client-types.ts'
export { CofferError, type CofferErrorCode } from './error.ts'
export { EVENT_TYPES, TEST_EVENT_TYPE } from './event-types.ts'
export type { RetryAdvice } from './failure.ts'
export { type FastifyLike, fastifyPlugin } from './fastify-plugin.ts'
export type { HeaderBag } from './headers.ts'
export { nodeListener } from './node-listener.ts'
export type { RawHandler, RawRequest, RawResponse } from './raw-handler.ts'
export type { CofferOptions } from './settings.ts'
export { type Signed, type SignInput, sign, type Verified, type VerifyInput, verifySignature } from './signing.ts'
export {
  createWalletHandler,
  type Wallet,
  type WalletBalance,
  type WalletCredit,
  type WalletDebit,
  type WalletHandlerOptions,
} from './wallet-handler.ts'
export {
  verifyWebhook,
  verifyWebhookEnvelope,
  type WebhookDelivery,
  type WebhookEnvelopeInput,
  type WebhookInput,
  type WebhookSecrets,
} from './webhook.ts'
export { WebhookError, type WebhookErrorReason } from './webhook-error.ts'
export type { KnownEvent, UnknownEvent, WebhookEvent } from './webhook-event.ts'
export { createWebhookHandler, type WebhookHandlerOptions } from './webhook-handler.ts'
export type {
  Answers,
  BoxDetail,
  BoxRow,
  CofferEvent,
  Delivery,
  ErrorCode,
  HistoryItem,
  Inputs,
  InventoryRow,
  KycIdentity,
  KycReason,
  KycRequest,
  KycSessionBody,
  LaunchBody,
  OpenedRound,
  PlayedUpgrade,
  PurchaseBody,
  ShippingOrder,
  ShippingQuote,
  UnresolvedOperation,
  UpgraderConfig,
  UpgraderPrizes,
  WalletBalanceReply,
  WalletCall,
  WalletMoneyReply,
  WalletReference,
} from './wire.ts'
