import { type Operator, outboundSecret } from '../operators/index.ts'
import { type Context, envelopeHeaders, type HttpReply } from '../platform/index.ts'
import { type Gate, makeGate } from './gate.ts'
import { isUsableReply } from './read-reply.ts'

export type WalletCall = {
  body: string
  idempotencyKey?: string
  timeoutMs: number
  /** Asked right before the first byte may leave; a reason holds the call back. */
  holdBack?: () => string | null
}

/** One signed POST to the operator's wallet, with one limit over the whole exchange. Never throws for what a wallet does. */
export async function callWallet(ctx: Context, operator: Operator, call: WalletCall): Promise<HttpReply> {
  const address = URL.parse(operator.settings.wallet.url)
  if (!address) return { kind: 'never_sent', reason: 'no wallet URL' }
  return throughGate(gateOf(ctx, operator.operatorId), async () => {
    const secret = outboundSecret(ctx, operator).reveal()
    const held = call.holdBack?.() ?? null
    if (held !== null) return { kind: 'never_sent', reason: held }
    return ctx.http.send({
      lane: operator.slug,
      method: 'POST',
      url: address.href,
      headers: headersOf(ctx, secret, address, call),
      body: call.body,
      timeoutMs: call.timeoutMs,
      maxReplyBytes: ctx.limits.walletReplyBytes,
    })
  })
}

/** Whether a call to this wallet would be held back now. */
export function holdsBack(ctx: Context, operator: Operator): boolean {
  return gateOf(ctx, operator.operatorId).heldBack() !== null
}

async function throughGate(gate: Gate, send: () => Promise<HttpReply>): Promise<HttpReply> {
  const held = gate.enter()
  if (held !== null) return { kind: 'never_sent', reason: held }
  let usable = false
  try {
    const reply = await send()
    usable = isUsableReply(reply)
    return reply
  } finally {
    gate.leave(usable)
  }
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
const gatesOf = new WeakMap<Context, Map<number, Gate>>()

function gateOf(ctx: Context, operatorId: number): Gate {
  const gates = gatesOf.get(ctx) ?? new Map<number, Gate>()
  gatesOf.set(ctx, gates)
  const gate = gates.get(operatorId) ?? makeGate(ctx.clock, ctx.limits)
  gates.set(operatorId, gate)
  return gate
}
