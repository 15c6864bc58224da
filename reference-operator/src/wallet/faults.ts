import { setTimeout as sleep } from 'node:timers/promises'
import type { WalletHandler, WalletRequest, WalletResponse } from '@coffer/operator-sdk'

/** What goes wrong between the wallet and the wire. Rules are tried in order; the first that fits a call decides. */

export type Fault = {
  /** Passes before anything else happens. */
  waitMs?: number
  /** Whether the wallet gets the call, so that its ledger moves although the answer below goes out. */
  apply: boolean
  answer:
    | { kind: 'honest' }
    | { kind: 'refuse'; errorCode: string }
    | { kind: 'raw'; status: number; body: string; headers?: Record<string, string> }
    | { kind: 'hang' }
    | { kind: 'reset' }
}

export type FaultRule = {
  /** Calls that it is for; a part left out fits all. */
  when?: { operator?: string; type?: SeenCall['type']; player?: string; idempotencyKey?: string }
  /** How many calls it is for; without it, all. Counted down as they come. */
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

const raw = (status: number, body: string, apply: boolean): Fault => ({ apply, answer: { kind: 'raw', status, body } })

/** The usual faults by name. `apply: true` moves the money before the answer is lost. */
export const faults = {
  refuse: (errorCode: string): Fault => ({ apply: false, answer: { kind: 'refuse', errorCode } }),
  slow: (waitMs: number): Fault => ({ waitMs, apply: true, answer: { kind: 'honest' } }),
  hang: ({ apply = false } = {}): Fault => ({ apply, answer: { kind: 'hang' } }),
  serverError: ({ apply = false } = {}): Fault => raw(500, '{"error":"internal"}', apply),
  garbage: ({ apply = false } = {}): Fault => raw(200, '{"accepted": tr', apply),
  acceptedAsText: ({ apply = false } = {}): Fault => raw(200, '{"accepted":"true","balanceAfterMinor":1}', apply),
  reset: ({ apply = false } = {}): Fault => ({ apply, answer: { kind: 'reset' } }),
} as const

/** The first rule that fits, with its count taken down. */
export function takeFault(rules: FaultRule[], call: SeenCall): Fault | null {
  const rule = rules.find(({ when = {}, times }) => times !== 0 && fits(when, call))
  if (rule?.times !== undefined) rule.times -= 1
  return rule?.fault ?? null
}

function fits(when: NonNullable<FaultRule['when']>, call: SeenCall): boolean {
  const { operator = call.operator, type = call.type, player = call.playerExternalId } = when
  const { idempotencyKey = call.idempotencyKey } = when
  const isCall = operator === call.operator && type === call.type
  return isCall && player === call.playerExternalId && idempotencyKey === call.idempotencyKey
}

/** A handler that goes wrong as the fault says. `reset` cuts the connection. */
export function faultyHandler(fault: Fault, honest: WalletHandler, reset: () => void): WalletHandler {
  return async (request: WalletRequest): Promise<WalletResponse> => {
    if (fault.waitMs !== undefined) await sleep(fault.waitMs)
    const reply = fault.apply ? await honest(request) : null
    const { answer } = fault
    if (answer.kind === 'reset') reset()
    if (answer.kind === 'reset' || answer.kind === 'hang') return new Promise(() => {})
    if (answer.kind === 'raw') return { status: answer.status, headers: answer.headers ?? {}, body: answer.body }
    if (answer.kind === 'refuse') return refusal(answer.errorCode)
    return reply ?? honest(request)
  }
}

function refusal(errorCode: string): WalletResponse {
  const body = JSON.stringify({ accepted: false, errorCode })
  return { status: 200, headers: { 'content-type': 'application/json' }, body }
}
