import type { HttpReply } from '../platform/index.ts'
import type { Outcome } from './operation.ts'

/** Reads a wallet's answer as hostile input: only a 2xx JSON object with a boolean `accepted` decides anything. Pure. */
export function readMoneyReply(reply: HttpReply): Outcome {
  if (reply.kind === 'never_sent') return { kind: 'never_sent', reason: reply.reason }
  if (reply.kind === 'failed') return { kind: 'unknown', reason: reply.reason }
  const answer = readObject(reply)
  if (!answer) return { kind: 'unknown', reason: `status ${reply.status}, no usable body` }
  if (answer.accepted === true) {
    return {
      kind: 'accepted',
      balanceAfterMinor: safeInteger(answer.balanceAfterMinor),
      providerTxnRef: shortText(answer.providerTxnRef, 500),
    }
  }
  if (answer.accepted === false) return { kind: 'refused', errorCode: shortText(answer.errorCode, 200) }
  return { kind: 'unknown', reason: '`accepted` is not a boolean' }
}

export type BalanceReading =
  | { kind: 'ok'; balanceMinor: number }
  | { kind: 'refused'; errorCode: string | null }
  | { kind: 'unavailable' }

/** A balance in another currency is no balance. */
export function readBalanceReply(reply: HttpReply, currency: string): BalanceReading {
  if (reply.kind !== 'answered') return { kind: 'unavailable' }
  const answer = readObject(reply)
  if (!answer) return { kind: 'unavailable' }
  const balanceMinor = safeInteger(answer.balanceMinor)
  if (balanceMinor !== null && answer.currency === currency) return { kind: 'ok', balanceMinor }
  const errorCode = shortText(answer.errorCode, 200)
  return errorCode === null ? { kind: 'unavailable' } : { kind: 'refused', errorCode }
}

/** A 2xx JSON object: the wallet is alive, whatever it says. */
export function isUsableReply(reply: HttpReply): boolean {
  return reply.kind === 'answered' && readObject(reply) !== null
}

function readObject(reply: Extract<HttpReply, { kind: 'answered' }>): Record<string, unknown> | null {
  if (reply.status < 200 || reply.status > 299) return null
  try {
    // JSON is UTF-8, whatever its label says. The decoder takes away the byte order mark that some servers put before it.
    const parsed: unknown = JSON.parse(new TextDecoder().decode(reply.body))
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}

function safeInteger(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : null
}

function shortText(value: unknown, max: number): string | null {
  if (typeof value !== 'string' || value.length > max) return null
  return value.isWellFormed() && !value.includes('\u0000') ? value : null
}
