import { isIP } from 'node:net'
import { isEveryAddress, kindOf } from './addresses.ts'

type MetricsSettings = {
  HOST: string
  METRICS_PORT?: number | undefined
  METRICS_HOST?: string | undefined
  COFFER_METRICS_PUBLIC?: 'yes' | undefined
}

/** Where a process tells what it measures. */
export function metricsHostOf({ HOST, METRICS_HOST }: MetricsSettings): string {
  return METRICS_HOST ?? HOST
}

/** Metrics say how much is played and what fails: production keeps them off public addresses, unless it is told otherwise. */
export function metricsMistakes(read: MetricsSettings): string[] {
  const host = metricsHostOf(read)
  if (read.METRICS_PORT === undefined || read.COFFER_METRICS_PUBLIC === 'yes' || isOwn(host)) return []
  return [
    `METRICS_PORT: ${host} is a public address; set METRICS_HOST to 127.0.0.1 or to an address of your own network, or ` +
      'COFFER_METRICS_PUBLIC=yes when something else keeps the port closed',
  ]
}

/** Of this machine or of its own network. What listens on every address, or on one that only a name server knows, may be public. */
function isOwn(host: string): boolean {
  if (host === 'localhost') return true
  return isIP(host) !== 0 && !isEveryAddress(host) && kindOf(host) !== 'public'
}
