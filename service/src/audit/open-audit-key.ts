import { type Context, PLATFORM, sealedPlace } from '../platform/index.ts'
import type { AuditKey } from './audit-entry.ts'
import { AUDIT_KEY } from './store.ts'

/** Throws when it was changed, or is not the key of its number. */
export function openAuditKey(
  ctx: Pick<Context, 'sealer'>,
  { key_number: keyNumber, key_sealed: sealed }: { key_number: number; key_sealed: Buffer },
): AuditKey {
  return { keyNumber, bytes: Buffer.from(ctx.sealer.open(sealed, sealedPlace(AUDIT_KEY, PLATFORM, keyNumber)), 'hex') }
}
