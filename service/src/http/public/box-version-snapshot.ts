import { findSnapshots } from '../../catalog/index.ts'
import { Refusal } from '../../kernel/index.ts'
import { ok, type PublicHandler } from '../handlers.ts'

export const boxVersionSnapshot: PublicHandler<'boxVersionSnapshot'> = async (ctx, { params }) => {
  const [snapshot] = await ctx.systemTx((tx) => findSnapshots(tx, [params.boxVersionId]))
  if (!snapshot) throw new Refusal('UNKNOWN_BOX')
  const headers = { 'cache-control': 'public, max-age=31536000, immutable', etag: `"${snapshot.snapshotHash}"` }
  return { ...ok(snapshot), headers }
}
