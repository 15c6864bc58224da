import { isLiveCurrency } from '@coffer/contract/currencies'
import type { Settings } from '@coffer/contract/settings'
import type { Hidden } from '../kernel/index.ts'

/** A casino or a shop that runs Coffer's games. */
export type Operator = {
  operatorId: number
  slug: string
  name: string
  currency: string
  locale: string
  status: 'active' | 'suspended'
  settings: Settings
  /** Signs what we send to its wallet; sealed until the moment of use. */
  outboundSecretSealed: Hidden<Buffer>
  /** The one before it, which signs until then in its place; null when none was replaced. */
  previousOutbound: { sealed: Hidden<Buffer>; endsAt: Date } | null
  /** False: the wallet URL may lead to public hosts only. */
  walletMayBePrivate: boolean
  /** Rises with each change of a setting or of the outbound secret. */
  version: number
  createdAt: Date
  updatedAt: Date
}

/** The address of an operator's wallet. */
export type Wallet = {
  /** Empty when the operator has no wallet; then nothing is sent. */
  url: string
  /** False: the URL may lead to public hosts only. */
  mayBePrivate: boolean
}

/** Returns the wallet as it was when the operator was read. */
export function walletOf({ settings, walletMayBePrivate }: Operator): Wallet {
  return { url: settings.wallet.url, mayBePrivate: walletMayBePrivate }
}

/** Every currency that the operator works in: its own first, each once. Another that has ended is left out. */
export function operatorCurrencies(operator: Pick<Operator, 'currency' | 'settings'>): string[] {
  return [...new Set([operator.currency, ...operator.settings.currencies.filter(isLiveCurrency)])]
}
