import { type Operator, outboundSecret } from '../operators/index.ts'
import { type Context, type HttpReply, signEnvelope } from '../platform/index.ts'

/** One signed POST to the operator's wallet, with one limit over the whole exchange. */
export async function callWallet(
  ctx: Context,
  operator: Operator,
  call: { body: string; idempotencyKey?: string; timeoutMs: number },
): Promise<HttpReply> {
  const address = URL.parse(operator.settings.wallet.url)
  if (!address) return { kind: 'never_sent', reason: 'no wallet URL' }
  const secret = await ctx.tx(operator.operatorId, (tx) => outboundSecret(ctx, tx, operator.operatorId))
  const timestamp = String(Math.floor(ctx.clock.now().getTime() / 1000))
  const nonce = ctx.random.bytes(24).toString('base64url')
  const signature = signEnvelope({
    secret: secret.reveal(),
    timestamp,
    method: 'POST',
    path: address.pathname + address.search,
    body: call.body,
    nonce,
  })
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': signature,
  }
  if (call.idempotencyKey !== undefined) headers['idempotency-key'] = call.idempotencyKey
  return ctx.http.send({
    method: 'POST',
    url: address.href,
    headers,
    body: call.body,
    timeoutMs: call.timeoutMs,
    maxReplyBytes: ctx.limits.walletReplyBytes,
  })
}
