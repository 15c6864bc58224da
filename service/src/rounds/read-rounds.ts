import type { RoundProof } from '@coffer/contract/s2s'
import type { CursorPair, GameKey, RoundAnswer } from '@coffer/contract/shapes'
import { BOX_TOTAL_UNITS, chancePercent } from '@coffer/fairness'
import { revealedSeed } from '../fairness/index.ts'
import { type Owner, type PageRequest, pageOf, present, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { listedStates } from './round.ts'
import {
  findNewestPending,
  findRound,
  findRoundAnywhere,
  listReels,
  listRounds as listRoundRecords,
  type ReelRecord,
  type RoundRecord,
} from './store.ts'
import { fairnessView, roundView } from './view.ts'

/** A page of a player's rounds, newest first. Rounds that are still being resolved stand in no list. */
export async function listRounds(
  ctx: Context,
  owner: Owner,
  query: { statuses: readonly string[]; page: PageRequest },
): Promise<{ rounds: RoundAnswer[]; cursor: CursorPair }> {
  return ctx.tx(owner.operatorId, async (tx) => {
    const found = await listRoundRecords(tx, owner, listedStates(query.statuses), query.page)
    const page = pageOf(found, query.page, (round) => ({ sort: null, id: round.round_id }))
    const reels = await listReels(
      tx,
      owner.operatorId,
      page.rows.map((round) => round.round_id),
    )
    const reelsOf = Map.groupBy(reels, (reel) => reel.round_id)
    return {
      rounds: page.rows.map((round) => roundView(round, reelsOf.get(round.round_id) ?? [])),
      cursor: page.cursor,
    }
  })
}

/** One round of a player; ROUND_NOT_FOUND when it is another's. One that is still being resolved reads as provisionally voided. */
export async function getRound(ctx: Context, owner: Owner, publicId: string): Promise<RoundAnswer> {
  return ctx.tx(owner.operatorId, async (tx) => {
    const round = await findRound(tx, owner, publicId)
    if (!round) throw new Refusal('ROUND_NOT_FOUND')
    return roundView(round, await listReels(tx, owner.operatorId, [round.round_id]))
  })
}

/** What is needed to verify a settled round of a player. */
export async function getRoundProof(ctx: Context, owner: Owner, publicId: string): Promise<RoundProof> {
  return ctx.tx(owner.operatorId, async (tx) => proofOf(tx, await findRound(tx, owner, publicId)))
}

/** The same for anyone who knows the round's id; it holds no personal data. */
export async function getPublicProof(tx: Tx, publicId: string): Promise<RoundProof> {
  return proofOf(tx, await findRoundAnywhere(tx, publicId))
}

async function proofOf(tx: Tx, round: RoundRecord | undefined): Promise<RoundProof> {
  if (round?.state !== 'settled') throw new Refusal('ROUND_NOT_FOUND')
  const pairId = present(round.pair_id, 'a settled round has its pair')
  return {
    publicId: round.public_id,
    gameKey: round.game_key,
    status: 'settled',
    settledAt: present(round.settled_at, 'a settled round has its time').toISOString(),
    fairness: { ...fairnessView(round), serverSeed: await revealedSeed(tx, round.operator_id, pairId) },
    reels: (await listReels(tx, round.operator_id, [round.round_id])).map(reelProof),
  }
}

function reelProof(reel: ReelRecord): RoundProof['reels'][number] {
  const meaning = 'a settled reel has its draw'
  const chanceUnits = present(reel.chance_units, meaning)
  return {
    reelIndex: reel.reel_index,
    rawDraw: present(reel.raw_draw, meaning),
    chanceUnits,
    chancePercent: chancePercent(chanceUnits),
    totalUnits: BOX_TOTAL_UNITS,
    snapshotHash: reel.snapshot_hash,
    boxVersionId: reel.box_version_id,
    result: { itemId: present(reel.item_id, meaning), name: present(reel.item_name, meaning) },
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
