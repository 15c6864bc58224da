import { exportHeads } from '../audit/index.ts'
import { listAllOperators } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'

const told = new WeakMap<Context, Map<number, string>>()

/**
 * Writes where each audit log ends, signed, into the log of the process, which the database cannot reach. Only what is new is told; a log that
 * does not end where it should, each time, and it keeps no other from being told.
 */
export async function runTellAuditHeads(ctx: Context): Promise<number> {
  const known = told.get(ctx) ?? new Map<number, string>()
  told.set(ctx, known)
  const { heads, faults } = await exportHeads(ctx, await ctx.systemTx(listAllOperators))
  for (const broken of faults) ctx.alerts.raise('audit_head_broken', broken)
  const fresh = heads.filter(({ operatorId, hash }) => known.get(operatorId) !== hash)
  for (const head of fresh) {
    known.set(head.operatorId, head.hash)
    ctx.log.info({ head }, 'audit head')
  }
  return fresh.length
}
