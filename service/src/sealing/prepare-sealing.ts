import { beginPlatformLog, makeFirstAuditKey } from '../audit/index.ts'
import { present } from '../kernel/index.ts'
import {
  type Context,
  findSealing,
  insertSealing,
  listSealed,
  lockFirstSealing,
  lockSealing,
  replaceSealed,
  type SealedColumn,
  type SealedValue,
  type SealingRow,
  type Tx,
  updateSealing,
} from '../platform/index.ts'
import { openConstant, type SealingState, sealConstant, WrongMasterKey } from './constant.ts'
import { formerPurpose, SEALED_COLUMNS } from './sealed-columns.ts'

export type SealingContext = Pick<Context, 'systemTx' | 'sealer' | 'limits' | 'log' | 'random' | 'clock'>

/**
 * Gives a new database its master key, and binds the values of one that is older than places to their places. Several processes may do
 * it concurrently, and the next one finishes what a crashed process has left. Afterwards the older form is never opened again. Begins the log
 * of the platform.
 * Throws {@link WrongMasterKey} when the key that was given is not the database's; without a key it leaves a known database alone.
 */
export async function prepareSealing(ctx: SealingContext): Promise<void> {
  if (ctx.sealer.keyIds().length === 0 && (await ctx.systemTx(findSealing)) !== null) {
    // Whoever gave the database its key put that into the folder first: maybe just after this context had looked there.
    ctx.sealer.lookForKeys()
    if (ctx.sealer.keyIds().length === 0) return
  }
  const state = await ctx.systemTx((tx) => begin(ctx, tx))
  if (state === 'binding') await bindAll(ctx)
  if (state !== 'signed') await ctx.systemTx((tx) => signAudit(ctx, tx))
  await ctx.systemTx((tx) => beginPlatformLog(ctx, tx))
}

async function bindAll(ctx: SealingContext): Promise<void> {
  const counts = { bound: 0, left: 0 }
  for (const column of SEALED_COLUMNS) await bindColumn(ctx, column, counts)
  if (counts.left > 0)
    ctx.log.error({ ...counts, alert: true }, 'sealed values of the older form do not open; coffer doctor names them')
  else ctx.log.warn(counts, 'sealed values of the older form were bound to their places')
  await ctx.systemTx((tx) => end(ctx, tx))
}

async function begin(ctx: SealingContext, tx: Tx): Promise<SealingState> {
  const known = (await lockSealing(tx)) ?? (await lockFirst(tx))
  if (known !== null) {
    ctx.sealer.lookForKeys()
    return openConstant(ctx.sealer, known)
  }
  const keyId = await keyOfFormerValues(ctx, tx)
  const first = sealConstant(ctx.sealer, keyId ?? ctx.sealer.firstKeyId(), keyId === null ? 'bound' : 'binding')
  await insertSealing(tx, { ...first, previous_key_id: null })
  return openConstant(ctx.sealer, present(await lockSealing(tx), 'a row that was inserted is there'))
}

/** Of several that come first at once one decides, and the others find what it wrote. */
async function lockFirst(tx: Tx): Promise<SealingRow | null> {
  await lockFirstSealing(tx)
  return lockSealing(tx)
}

/**
 * The key that a database without a constant is sealed under, or null when nothing is sealed in it. The oldest operator's secret decides:
 * it was sealed before anybody could have started with a wrong key.
 */
async function keyOfFormerValues(ctx: SealingContext, tx: Tx): Promise<string | null> {
  const one = { last: null, limit: 1 }
  let oldest: SealedValue | undefined
  for (const column of SEALED_COLUMNS) {
    if ((await listSealed(tx, column, { form: 'bound' }, one)).length > 0) {
      throw new Error(
        'The sealed constant of the database is gone, although values are sealed. Restore the table sealing from a backup.',
      )
    }
    oldest ??= (await listSealed(tx, column, { form: 'former' }, one))[0]
  }
  if (oldest === undefined) return null
  const opened = openFormer(ctx, oldest)
  if (opened === null) throw new WrongMasterKey(null, ctx.sealer.keyIds())
  return opened.keyId
}

function openFormer(ctx: SealingContext, value: SealedValue): { plain: string; keyId: string } | null {
  const purpose = formerPurpose(value)
  return purpose === null ? null : ctx.sealer.openFormer(value.sealed, purpose)
}

/** A value that does not open, or is not what its row says, stays as it is: nothing opens it any more. */
async function bindColumn(
  ctx: SealingContext,
  column: SealedColumn,
  counts: { bound: number; left: number },
): Promise<void> {
  const limit = ctx.limits.sealingBatchCount
  for (let last: SealedValue | null = null; ; ) {
    const batch = await ctx.systemTx(async (tx) => {
      const row = present(await lockSealing(tx), 'a row that was inserted is there')
      if (openConstant(ctx.sealer, row) !== 'binding') return null
      const values = await listSealed(tx, column, { form: 'former' }, { last, limit })
      const anew = values.flatMap((value) => boundAnew(ctx, value, row.key_id))
      return { values, bound: await replaceSealed(tx, column, anew) }
    })
    if (batch === null) return
    counts.bound += batch.bound
    counts.left += batch.values.length - batch.bound
    last = batch.values.at(-1) ?? null
    if (batch.values.length < limit) return
  }
}

function boundAnew(ctx: SealingContext, value: SealedValue, keyId: string): (SealedValue & { anew: Buffer })[] {
  const opened = openFormer(ctx, value)
  const isTrue = opened !== null && (value.column.isTrue?.(opened.plain, value.row) ?? true)
  return isTrue ? [{ ...value, anew: ctx.sealer.sealUnder(keyId, opened.plain, value) }] : []
}

/** The audit log is signed with a key of its own, which the master key seals. */
async function signAudit(ctx: SealingContext, tx: Tx): Promise<void> {
  const row = present(await lockSealing(tx), 'a row that was inserted is there')
  if (openConstant(ctx.sealer, row) === 'signed') return
  await makeFirstAuditKey(ctx, tx, row.key_id)
  await updateSealing(tx, sealConstant(ctx.sealer, row.key_id, 'signed'))
}

async function end(ctx: SealingContext, tx: Tx): Promise<void> {
  const row = present(await lockSealing(tx), 'a row that was inserted is there')
  if (openConstant(ctx.sealer, row) === 'binding')
    await updateSealing(tx, sealConstant(ctx.sealer, row.key_id, 'bound'))
}
