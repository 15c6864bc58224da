import { createSecretKey } from 'node:crypto'
import { type Context, sealedPlace, type Tx } from '../platform/index.ts'
import { DATA_KEY_BYTES, DataKey } from './data-key.ts'
import { DATA_KEY, insertDataKey, listDataKeys } from './store.ts'

/** What the personal data of an operator is sealed with. Its first key is made when it is first asked for. */
export async function dataKeyOf(
  ctx: Pick<Context, 'sealer' | 'random' | 'clock'>,
  tx: Tx,
  operatorId: number,
): Promise<DataKey> {
  let rows = await listDataKeys(tx, operatorId)
  if (rows.length === 0) {
    await makeFirstKey(ctx, tx, operatorId)
    // Whoever came first decides: its row is what both read now.
    rows = await listDataKeys(tx, operatorId)
  }
  const keys = rows.map(({ key_number: keyNumber, key_sealed: sealed }) => ({
    keyNumber,
    key: createSecretKey(ctx.sealer.open(sealed, sealedPlace(DATA_KEY, operatorId, keyNumber)), 'hex'),
  }))
  return new DataKey(keys, ctx.random)
}

async function makeFirstKey(
  ctx: Pick<Context, 'sealer' | 'random' | 'clock'>,
  tx: Tx,
  operatorId: number,
): Promise<void> {
  const key = ctx.random.bytes(DATA_KEY_BYTES).toString('hex')
  await insertDataKey(tx, {
    operator_id: operatorId,
    key_number: 1,
    key_sealed: await ctx.sealer.seal(tx, key, sealedPlace(DATA_KEY, operatorId, 1)),
    created_at: ctx.clock.now(),
  })
}
