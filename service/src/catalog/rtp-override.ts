import type { AuditEntry } from '../audit/index.ts'
import type { RtpBounds } from './publish-gate.ts'

/** A box that went on sale although its RTP is outside the operator's bounds. */
export type RtpOverride = { key: string; boxId: number; boxVersionId: number; rtpBps: number }

/** What the audit log says of boxes that `by` let on sale; an override that no box needed leaves no entry. */
export function overridesEntry(
  by: string | null,
  { minRtpBps, maxRtpBps }: RtpBounds,
  boxes: readonly RtpOverride[],
  at: Date,
): AuditEntry[] {
  if (by === null || boxes.length === 0) return []
  return [{ actor: by, action: 'catalog.rtp_overridden', details: { minRtpBps, maxRtpBps, boxes }, at }]
}
