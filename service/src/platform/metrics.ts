import { createServer, type Server } from 'node:http'
import type { Context } from './context.ts'
import { inTime, reportFailure } from './outage.ts'

/** What a process measures of itself. */
export type Metrics = {
  request(route: string, method: string, status: number, ms: number): void
  /** In Prometheus' text format. */
  text(): Promise<string>
}

/**
 * What a process measures; it asks the database how many values are held, when somebody asks it. What counts is loaded here only: most
 * processes are asked for no metrics.
 */
export async function makeMetrics(ctx: Context, countHeld: () => Promise<Record<string, number>>): Promise<Metrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'coffer_http_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers: [registry],
  })
  const together = new Histogram({
    name: 'coffer_shared_transaction_works',
    help: 'How many works shared a transaction, by what they are for',
    labelNames: ['works'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128],
    registers: [registry],
  })
  const alone = new Counter({
    name: 'coffer_works_done_alone_total',
    help: 'Works that were to share a transaction and had to be done in one of their own',
    labelNames: ['works'],
    registers: [registry],
  })
  ctx.db.sharedListeners.add(({ name: works, togetherCount, aloneCount }) => {
    if (togetherCount > 0) together.observe({ works }, togetherCount)
    alone.inc({ works }, aloneCount)
  })
  new Counter({
    name: 'coffer_alerts_total',
    help: 'What staff should hear of, by its name in the log',
    labelNames: ['alert'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [alert, count] of ctx.alerts.counts()) this.inc({ alert }, count)
    },
  })
  new Gauge({
    name: 'coffer_held_values',
    help: 'Values of items that wait for a second person, and that one has approved, of all operators',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      this.reset()
      try {
        for (const [state, count] of Object.entries(await inTime(ctx, countHeld))) this.set({ state }, count)
      } catch (error) {
        // Whatever else is measured is shown all the same: during an outage it is wanted most.
        reportFailure(ctx, error, {}, 'held values could not be counted')
      }
    },
  })
  return {
    request: (route, method, status, ms) => durations.observe({ route, method, status: String(status) }, ms / 1000),
    text: () => registry.metrics(),
  }
}

/** Serves the metrics on a port of their own, which is not for the public. */
export async function serveMetrics(metrics: Metrics, port: number, host: string): Promise<Server> {
  const server = createServer((_request, response) => {
    metrics.text().then(
      (text) => response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  return server
}
