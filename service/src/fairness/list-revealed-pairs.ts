import type { CursorPair, RevealedPair } from '@coffer/contract/shapes'
import { type Owner, type PageRequest, pageOf } from '../kernel/index.ts'
import type { Context } from '../platform/index.ts'
import { listRevealed } from './store.ts'
import { viewRevealed } from './view.ts'

/** A player's revealed pairs, newest first. */
export async function listRevealedPairs(
  ctx: Context,
  owner: Owner,
  page: PageRequest,
): Promise<{ seeds: RevealedPair[]; cursor: CursorPair }> {
  const found = await ctx.tx(owner.operatorId, (tx) => listRevealed(tx, owner, page))
  const { rows, cursor } = pageOf(found, page, (pair) => ({ sort: null, id: pair.pairId }))
  return { seeds: rows.map(viewRevealed), cursor }
}
