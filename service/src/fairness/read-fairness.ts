import type { CursorPair, FairnessState, RevealedPair } from '@coffer/contract/shapes'
import { type Owner, type PageRequest, pageOf } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { ensurePairs } from './ensure-pairs.ts'
import { listRevealed } from './store.ts'
import { viewRevealed, viewState } from './view.ts'

/** The commitments in force, made on first use: a player can note them before the first round. */
export async function readFairnessState(ctx: Context, tx: Tx, owner: Owner): Promise<FairnessState> {
  return viewState(await ensurePairs(ctx, tx, owner))
}

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
