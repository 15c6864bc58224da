import { percent } from '../text/numbers.ts'
import { readPercentage } from './percentage-text.ts'
import type { RtpBounds } from './version-draft.ts'

type Target = { readonly bps: number; readonly fault?: never } | { readonly bps?: never; readonly fault: string }

/** Decimals of a percentage in basis points. */
const DECIMALS = 2

/** The RTP in basis points of a typed percentage, or why it is not accepted. */
export function readTarget(text: string, { minRtpBps, maxRtpBps }: RtpBounds): Target {
  const lowest = Math.max(minRtpBps, 1)
  const bps = readPercentage(text, DECIMALS)
  if (bps !== null && bps >= lowest && bps <= maxRtpBps) return { bps }
  return { fault: `Enter a percentage from ${digits(lowest)} to ${digits(maxRtpBps)} with at most two decimals.` }
}

/** A percentage without its sign. */
const digits = (bps: number) => percent(bps).replace('%', '')

/** The RTP that the settings allow. */
export function allowedText({ minRtpBps, maxRtpBps }: RtpBounds): string {
  return `Allowed: ${percent(minRtpBps)} to ${percent(maxRtpBps)}`
}
