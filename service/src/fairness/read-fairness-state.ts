import type { FairnessState } from '@coffer/contract/shapes'
import type { Owner } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { ensurePairs } from './ensure-pairs.ts'
import { viewState } from './view.ts'

/** The commitments in force, made on first use: a player can note them before the first round. */
export async function readFairnessState(ctx: Context, tx: Tx, owner: Owner): Promise<FairnessState> {
  return viewState(await ensurePairs(ctx, tx, owner))
}
