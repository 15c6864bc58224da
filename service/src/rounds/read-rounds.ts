import type { RoundProof } from '@coffer/contract/s2s'
import type { CursorPair, GameKey, RoundAnswer } from '@coffer/contract/shapes'
import { BOX_TOTAL_UNITS, chancePercent, UPGRADER_TOTAL, upgraderChancePercent } from '@coffer/fairness'
import { revealedSeed } from '../fairness/index.ts'
import { type Owner, type PageRequest, pageOf, present, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { type DealRecord, listDeals } from './deal-store.ts'
import { isWon, UPGRADER_REEL } from './draw-reel.ts'
import { BOX_GAME, listedStates, UPGRADER_GAME } from './round.ts'
import {
  findNewestPending,
  findRound,
  findRoundAnywhere,
  listReels,
  listRounds as listRoundRecords,
  type ReelRecord,
  type RoundRecord,
} from './store.ts'
import { fairnessView, roundView, upgradeView } from './view.ts'

/** A page of a player's rounds, newest first. Rounds that are still being resolved stand in no list. */
export async function listRounds(
  ctx: Context,
  owner: Owner,
  query: { statuses: readonly string[]; page: PageRequest },
): Promise<{ rounds: RoundAnswer[]; cursor: CursorPair }> {
  return ctx.tx(owner.operatorId, async (tx) => {
    const found = await listRoundRecords(tx, owner, listedStates(query.statuses), query.page)
    const page = pageOf(found, query.page, (round) => ({ sort: null, id: round.round_id }))
    return { rounds: await viewRounds(ctx, tx, owner.operatorId, page.rows), cursor: page.cursor }
  })
}

/** One round of a player; ROUND_NOT_FOUND when it is another's. One that is still being resolved reads as provisionally voided. */
export async function getRound(ctx: Context, owner: Owner, publicId: string): Promise<RoundAnswer> {
  return ctx.tx(owner.operatorId, async (tx) => {
    const round = await findRound(tx, owner, publicId)
    if (!round) throw new Refusal('ROUND_NOT_FOUND')
    const [view] = await viewRounds(ctx, tx, owner.operatorId, [round])
    return present(view, 'a round has its view')
  })
}

/** Rounds as clients see them; a constant number of statements for any number of them. */
async function viewRounds(
  ctx: Context,
  tx: Tx,
  operatorId: number,
  rounds: readonly RoundRecord[],
): Promise<RoundAnswer[]> {
  const idsOf = (game: GameKey) => rounds.filter((round) => round.game_key === game).map((round) => round.round_id)
  const reels = Map.groupBy(await listReels(tx, operatorId, idsOf(BOX_GAME)), (reel) => reel.round_id)
  const deals = await listDeals(tx, operatorId, idsOf(UPGRADER_GAME))
  return rounds.map((round) => {
    const deal = deals.get(round.round_id)
    return deal ? upgradeView(round, deal, ctx.config.baseUrl) : roundView(round, reels.get(round.round_id) ?? [])
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
    reels: await reelProofs(tx, round),
  }
}

async function reelProofs(tx: Tx, round: RoundRecord): Promise<RoundProof['reels']> {
  const { operator_id: operatorId, round_id: roundId } = round
  if (round.game_key !== UPGRADER_GAME) return (await listReels(tx, operatorId, [roundId])).map(reelProof)
  const deals = await listDeals(tx, operatorId, [roundId])
  return [dealProof(present(deals.get(roundId), 'an Upgrader round has its deal'))]
}

/** An Upgrader round proves like one reel whose odds are its chance; there is no snapshot. */
function dealProof(deal: DealRecord): RoundProof['reels'][number] {
  const rolledBps = present(deal.rolled_bps, 'a settled deal has its roll')
  const target = { itemId: deal.target_item_id, name: deal.target_name }
  return {
    reelIndex: UPGRADER_REEL,
    rawDraw: rolledBps,
    chanceUnits: deal.chance_bps,
    chancePercent: upgraderChancePercent(deal.chance_bps),
    totalUnits: UPGRADER_TOTAL,
    snapshotHash: null,
    boxVersionId: null,
    result: isWon(rolledBps, deal.chance_bps) ? target : null,
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
