import { walletUrl } from './demo-file.ts'
import type { StartSettings } from './settings.ts'

/** Settings of an operator: where its wallet answers, and which pages may hold the game. */
export function addressSettings(settings: StartSettings, slug: string): Record<string, unknown> {
  const origins = [settings.operatorUrl, `http://127.0.0.1:${settings.operatorPort}`]
  return { 'wallet.url': walletUrl(settings, slug), allowedOrigins: origins }
}
