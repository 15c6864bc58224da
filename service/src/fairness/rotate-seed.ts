import type { FairnessState, RevealedPair } from '@coffer/contract/shapes'
import { assertMove, type Owner, present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { makeNextPair } from './ensure-pairs.ts'
import { type ActivePair, PAIR_MOVES, type RevealedSeedPair } from './pair.ts'
import { findPairs, insertPair, markActive, markRevealed } from './store.ts'
import { lockSeedPairs, openSeed } from './take-nonce.ts'
import { viewRevealed, viewState } from './view.ts'

export type RotateSeedInput = {
  /** Absent: the client seed stays. */
  clientSeed?: string | undefined
}

/**
 * Reveals the active server seed and goes on with the one that was committed to before the client seed was known.
 * Rounds that are still being resolved do not hold it up: they take pair and nonce when they settle.
 */
export async function rotateSeed(
  ctx: Context,
  owner: Owner,
  input: RotateSeedInput,
): Promise<{ revealed: RevealedPair; current: FairnessState }> {
  return ctx.tx(owner.operatorId, async (tx) => {
    await lockSeedPairs(ctx, tx, owner)
    await ctx.points.at('rotate-seed:locked')
    const { active, next } = await getPairs(tx, owner)
    const revealed = await reveal(ctx, tx, owner, active)
    assertMove(PAIR_MOVES, 'next', 'active')
    const begin = { clientSeed: input.clientSeed ?? active.clientSeed, at: ctx.clock.now() }
    await markActive(tx, owner, next.pairId, begin)
    await insertPair(tx, await makeNextPair(ctx, tx, owner))
    return { revealed: viewRevealed(revealed), current: viewState(await getPairs(tx, owner)) }
  })
}

const getPairs = async (tx: Tx, owner: Owner) => present(await findPairs(tx, owner), 'a locked player has pairs')

async function reveal(ctx: Context, tx: Tx, owner: Owner, active: ActivePair): Promise<RevealedSeedPair> {
  assertMove(PAIR_MOVES, 'active', 'revealed')
  const { pairId, serverSeedHash, clientSeed, nextNonce } = active
  const serverSeed = openSeed(ctx, owner, active)
  const revealedAt = ctx.clock.now()
  await markRevealed(tx, owner, pairId, { serverSeed, at: revealedAt })
  return { pairId, serverSeed, serverSeedHash, clientSeed, roundCount: nextNonce, revealedAt }
}
