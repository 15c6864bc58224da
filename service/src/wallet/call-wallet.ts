import type { Clock, Limits } from '../kernel/index.ts'
import { type Operator, outboundSecret, type Wallet } from '../operators/index.ts'
import { type Context, envelopeHeaders, type HttpReply } from '../platform/index.ts'
import type { Attempt, Outcome } from './operation.ts'
import { isUsableReply, readMoneyReply } from './read-reply.ts'

/** Moving money and looking at a balance have gates and connections of their own, so that neither ever waits for the other. */
export type Purpose = 'money' | 'balance'

export type WalletCall = {
  purpose: Purpose
  wallet: Wallet
  body: string
  idempotencyKey?: string
  timeoutMs: number
  /** Asked before we connect, and once more right before the first byte is written: why nothing may leave; null when it may. */
  mayLeave?: () => string | null
}

/** One signed POST to the operator's wallet, with one limit over the whole exchange. Never throws for what a wallet does. */
export async function callWallet(ctx: Context, operator: Operator, call: WalletCall): Promise<HttpReply> {
  const address = URL.parse(call.wallet.url)
  if (!address) return { kind: 'never_sent', reason: 'no wallet URL' }
  let isDropped = false
  const mayLeave = () => {
    const held = call.mayLeave?.() ?? null
    isDropped = held !== null
    return held
  }
  return throughGate(ctx, operator, { purpose: call.purpose, isDropped: () => isDropped }, async () => {
    const secret = outboundSecret(ctx, operator, ctx.clock.now()).reveal()
    const held = mayLeave()
    if (held !== null) return { kind: 'never_sent', reason: held }
    return ctx.http.send({
      mayLeave,
      lane: `${call.purpose} ${operator.slug}`,
      method: 'POST',
      url: address.href,
      isPublicOnly: !call.wallet.mayBePrivate,
      headers: headersOf(ctx, secret, address, call),
      body: call.body,
      timeoutMs: call.timeoutMs,
      maxReplyBytes: ctx.limits.walletReplyBytes,
    })
  })
}

/** Whether a call that moves money would be held back now. */
export function holdsBack(ctx: Context, operator: Operator): boolean {
  return gateOf(ctx, operator, 'money').heldBack() !== null
}

/** Whether calls to this wallet are held back because it gave no usable answer many times in a row. */
export function isBreakerOpen(ctx: Context, operator: Operator, purpose: Purpose): boolean {
  return gateOf(ctx, operator, purpose).isOpen()
}

async function throughGate(
  ctx: Context,
  operator: Operator,
  { purpose, isDropped }: { purpose: Purpose; isDropped: () => boolean },
  send: () => Promise<HttpReply>,
): Promise<HttpReply> {
  const gate = gateOf(ctx, operator, purpose)
  const held = gate.enter()
  if (held !== null) return { kind: 'never_sent', reason: held }
  let reply: HttpReply = { kind: 'never_sent', reason: 'the call could not be made' }
  try {
    reply = await send()
    return reply
  } finally {
    const moved = gate.leave(isDropped() ? 'dropped' : isUsableReply(reply) ? 'usable' : 'useless')
    if (moved !== null) logBreaker(ctx, operator, { purpose, moved, reply })
  }
}

/** A wallet that dies and one that comes back are one line each, however many calls there are in between. */
function logBreaker(
  ctx: Context,
  operator: Operator,
  { purpose, moved, reply }: { purpose: Purpose; moved: 'opened' | 'closed'; reply: HttpReply },
): void {
  const reason = reply.kind === 'answered' ? `status ${reply.status}` : reply.reason
  const line = { operator: operator.slug, purpose, breaker: moved, reason }
  ctx.log.warn(line, moved === 'opened' ? 'a wallet does not answer: calls are held back' : 'a wallet answers again')
}

function headersOf(ctx: Context, secret: string, url: URL, call: WalletCall): Record<string, string> {
  const nonce = ctx.random.bytes(24).toString('base64url')
  return {
    'content-type': 'application/json',
    ...envelopeHeaders(secret, { url, body: call.body, now: ctx.clock.now(), nonce }),
    ...(call.idempotencyKey === undefined ? {} : { 'idempotency-key': call.idempotencyKey }),
  }
}

/** Gates belong to a process, and so to its context. */
const gatesOf = new WeakMap<Context, Map<string, Gate>>()

function gateOf(ctx: Context, { operatorId }: Operator, purpose: Purpose): Gate {
  const gates = gatesOf.get(ctx) ?? new Map<string, Gate>()
  gatesOf.set(ctx, gates)
  const key = `${purpose} ${operatorId}`
  const gate = gates.get(key) ?? makeGate(ctx.clock, { ...ctx.limits, callsCount: callsCount(ctx, purpose) })
  gates.set(key, gate)
  return gate
}

function callsCount({ limits }: Context, purpose: Purpose): number {
  return purpose === 'money' ? limits.walletCallsCount : limits.balanceCallsCount
}

/** Sends a recorded attempt, with no transaction open. One whose first byte would leave too late is dropped unsent. */
export async function sendAttempt(ctx: Context, operator: Operator, attempt: Attempt): Promise<Outcome> {
  const reply = await callWallet(ctx, operator, {
    purpose: 'money',
    wallet: attempt.wallet,
    body: attempt.body,
    idempotencyKey: attempt.idempotencyKey,
    timeoutMs: ctx.limits.walletCallMs,
    mayLeave: () => (isStale(ctx, attempt) ? 'waited too long between recording and sending' : null),
  })
  const outcome = readMoneyReply(reply)
  const reason = 'reason' in outcome ? outcome.reason : undefined
  const { operationId, attemptId } = attempt
  // Whoever reads the log of a dead wallet needs the one line of its breaker, and not one for each call.
  const level = isBreakerOpen(ctx, operator, 'money') ? 'debug' : 'info'
  const line = { operator: operator.slug, operationId, attemptId, outcome: outcome.kind, reason }
  ctx.log.plain[level](line, 'wallet call')
  return outcome
}

/** The quarantine counts from the recording, so a sender that slept or connected for long in between must not send any more. */
function isStale({ clock, limits }: Context, { recordedAt, recordedMono }: Attempt): boolean {
  const waitedMs = Math.max(clock.mono() - recordedMono, clock.now().getTime() - recordedAt.getTime())
  return waitedMs > limits.attemptSendMs
}

/**
 * What stands between us and one operator's wallet, in one process: so many calls at once, and a breaker that opens after many
 * calls in a row without a usable reply, lets one real call through from time to time, and closes on the first usable one.
 * A call that is held back was never sent, so one dead wallet costs nothing but its own calls.
 */
type Gate = {
  /** Why a call would be held back now; null when it would not. Takes nothing, so that a question costs the wallet no try. */
  heldBack(): string | null
  /** True while the breaker holds calls back. */
  isOpen(): boolean
  /** Null: go on, and say afterwards what came of it. Otherwise why the call is held back. */
  enter(): string | null
  /** Says what became of the breaker with this reply, when anything did. A call that we dropped ourselves says nothing of the wallet. */
  leave(reply: 'usable' | 'useless' | 'dropped'): 'opened' | 'closed' | null
}

type GateLimits = Pick<Limits, 'breakerFailuresCount' | 'breakerProbeMs'> & { callsCount: number }

function makeGate(clock: Pick<Clock, 'mono'>, limits: GateLimits): Gate {
  let inFlight = 0
  let failures = 0
  let probedAt = Number.NEGATIVE_INFINITY
  const isOpen = () => failures >= limits.breakerFailuresCount
  const heldBack = () => {
    if (inFlight >= limits.callsCount) return 'too many calls to this wallet at once'
    if (isOpen() && clock.mono() - probedAt < limits.breakerProbeMs) return 'this wallet has not answered lately'
    return null
  }
  return {
    heldBack,
    isOpen,
    enter() {
      const reason = heldBack()
      if (reason !== null) return reason
      if (isOpen()) probedAt = clock.mono()
      inFlight += 1
      return null
    },
    leave(reply) {
      const wasOpen = isOpen()
      inFlight -= 1
      if (reply === 'dropped') return null
      failures = reply === 'usable' ? 0 : failures + 1
      if (isOpen() === wasOpen) return null
      if (isOpen()) probedAt = clock.mono()
      return isOpen() ? 'opened' : 'closed'
    },
  }
}
