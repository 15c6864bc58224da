import type { AuditEntry } from '../audit/index.ts'

/** A box that began to give more than it takes at current values, or ceased to. */
export type Turn = {
  began: boolean
  boxId: number
  boxVersionId: number
  slug: string
  currentRtpBps: number
  isPaused: boolean
}

/** What the audit log says of turns. Nobody did it by name: values moved, or a change that has an entry of its own. */
export function auditOf(turns: readonly Turn[], at: Date): AuditEntry[] {
  return turns.map(({ began, ...details }) => ({
    actor: 'system',
    action: began ? 'catalog.unprofitable_began' : 'catalog.unprofitable_ended',
    details,
    at,
  }))
}
