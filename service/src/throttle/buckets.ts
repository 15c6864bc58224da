import { hours, minutes, seconds } from '../kernel/index.ts'
import type { Operator } from '../operators/index.ts'
import type { Bucket, Rule } from './bucket.ts'

/** Limits of staff belong to no operator. */
const NO_OPERATOR = 0

/** Every signed request of an API key. */
export function keyBucket({ operatorId, settings }: Operator, keyId: string): Bucket {
  const { backendPerSecond, backendBurst } = settings.rateLimits
  return { operatorId, kind: 'backend', subject: keyId, rule: perSecond(backendPerSecond, backendBurst) }
}

/** Every request of a session. */
export function sessionBucket({ operatorId, settings }: Operator, sessionId: number): Bucket {
  const { playPerSecond, playBurst } = settings.rateLimits
  return { operatorId, kind: 'play', subject: String(sessionId), rule: perSecond(playPerSecond, playBurst) }
}

/** What a player opens, from whichever surface. */
export function opensBucket({ operatorId, settings }: Operator, playerExternalId: string): Bucket {
  const { opensPerSecond, opensBurst } = settings.rateLimits
  return { operatorId, kind: 'opens', subject: playerExternalId, rule: perSecond(opensPerSecond, opensBurst) }
}

/** Sessions of an operator that begin from one address. */
export function initBucket({ operatorId, settings }: Operator, address: string): Bucket {
  return { operatorId, kind: 'init', subject: address, rule: perMinute(settings.rateLimits.initPerMinute) }
}

/** Login links of the platform's staff that are tried from one address. */
export function signInBucket(perMinuteCount: number, address: string): Bucket {
  return { operatorId: NO_OPERATOR, kind: 'sign_in', subject: address, rule: perMinute(perMinuteCount) }
}

/** Every request of a member of staff, in all of their sessions. */
export function staffBucket(staffId: number, perMinuteCount: number): Bucket {
  return { operatorId: NO_OPERATOR, kind: 'staff', subject: String(staffId), rule: perMinute(perMinuteCount) }
}

/** Every change that a member of staff makes. */
export function staffChangeBucket(staffId: number, perMinuteCount: number): Bucket {
  return { operatorId: NO_OPERATOR, kind: 'staff_change', subject: String(staffId), rule: perMinute(perMinuteCount) }
}

/** Rotations of a player's seed, from whichever surface. */
export function rotationBucket({ operatorId }: Operator, playerExternalId: string, perHourCount: number): Bucket {
  return { operatorId, kind: 'rotation', subject: playerExternalId, rule: perHour(perHourCount) }
}

/** Links to the verification of a player. */
export function kycBucket({ operatorId, settings }: Operator, playerExternalId: string): Bucket {
  const { kycPerHour } = settings.rateLimits
  return { operatorId, kind: 'kyc', subject: playerExternalId, rule: perHour(kycPerHour) }
}

/** Every request of a page that verifies a player. */
export function kycPageBucket({ operatorId, settings }: Operator, linkId: number): Bucket {
  const { playPerSecond, playBurst } = settings.rateLimits
  return { operatorId, kind: 'kyc_page', subject: String(linkId), rule: perSecond(playPerSecond, playBurst) }
}

/** Photos of such a page. */
export function kycImageBucket({ operatorId }: Operator, linkId: number, perHourCount: number): Bucket {
  return { operatorId, kind: 'kyc_image', subject: String(linkId), rule: perHour(perHourCount) }
}

function perHour(count: number): Rule {
  return { burstCount: count, refillCount: count, periodMs: hours(1) }
}

function perSecond(refillCount: number, burstCount: number): Rule {
  return { burstCount, refillCount, periodMs: seconds(1) }
}

function perMinute(count: number): Rule {
  return { burstCount: count, refillCount: count, periodMs: minutes(1) }
}
