import type { Fault } from './faults.ts'

/** Which calls go wrong, and how. Rules are tried in order; the first that fits a call decides. */
export type FaultRule = {
  /** Calls that it is for; a part left out fits all. */
  when?: { operator?: string; type?: SeenCall['type']; player?: string; idempotencyKey?: string }
  /** How many calls it is for; without it, all. Counted down as they come; at 0 the rule is gone. */
  times?: number
  fault: Fault
}

/** What a call says of itself, before anyone checked it. */
export type SeenCall = {
  operator: string
  type: 'wallet.debit' | 'wallet.credit' | 'wallet.balance'
  playerExternalId: string
  idempotencyKey?: string
  amountMinor?: number
  currency?: string
}

/** The first rule that fits, with its count taken down. */
export function takeFault(rules: FaultRule[], call: SeenCall): Fault | null {
  const rule = rules.find(({ when = {}, times }) => times !== 0 && fits(when, call))
  if (rule === undefined) return null
  if (rule.times !== undefined) rule.times -= 1
  if (rule.times === 0) rules.splice(rules.indexOf(rule), 1)
  return rule.fault
}

function fits(when: NonNullable<FaultRule['when']>, call: SeenCall): boolean {
  const { operator = call.operator, type = call.type, player = call.playerExternalId } = when
  const { idempotencyKey = call.idempotencyKey } = when
  const isCall = operator === call.operator && type === call.type
  return isCall && player === call.playerExternalId && idempotencyKey === call.idempotencyKey
}

/** What a body says of itself; null when it says no kind of call. */
export function lookAt(operator: string, body: Uint8Array): SeenCall | null {
  const call = parse(body)
  const type = call?.type
  if (call === null || (type !== 'wallet.debit' && type !== 'wallet.credit' && type !== 'wallet.balance')) return null
  const { playerExternalId, idempotencyKey, amountMinor, currency } = call
  return {
    ...{ operator, type, playerExternalId: textOf(playerExternalId) ?? '' },
    ...(idempotencyKey === undefined ? {} : { idempotencyKey: textOf(idempotencyKey) }),
    ...(typeof amountMinor === 'number' ? { amountMinor } : {}),
    ...(currency === undefined ? {} : { currency: textOf(currency) }),
  }
}

function parse(body: Uint8Array): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
