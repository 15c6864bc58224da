import { type Coffer, createCoffer, createWalletHandler, isCurrency } from '@coffer/operator-sdk'
import { notingFetch } from './signed/noting-fetch.ts'
import type { SignedCalls } from './signed/signed-calls.ts'
import type { Ledger } from './wallet/ledger.ts'
import type { WalletOfOperator } from './wallet/listener.ts'
import { operatorWallet } from './wallet/operator-wallet.ts'

/** An operator as the demo file names it. */
export type OperatorConfig = {
  slug: string
  name?: string | undefined
  /** Currency of its catalogue; players start in it. */
  currency: string
  /** Every currency that a player may choose; the operator's own when left out. */
  currencies?: string[] | undefined
  keyId: string
  keySecret: string
  /** Two while one replaces the other. */
  outboundSecret: string | readonly string[]
  /** Of the webhook endpoint that posts to this casino, `whsec_…`; without it every delivery is turned away. */
  webhookSecret?: string | undefined
  /** The id of that endpoint, so that a test event can be asked for. */
  webhookEndpointId?: number | undefined
  /** Address of its page, to come back to; made from this site's address when left out. */
  casinoUrl?: string | undefined
}

export type Casino = WalletOfOperator & {
  name: string
  currency: string
  currencies: string[]
  casinoUrl: string
  /** Its place among the casinos, from 0. */
  order: number
  coffer: Coffer
  webhookSecret: string | null
  webhookEndpointId: number | null
}

export type Surroundings = {
  order: number
  baseUrl: string
  siteUrl: string
  ledger: Ledger
  signed: SignedCalls
  now: () => number
}

/** A casino with its client and its wallet. Throws RangeError for a slug or a currency that cannot be used. */
export function createCasino(config: OperatorConfig, surroundings: Surroundings): Casino {
  const { order, baseUrl, siteUrl, ledger, signed, now } = surroundings
  const { slug, currency, keyId, keySecret } = config
  const currencies = [...new Set([currency, ...(config.currencies ?? [])])]
  if (!/^[a-z0-9](?:[a-z0-9-]{0,62}[a-z0-9])?$/.test(slug)) throw new RangeError(`${slug} cannot be part of an address`)
  for (const code of currencies) if (!isCurrency(code)) throw new RangeError(`${slug}: unknown currency ${code}`)
  return {
    slug,
    name: config.name ?? nameOf(slug),
    currency,
    currencies,
    casinoUrl: config.casinoUrl ?? `${siteUrl}/c/${slug}`,
    order,
    // A person looks on: a failure is said at once, and a button tries again.
    coffer: createCoffer({ baseUrl, keyId, keySecret, now, retry: { forMs: 0 }, fetch: notingFetch(signed, slug) }),
    webhookSecret: config.webhookSecret ?? null,
    webhookEndpointId: config.webhookEndpointId ?? null,
    wallet: (manner) => {
      // A call that is decided late was signed in time.
      const arrival = () => Date.parse(manner.askedAt)
      return createWalletHandler({
        secret: config.outboundSecret,
        wallet: operatorWallet(ledger, slug, manner),
        now: arrival,
      })
    },
  }
}

function nameOf(slug: string): string {
  return slug.replace(/-/g, ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase())
}
