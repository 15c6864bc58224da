export { decimalOf, exponentOf, isCurrency } from '@coffer/contract/currencies'
export type { LaunchBody, PurchaseBody } from '@coffer/contract/s2s'
export type { BoxDetail, BoxRow, OpenedRound } from '@coffer/contract/shapes'
export type { WalletBalanceReply, WalletCall, WalletMoneyReply, WalletReference } from '@coffer/contract/wallet'
export { type Coffer, type CofferOptions, createCoffer } from './client.ts'
export { CofferError } from './error.ts'
export type { HeaderBag } from './headers.ts'
export { nodeWalletListener } from './node-listener.ts'
export { type Signed, type SignInput, sign, type Verified, type VerifyInput, verifySignature } from './signing.ts'
export {
  createWalletHandler,
  type Wallet,
  type WalletBalance,
  type WalletCredit,
  type WalletDebit,
  type WalletHandler,
  type WalletHandlerOptions,
  type WalletRequest,
  type WalletResponse,
} from './wallet-handler.ts'
