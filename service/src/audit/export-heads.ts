import { present } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { type ExportedHead, exportHead } from './audit-entry.ts'
import { auditKeysOf } from './audit-keys.ts'
import { beginReadingAudit, findLastEntry } from './store.ts'
import { faultOfHead } from './verify-audit-chain.ts'

/** What we would sign was changed by somebody else. */
export class BrokenHead extends Error {
  constructor(slug: string, fault: string) {
    super(`The audit log of ${slug} is not signed as it stands: ${fault}. coffer audit verify looks at all of it.`)
    this.name = 'BrokenHead'
  }
}

/** The ends of the operators' logs of this moment, signed, to be kept where the database cannot reach. An empty log has none. */
export async function exportHeads(
  ctx: Pick<Context, 'systemTx' | 'sealer' | 'clock'>,
  operators: readonly { operatorId: number; slug: string }[],
): Promise<ExportedHead[]> {
  return ctx.systemTx(async (tx) => {
    await beginReadingAudit(tx)
    const keys = await auditKeysOf(ctx, tx)
    const key = present(keys.at(-1), 'the audit log has a key')
    const heads: ExportedHead[] = []
    for (const { operatorId, slug } of operators) {
      const last = await findLastEntry(tx, operatorId)
      if (last === null) continue
      const head = { operatorId, entryNumber: last.entry_number, hash: last.hash }
      const fault = await faultOfHead(tx, operatorId, { ...head, keyNumber: key.keyNumber }, keys)
      if (fault !== null) throw new BrokenHead(slug, fault)
      heads.push(exportHead(head, slug, ctx.clock.now(), key))
    }
    return heads
  })
}
