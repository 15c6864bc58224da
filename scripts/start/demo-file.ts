import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { Problem } from './problem.ts'
import type { StartSettings } from './settings.ts'

export type DemoFileOperator = {
  slug: string
  name: string
  currency: string
  currencies: string[]
  keyId: string
  keySecret: string
  outboundSecret: string
  /** Of the endpoint that posts to the casino's webhook receiver. */
  webhookSecret: string
  webhookEndpointId: number
  casinoUrl: string
}

/** What tools and people read to reach a running demo. Holds secrets. */
export type DemoFile = { baseUrl: string; adminUrl: string; docsUrl: string; operators: DemoFileOperator[] }

export function casinoUrl(settings: StartSettings, slug: string): string {
  return `${settings.operatorUrl}/c/${slug}`
}

/** The wallet of an operator, as the service reaches it. */
export function walletUrl(settings: StartSettings, slug: string): string {
  return `http://127.0.0.1:${settings.operatorPort}/wallet/${slug}`
}

/** Where an operator's casino takes events, as the service reaches it. */
export function webhookUrl(settings: StartSettings, slug: string): string {
  return `http://127.0.0.1:${settings.operatorPort}/c/${slug}/webhooks`
}

/** The operators that an earlier start made; undefined before the first start has finished. */
export function readDemoFile(settings: StartSettings): DemoFile | undefined {
  if (!existsSync(settings.demoFile)) return undefined
  const text = readFileSync(settings.demoFile, 'utf8')
  try {
    return JSON.parse(text) as DemoFile
  } catch {
    throw new Problem(
      `${settings.demoFile} is no whole JSON: restore it from a copy, or begin with an empty data folder: COFFER_DATA_DIR=FOLDER npm start`,
    )
  }
}

/** Writes the file anew with the addresses of this start; it appears at once, readable by its owner alone. */
export function writeDemoFile(settings: StartSettings, operators: readonly DemoFileOperator[]): DemoFile {
  const demo: DemoFile = {
    baseUrl: settings.baseUrl,
    adminUrl: `${settings.baseUrl}/admin`,
    docsUrl: `${settings.baseUrl}/openapi.json`,
    operators: operators.map((operator) => ({ ...operator, casinoUrl: casinoUrl(settings, operator.slug) })),
  }
  const draft = `${settings.demoFile}.new`
  writeFileSync(draft, `${JSON.stringify(demo, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, settings.demoFile)
  return demo
}
