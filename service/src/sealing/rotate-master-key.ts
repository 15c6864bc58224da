import { changeAuditKey } from '../audit/index.ts'
import { assert, present } from '../kernel/index.ts'
import {
  listSealed,
  lockSealing,
  replaceSealed,
  type SealedColumn,
  type SealedValue,
  type Tx,
  updateSealing,
} from '../platform/index.ts'
import { openConstant, sealConstant } from './constant.ts'
import type { SealingContext } from './prepare-sealing.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'

export type MasterKeyRotation = {
  /** The key that everything is sealed under now. */
  keyId: string
  /** The key that nothing is sealed under any more; null when there was nothing to do. */
  previousKeyId: string | null
  /** Values that were sealed anew by this run. */
  resealedCount: number
  /** Values that open under no key at hand, as before; the doctor names them. */
  unopenedCount: number
}

/**
 * Seals everything anew under the key `toKeyId`, while processes that hold both keys run. Run again after a crash, it goes on where it
 * was. From its first step on new values are sealed under the new key only, so that at the end no old one can be left.
 */
export async function rotateMasterKey(ctx: SealingContext, toKeyId: string): Promise<MasterKeyRotation> {
  const previousKeyId = await ctx.systemTx((tx) => changeKey(ctx, tx, toKeyId))
  const done = { keyId: toKeyId, previousKeyId, resealedCount: 0, unopenedCount: 0 }
  if (previousKeyId === null) return done
  for (const column of SEALED_COLUMNS) await resealColumn(ctx, column, done)
  await ctx.systemTx((tx) => endChange(tx, toKeyId))
  return done
}

/** The key that there still are values under, or null when there are none. Whoever seals waits for it, and so knows the new key. */
async function changeKey(ctx: SealingContext, tx: Tx, toKeyId: string): Promise<string | null> {
  const row = present(await lockSealing(tx), 'the database has a master key')
  assert(openConstant(ctx.sealer, row) === 'signed', 'a database is prepared before its key changes')
  if (row.key_id === toKeyId) return row.previous_key_id
  if (row.previous_key_id !== null) {
    throw new Error(
      `The change to the master key with the id ${row.key_id} is not finished. Finish it with that key first.`,
    )
  }
  await changeAuditKey(ctx, tx, toKeyId)
  await updateSealing(tx, { ...sealConstant(ctx.sealer, toKeyId, 'signed'), previous_key_id: row.key_id })
  return row.key_id
}

async function resealColumn(ctx: SealingContext, column: SealedColumn, done: MasterKeyRotation): Promise<void> {
  const limit = ctx.limits.sealingBatchCount
  let last: SealedValue | null = null
  for (;;) {
    const batch: Batch = await ctx.systemTx((tx) => resealBatch(ctx, tx, column, { toKeyId: done.keyId, last, limit }))
    done.resealedCount += batch.resealedCount
    done.unopenedCount += batch.unopenedCount
    last = batch.last
    if (batch.count < limit) return
  }
}

type Batch = { count: number; last: SealedValue | null; resealedCount: number; unopenedCount: number }

/** A value that somebody replaces meanwhile is left to them: what they write is under the new key. */
async function resealBatch(
  ctx: SealingContext,
  tx: Tx,
  column: SealedColumn,
  { toKeyId, last, limit }: { toKeyId: string; last: SealedValue | null; limit: number },
): Promise<Batch> {
  const values = await listSealed(tx, column, { form: 'bound', notUnder: toKeyId }, { last, limit })
  const anew = values.flatMap((value) => sealedAnew(ctx, value, toKeyId))
  return {
    ...{ count: values.length, last: values.at(-1) ?? null },
    resealedCount: await replaceSealed(tx, column, anew),
    unopenedCount: values.length - anew.length,
  }
}

function sealedAnew(ctx: SealingContext, value: SealedValue, keyId: string): (SealedValue & { anew: Buffer })[] {
  try {
    const plain = ctx.sealer.open(value.sealed, value)
    return [{ ...value, anew: ctx.sealer.sealUnder(keyId, plain, value) }]
  } catch {
    return []
  }
}

async function endChange(tx: Tx, keyId: string): Promise<void> {
  const row = present(await lockSealing(tx), 'the database has a master key')
  assert(row.key_id === keyId, 'nobody else changes the key while it is changed')
  await updateSealing(tx, { previous_key_id: null })
}
