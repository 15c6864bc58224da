import type { Casino } from '../casinos.ts'
import type { LedgerEntry } from '../wallet/store.ts'
import type { Exchange } from './http.ts'
import { playerOf } from './input.ts'
import type { Site } from './site.ts'

const HEARTBEAT_MS = 15_000

/**
 * A player's new ledger entries as server-sent events named `entry`. `Last-Event-ID` brings what came while the browser was away;
 * a first connection begins with what comes next. `weather` says that rules or calls of the casino's wallet changed, `webhooks` the same of
 * its webhook receiver, and `signed` that a signed call began or ended.
 */
export function streamLedger(site: Site, { slug }: Casino, { request, response, url }: Exchange): void {
  const { ledger } = site
  const player = playerOf(url.searchParams.get('player'))
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  response.write('retry: 1000\n\n')
  const lastId = request.headers['last-event-id']
  if (typeof lastId === 'string' && /^\d{1,15}$/.test(lastId)) {
    for (const entry of ledger.listEntries(slug, player, Number(lastId))) response.write(eventOf(entry))
  }
  const stop = ledger.onEntry((entry) => {
    if (entry.operator === slug && entry.player === player) response.write(eventOf(entry))
  })
  const bells = { weather: site.weather, webhooks: site.inbox, signed: site.signed }
  const stops = Object.entries(bells).map(([name, bell]) =>
    bell.onChange((operator) => {
      if (operator === slug) response.write(`event: ${name}\ndata: changed\n\n`)
    }),
  )
  const heartbeat = setInterval(() => response.write(': still here\n\n'), HEARTBEAT_MS)
  response.on('close', () => {
    clearInterval(heartbeat)
    stop()
    for (const stopBell of stops) stopBell()
  })
}

function eventOf(entry: LedgerEntry): string {
  return `id: ${entry.id}\nevent: entry\ndata: ${JSON.stringify(entry)}\n\n`
}
