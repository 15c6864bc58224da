import type { RoundAnswer, UpgraderMode, UpgradeTarget } from '@coffer/contract/shapes'
import { ALGORITHM_KEY } from '@coffer/fairness'
import { present } from '../kernel/index.ts'
import { absoluteUrl } from '../media/index.ts'
import type { DealRecord } from './deal-store.ts'
import { isWon } from './draw-reel.ts'
import { isUndecided, publicStatus } from './round.ts'
import type { ReelRecord, RoundRecord } from './store.ts'

/** A round as clients see it (decisions §7). An undecided one says so: it reads as `voided`, provisionally, or as `held` while it goes back. */
export function roundView(round: RoundRecord, reels: readonly ReelRecord[]): RoundAnswer {
  const status = publicStatus(round.state) ?? 'voided'
  const view: RoundAnswer = {
    publicId: round.public_id,
    status,
    undecided: isUndecided(round.state),
    betMinor: round.bet_minor,
    payoutMinor: round.payout_minor,
    currency: round.currency,
    funding: round.funding,
    settledAt: round.settled_at?.toISOString() ?? null,
    reels: reels.map(reelView),
  }
  if (status === 'settled') view.fairness = fairnessView(round)
  if (round.refunded_minor !== null) view.refundedMinor = round.refunded_minor
  return view
}

/** An Upgrader round as clients see it: what it aimed at, and the roll once it is settled. */
export function upgradeView(round: RoundRecord, deal: DealRecord, baseUrl: string): RoundAnswer {
  const roll =
    deal.rolled_bps === null ? {} : { rolledBps: deal.rolled_bps, isWin: isWon(deal.rolled_bps, deal.chance_bps) }
  return {
    ...roundView(round, []),
    mode: upgraderMode(round),
    chanceBps: deal.chance_bps,
    feeBps: deal.fee_bps,
    ...roll,
    target: targetView(deal, { valueMinor: deal.target_value_minor, currency: round.currency }, baseUrl),
  }
}

export function upgraderMode(round: RoundRecord): UpgraderMode {
  return round.mode === 'items' ? 'items' : 'balance'
}

/** The prize aimed at, with its value in one of the two currencies that it is kept in. */
export function targetView(
  deal: DealRecord,
  value: Pick<UpgradeTarget, 'valueMinor' | 'currency'>,
  baseUrl: string,
): UpgradeTarget {
  return {
    itemId: deal.target_item_id,
    name: deal.target_name,
    ...value,
    imageUrl: absoluteUrl(baseUrl, deal.target_image_url),
  }
}

/** The commitment that a settled round was drawn under. */
export function fairnessView(round: RoundRecord) {
  const meaning = 'a settled round has its commitment'
  return {
    serverSeedHash: present(round.server_seed_hash, meaning),
    clientSeed: present(round.client_seed, meaning),
    nonce: present(round.nonce, meaning),
    algorithmKey: ALGORITHM_KEY,
  }
}

function reelView(reel: ReelRecord): RoundAnswer['reels'][number] {
  const place = { reelIndex: reel.reel_index, boxVersionId: reel.box_version_id }
  if (reel.raw_draw === null || reel.item_id === null || reel.item_name === null) return place
  return { ...place, rawDraw: reel.raw_draw, result: { itemId: reel.item_id, name: reel.item_name } }
}
