import type { GameKey } from '@coffer/contract/games'
import type { RoundProof } from '@coffer/contract/s2s'
import type { CursorPair, RoundAnswer } from '@coffer/contract/shapes'
import { revealedSeed } from '../fairness/index.ts'
import { type Owner, type PageRequest, pageOf, present, Refusal } from '../kernel/index.ts'
import { listOperatorIds } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import type { Games } from './game.ts'
import { listedStates } from './round.ts'
import {
  findNewestPending,
  findRound,
  findRoundAnywhere,
  listRounds as listRoundRecords,
  type RoundRecord,
} from './store.ts'
import { fairnessView } from './view.ts'

/** A page of a player's rounds, newest first. Rounds that are still being resolved stand in no list. */
export async function listRounds(
  ctx: Context,
  games: Games,
  owner: Owner,
  query: { statuses: readonly string[]; page: PageRequest },
): Promise<{ rounds: RoundAnswer[]; cursor: CursorPair }> {
  return ctx.tx(owner.operatorId, async (tx) => {
    const found = await listRoundRecords(tx, owner, listedStates(query.statuses), query.page)
    const page = pageOf(found, query.page, (round) => ({ sort: null, id: round.round_id }))
    return { rounds: await viewRounds(ctx, tx, games, owner.operatorId, page.rows), cursor: page.cursor }
  })
}

/** One round of a player; ROUND_NOT_FOUND when it is another's. One that is still being resolved reads as provisionally voided. */
export async function getRound(ctx: Context, games: Games, owner: Owner, publicId: string): Promise<RoundAnswer> {
  return ctx.tx(owner.operatorId, async (tx) => {
    const round = await findRound(tx, owner, publicId)
    if (!round) throw new Refusal('ROUND_NOT_FOUND')
    const [view] = await viewRounds(ctx, tx, games, owner.operatorId, [round])
    return present(view, 'a round has its view')
  })
}

/** Rounds as clients see them; a constant number of statements for any number of them. */
export async function viewRounds(
  ctx: Context,
  tx: Tx,
  games: Games,
  operatorId: number,
  rounds: readonly RoundRecord[],
): Promise<RoundAnswer[]> {
  const ofGame = Map.groupBy(rounds, (round) => round.game_key)
  const viewOf = new Map<string, RoundAnswer>()
  for (const [key, some] of ofGame) {
    for (const view of await games[key].viewRounds(ctx, tx, operatorId, some)) viewOf.set(view.publicId, view)
  }
  return rounds.map((round) => present(viewOf.get(round.public_id), 'a round has its view'))
}

/** What is needed to verify a settled round of a player. */
export async function getRoundProof(ctx: Context, games: Games, owner: Owner, publicId: string): Promise<RoundProof> {
  return ctx.tx(owner.operatorId, async (tx) => proofOf(tx, games, await findRound(tx, owner, publicId)))
}

/** The same for anyone who knows the round's id; it holds no personal data. */
export async function getPublicProof(tx: Tx, games: Games, publicId: string): Promise<RoundProof> {
  return proofOf(tx, games, await findRoundAnywhere(tx, await listOperatorIds(tx), publicId))
}

async function proofOf(tx: Tx, games: Games, round: RoundRecord | undefined): Promise<RoundProof> {
  if (round?.state !== 'settled') throw new Refusal('ROUND_NOT_FOUND')
  const pairId = present(round.pair_id, 'a settled round has its pair')
  return {
    publicId: round.public_id,
    gameKey: round.game_key,
    status: 'settled',
    settledAt: present(round.settled_at, 'a settled round has its time').toISOString(),
    fairness: { ...fairnessView(round), serverSeed: await revealedSeed(tx, round.operator_id, pairId) },
    reels: await games[round.game_key].proveRound(tx, round),
  }
}

/** The newest open that a player may still resume after a reload. */
export async function findUndecidedRound(
  tx: Tx,
  owner: Owner,
): Promise<{ publicId: string; clientActionId: string; gameKey: GameKey } | null> {
  const round = await findNewestPending(tx, owner)
  return round ? { publicId: round.public_id, clientActionId: round.client_action_id, gameKey: round.game_key } : null
}
