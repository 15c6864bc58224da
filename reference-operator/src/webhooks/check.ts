import { verifyWebhook, verifyWebhookEnvelope, WebhookError } from '@coffer/operator-sdk'
import type { CheckResult } from './arrival.ts'

export type Came = { method: string; path: string; headers: Record<string, string>; body: Uint8Array }
export type Checks = { standard: CheckResult; envelope: CheckResult }

/** Checks both signatures of a delivery, each for itself. A receiver of one's own needs only one of them. */
export function checkDelivery(secret: string | null, came: Came, now: number): Checks {
  if (secret === null) return { standard: 'NO_SECRET', envelope: 'NO_SECRET' }
  const input = { ...came, secrets: secret, now }
  return { standard: resultOf(() => verifyWebhook(input)), envelope: resultOf(() => verifyWebhookEnvelope(input)) }
}

function resultOf(check: () => unknown): CheckResult {
  try {
    check()
    return 'ok'
  } catch (error) {
    if (error instanceof WebhookError) return error.reason
    throw error
  }
}
