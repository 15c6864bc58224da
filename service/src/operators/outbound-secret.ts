import { type Actor, appendAudit } from '../audit/index.ts'
import { Hidden, later, type Random, Refusal } from '../kernel/index.ts'
import { type Context, type SealedColumn, type Sealer, sealedPlace } from '../platform/index.ts'
import type { Operator } from './operator.ts'
import { getOperator, lockStatus, OUTBOUND_SECRET, PREVIOUS_OUTBOUND_SECRET, replaceOutboundSecret } from './store.ts'

export function newOutboundSecret(random: Random): string {
  return `whs_${random.bytes(32).toString('base64url')}`
}

/**
 * The secret that signs what we send to the operator's wallet now. While a replaced one overlaps with the new one it is the replaced one: a
 * wallet that has not been told yet goes on working, and one that has been told takes either.
 */
export function outboundSecret(ctx: Pick<Context, 'sealer'>, operator: Operator, now: Date): Hidden<string> {
  const { operatorId, outboundSecretSealed, previousOutbound: previous } = operator
  if (previous !== null && previous.endsAt > now)
    return openOnce(ctx, operatorId, PREVIOUS_OUTBOUND_SECRET, previous.sealed.reveal())
  return openOnce(ctx, operatorId, OUTBOUND_SECRET, outboundSecretSealed.reveal())
}

/** The secret that an operator's calls were signed with last, and the bytes and the column that it was opened from. */
type Opened = { column: SealedColumn; sealed: Buffer; secret: Hidden<string> }

const KEPT_COUNT = 1_000
const kept = new WeakMap<Sealer, Map<number, Opened>>()

/**
 * Opens a secret once for all calls that it signs. The bytes are those of the operator's row as the caller has just read it, and the same
 * bytes at the same place open to the same secret: so a rotation, here or in another process, holds from the next call, and nothing has to
 * run out. One secret an operator is kept, as an object that prints nothing, beside the master key, which opens them all.
 */
function openOnce(
  { sealer }: Pick<Context, 'sealer'>,
  operatorId: number,
  column: SealedColumn,
  sealed: Buffer,
): Hidden<string> {
  const secrets = kept.get(sealer) ?? new Map<number, Opened>()
  kept.set(sealer, secrets)
  const known = secrets.get(operatorId)
  if (known?.column === column && known.sealed.equals(sealed)) return known.secret
  const secret = new Hidden(sealer.open(sealed, sealedPlace(column, operatorId)))
  if (secrets.size >= KEPT_COUNT) secrets.clear()
  secrets.set(operatorId, { column, sealed, secret })
  return secret
}

export type RotateOutboundInput = {
  operatorId: number
  /** For so long the old secret still signs. */
  overlapMs: number
  /** The version that the rotation is based on; not compared when omitted. */
  version?: number | undefined
  actor: Actor
}

/**
 * A new secret for calls to the operator's wallet, shown here and never again. What signs now goes on signing until the overlap ends, also when
 * that is itself a secret in its overlap: no secret signs before the overlap in which the wallet can learn it. Throws SETTINGS_CHANGED.
 */
export async function rotateOutboundSecret(
  ctx: Context,
  { operatorId, overlapMs, version, actor }: RotateOutboundInput,
): Promise<{ outboundSecret: string; oldEndsAt: Date }> {
  const secret = newOutboundSecret(ctx.random)
  const at = ctx.clock.now()
  const oldEndsAt = later(at, overlapMs)
  return ctx.tx(operatorId, async (tx) => {
    await lockStatus(tx, operatorId)
    const operator = await getOperator(tx, operatorId)
    if (version !== undefined && version !== operator.version) throw new Refusal('SETTINGS_CHANGED')
    const old = outboundSecret(ctx, operator, at).reveal()
    await replaceOutboundSecret(tx, operatorId, {
      sealed: await ctx.sealer.seal(tx, secret, sealedPlace(OUTBOUND_SECRET, operatorId)),
      previous: await ctx.sealer.seal(tx, old, sealedPlace(PREVIOUS_OUTBOUND_SECRET, operatorId)),
      ...{ endsAt: oldEndsAt, at },
    })
    await appendAudit(ctx, tx, operatorId, { actor, action: 'operator.secret_rotated', details: { oldEndsAt }, at })
    return { outboundSecret: secret, oldEndsAt }
  })
}
