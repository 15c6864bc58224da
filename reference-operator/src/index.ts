import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { type Casino, createCasino, type OperatorConfig } from './casinos.ts'
import { createSiteServer } from './server.ts'
import { SignedCalls } from './signed/signed-calls.ts'
import { type WalletControls, walletControls } from './wallet/controls.ts'
import { Ledger } from './wallet/ledger.ts'
import { type After, systemAfter } from './wallet/waits.ts'
import { Weather } from './wallet/weather.ts'
import { Inbox } from './webhooks/inbox.ts'

export type { OperatorConfig } from './casinos.ts'
export type { SignedCall } from './signed/signed-call.ts'
export type { SaidReply, WalletCallRecord } from './wallet/call-log.ts'
export type { WalletControls } from './wallet/controls.ts'
export { FAULT_TABLE, type FaultEntry, type FaultOptions, faultNamed } from './wallet/fault-table.ts'
export { type Fault, type FaultName, faults } from './wallet/faults.ts'
export type { FaultRule, SeenCall } from './wallet/rules.ts'
export type { EntryType, LedgerEntry } from './wallet/store.ts'
export type { WalletKind } from './wallet/weather.ts'
export type { Arrival, ArrivalDetail } from './webhooks/arrival.ts'
export type { Inbox } from './webhooks/inbox.ts'

export type ReferenceOperatorOptions = {
  /** 0 takes a free port. */
  port: number
  /** Default 127.0.0.1. */
  host?: string
  /** Folder of the databases of wallet and webhook receiver, or `:memory:`. */
  dataDir: string
  /** True leaves what is committed to a crash until `close`, for books that are thrown away when they are cut off. Default false. */
  quickCommits?: boolean
  operators: OperatorConfig[]
  /** Address of the Coffer service. */
  baseUrl: string
  /** Milliseconds since 1970. Default `Date.now`. */
  now?: () => number
  /** What the waits of the wallet's faults are counted by. Default: the machine's own timers. */
  after?: After
}

export type ReferenceOperator = {
  /** Address of the site. */
  url: string
  /** Where Coffer reaches an operator's wallet. */
  walletUrl(slug: string): string
  /** Where Coffer posts an operator's events. */
  webhookUrl(slug: string): string
  /** The deliveries that arrived, and what the receiver does to them. */
  inbox: Inbox
  wallet: WalletControls
  /** Adds an operator, or replaces the one of this slug; its players and their money stay. */
  addOperator(config: OperatorConfig): void
  /** Cuts every connection and closes the database. */
  close(): Promise<void>
}

/** Starts a site and a wallet for several operators at once. Rejects when the port is taken or an operator cannot be used. */
export async function startReferenceOperator(options: ReferenceOperatorOptions): Promise<ReferenceOperator> {
  const { port, host = '127.0.0.1', dataDir, baseUrl, now = Date.now, after = systemAfter } = options
  const shelf = { dataDir, quickCommits: options.quickCommits ?? false }
  const ledger = new Ledger(shelf, now)
  const casinos = new Map<string, Casino>()
  const weather = new Weather({ after, now })
  const signed = new SignedCalls(now)
  const inbox = new Inbox(shelf, now)
  const wallet = walletControls(ledger, weather, (slug) => findCasino(casinos, slug).currency)
  const server = createSiteServer({ ledger, wallet, weather, signed, inbox, baseUrl }, casinos)
  const close = async () => {
    if (server.listening) {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    }
    weather.waits.cancel()
    weather.gaps.cancel()
    ledger.close()
    inbox.close()
  }
  try {
    await once(server.listen(port, host), 'listening')
    const url = `http://${host}:${(server.address() as AddressInfo).port}`
    const addOperator = (config: OperatorConfig) => {
      const order = casinos.get(config.slug)?.order ?? casinos.size
      casinos.set(config.slug, createCasino(config, { order, baseUrl, siteUrl: url, ledger, signed, now }))
    }
    options.operators.forEach(addOperator)
    return {
      ...{ url, wallet, inbox, addOperator, close },
      walletUrl: (slug) => `${url}/wallet/${findCasino(casinos, slug).slug}`,
      webhookUrl: (slug) => `${url}/c/${findCasino(casinos, slug).slug}/webhooks`,
    }
  } catch (error) {
    await close()
    throw error
  }
}

function findCasino(casinos: ReadonlyMap<string, Casino>, slug: string): Casino {
  const casino = casinos.get(slug)
  if (!casino) throw new RangeError(`there is no operator ${slug}`)
  return casino
}
