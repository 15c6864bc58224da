import type { Log } from './log.ts'

/** What staff should hear of, by the name under which it stands in the log and in the metrics, with its words. */
const ALERTS = {
  value_step_refused: 'a value leaps too far above the last one',
  value_step_approved: 'a leap of a value was approved by a second person',
  cashback_above_limit: 'a cashback would pay more than the operator lets one pay',
  audit_head_broken: 'an audit log does not end where its signed head says: coffer audit verify looks at all of it',
} as const

export type AlertName = keyof typeof ALERTS

export type Alerts = {
  /** To be called once what it tells of is committed, or was rolled back for good. */
  raise(name: AlertName, details: Record<string, unknown>): void
  /** How often each was raised by this process; those that never were stand at 0. */
  counts(): ReadonlyMap<AlertName, number>
}

export function makeAlerts(log: Log): Alerts {
  const counts = new Map((Object.keys(ALERTS) as AlertName[]).map((name) => [name, 0]))
  return {
    raise: (name, details) => {
      counts.set(name, (counts.get(name) ?? 0) + 1)
      log.warn({ alert: true, name, ...details }, ALERTS[name])
    },
    counts: () => counts,
  }
}
