import { sumMinor } from '@coffer/contract/money'
import { convertFloor, readRate } from '@coffer/contract/rates'
import type { Facts, OpenedRound } from '@coffer/contract/shapes'
import { type CatalogueItem, findVersions, itemsByIds, type PlayableVersion } from '../catalog/index.ts'
import { type ActivePair, lockActivePair, takeNonce } from '../fairness/index.ts'
import { grantItem, type InventoryRecord, takeItemId, viewRows } from '../inventory/index.ts'
import { atOnce, type Owner, present } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import {
  closeRound,
  listReels,
  moveRound,
  type ReelRecord,
  type RoundRecord,
  recordPurchase,
  roundSettledEvent,
  type SettledReel,
  type Settling,
  updateReel,
} from '../rounds/index.ts'
import { enqueueEvent } from '../webhooks/index.ts'
import { type DrawnPrize, drawReel } from './draw-reel.ts'
import { bonusEvent, boxOutcome } from './events.ts'
import { countFreeOpensOfBox } from './free-opens.ts'
import { boxView } from './view.ts'

/** The reels of a round with the versions that they open, by reel index. */
export type KnownReels = readonly { reel: ReelRecord; version: PlayableVersion }[]

/** What whoever began a round can tell whoever settles it, so that it is not asked for again. */
export type Known = {
  reels: KnownReels
  /** Ids that were taken for what the reels may win. */
  itemIds: readonly number[]
  /** The player had no free opens of any of its boxes when it began. */
  hasNoFreeOpens: boolean
}

/** What a draw needs beside its reels, locked and read in the transaction in which it is drawn. */
type Foreseen = {
  /** Null when the player has none yet. */
  pair: ActivePair | null
  /** All that the reels may win. */
  items: ReadonlyMap<number, CatalogueItem>
}

/** A box round that is paid for: drawn at once, or kept closed when that was bought. What is not known of it is looked up. */
export async function settleBoxes(
  ctx: Context,
  tx: Tx,
  settling: Settling,
  known?: Known,
): Promise<Record<string, unknown>> {
  return settling.round.mode === 'prepay' ? holdRound(ctx, tx, settling) : settleRound(ctx, tx, settling, known)
}

/**
 * Draws a paid (or operator-funded) box round and grants what was won, in the transaction that makes it final. The seed pair is
 * locked from the nonce to the commit, so nonces have no gaps and no draw is ever thrown away. The round is locked by the caller.
 */
export async function settleRound(
  ctx: Context,
  tx: Tx,
  settling: Settling,
  known?: Known,
  foreseen?: Foreseen,
): Promise<OpenedRound> {
  const { operator, owner, playerExternalId } = settling
  // The pairs are locked as early as those of an open that begins and is drawn at once: of works that share a transaction, those whose turns
  // to lock differ would meet another such transaction in a circle.
  const [reels, locked] = known
    ? [known.reels, undefined]
    : await atOnce(loadReels(tx, settling.round), lockActivePair(tx, owner))
  const [{ pair: active, items }, itemIds, freeOpens] = await atOnce(
    foreseen ?? foreseeDraw(tx, owner, reels, locked),
    known?.itemIds ?? atOnce(...reels.map(() => takeItemId(tx))),
    freeOpensShown(ctx, tx, settling, reels, known),
  )
  const pair = await takeNonce(ctx, tx, owner, active)
  const seeds = { serverSeed: pair.serverSeed.reveal(), clientSeed: pair.clientSeed, nonce: pair.nonce }
  const drawn = reels.map(({ reel, version }) => ({ reel, version, ...drawReel(seeds, reel.reel_index, version) }))
  const { settledReels, granted } = grant(ctx, tx, settling, { drawn, items, itemIds })

  const value = valueIn(settling.round)
  const facts = boxFacts(settledReels, settling.round.currency, value)
  const round = closeRound(ctx, tx, settling, pair, {
    payoutMinor: sumMinor(facts.reels.map((reel) => reel.itemValueMinor)),
    operatorPayoutMinor: sumMinor(settledReels.map((reel) => reel.item_value_minor)),
    facts,
  })
  for (const reel of settledReels) updateReel(tx, reel)
  const content = { outcome: boxOutcome(round, settledReels), boxId: settledReels[0]?.box_id ?? null, facts }
  enqueueEvent(tx, owner.operatorId, roundSettledEvent(round, content, playerExternalId))
  for (const reel of settledReels.filter((reel) => reel.item_type === 'bonus')) {
    const bonus = present(items.get(reel.item_id), 'a prize is in the catalogue')
    enqueueEvent(tx, owner.operatorId, bonusEvent(round, reel, bonus, playerExternalId))
  }
  const shown = await viewRows(ctx, tx, operator, granted, null, items)
  return {
    round: boxView(round, settledReels),
    items: shown,
    balanceAfterMinor: settling.balanceAfterMinor,
    facts,
    ...freeOpens,
  }
}

/** Locks the player's pairs, unless they are `locked`, and looks at what the reels may win: what is drawn with, and from. */
export async function foreseeDraw(
  tx: Tx,
  owner: Owner,
  reels: KnownReels,
  locked?: ActivePair | null,
): Promise<Foreseen> {
  const [pair, items] = await atOnce(
    locked === undefined ? lockActivePair(tx, owner) : locked,
    itemsByIds(tx, owner.operatorId, prizeItems(reels)),
  )
  return { pair, items }
}

/** What is left for another round of the lowest reel's box, once this one has taken its free opens. */
async function freeOpensShown(
  ctx: Context,
  tx: Tx,
  { freeOpensOf }: Settling,
  reels: readonly { reel: ReelRecord }[],
  known?: Known,
): Promise<{ freeOpensLeft?: number }> {
  if (!freeOpensOf) return {}
  if (known?.hasNoFreeOpens) return { freeOpensLeft: 0 }
  const { box_id: boxId } = present(reels[0], 'a round has a reel').reel
  return { freeOpensLeft: await countFreeOpensOfBox(ctx, tx, freeOpensOf, boxId) }
}

async function loadReels(tx: Tx, { operator_id: operatorId, round_id: roundId }: RoundRecord): Promise<KnownReels> {
  const reels = await listReels(tx, operatorId, [roundId])
  const ids = reels.map((reel) => reel.box_version_id)
  const versions = await findVersions(tx, operatorId, ids)
  return reels.map((reel) => {
    return { reel, version: present(versions.get(reel.box_version_id), 'a version is never deleted') }
  })
}

/** Everything that these reels may hold: it is asked for before the draw, and the same for all who open the same boxes. */
function prizeItems(reels: KnownReels): number[] {
  return [...new Set(reels.flatMap(({ version }) => version.prizes.map(({ itemId }) => itemId)))]
}

/** Converts a prize's value from the operator's currency by the round's stored rate, down. */
function valueIn(round: RoundRecord): (operatorMinor: number) => number {
  const rate = readRate(round.rate)
  return (minor) => convertFloor(minor, rate, round.operator_currency, round.currency)
}

type Drawing = {
  drawn: readonly (KnownReels[number] & DrawnPrize)[]
  items: ReadonlyMap<number, CatalogueItem>
  /** One for each reel; that of a reel that wins nothing for the vault is not used. */
  itemIds: readonly number[]
}

/** Puts the prizes into the vault, and says what is written on the reels; a Nuggets prize is no inventory. */
function grant(ctx: Context, tx: Tx, settling: Settling, { drawn, items, itemIds }: Drawing) {
  const { operator, owner, round } = settling
  const to = { operator, owner, roundPublicId: round.public_id }
  const granted: InventoryRecord[] = []
  const settledReels = drawn.map(({ reel, prize, rawDraw, version }, place): SettledReel => {
    const { type, valueMinor } = prize
    const item = present(items.get(prize.itemId), 'a prize is in the catalogue')
    const grant = type !== 'nuggets' && { item, type, valueMinor, currency: version.currency, boxName: version.boxName }
    if (grant) granted.push(grantItem(ctx, tx, to, itemIds[place] as number, grant))
    return {
      ...reel,
      raw_draw: rawDraw,
      chance_units: prize.chanceUnits,
      item_id: prize.itemId,
      item_name: prize.name,
      item_type: type,
      item_value_minor: valueMinor,
      inventory_item_id: grant ? (itemIds[place] as number) : null,
    }
  })
  return { settledReels, granted }
}

/** Keeps a prepaid box closed: no draw, no nonce, nothing in the vault yet. */
export async function holdRound(ctx: Context, tx: Tx, holding: Settling): Promise<OpenedRound> {
  const round = moveRound(tx, holding.round, 'held')
  recordPurchase(tx, holding, round)
  const reels = await listReels(tx, round.operator_id, [round.round_id])
  return {
    round: boxView(round, reels),
    items: [],
    balanceAfterMinor: holding.balanceAfterMinor,
    facts: null,
    ...(await freeOpensShown(
      ctx,
      tx,
      holding,
      reels.map((reel) => ({ reel })),
    )),
  }
}

/** Round facts of a box round (interface §2.9): stored once, equal in answer and event. `value` converts a prize's value. */
function boxFacts(reels: readonly SettledReel[], currency: string, value: (operatorMinor: number) => number): Facts {
  return {
    currency,
    reels: reels.map((reel) => ({
      reelIndex: reel.reel_index,
      paidMinor: reel.paid_minor,
      itemValueMinor: value(reel.item_value_minor),
      itemType: reel.item_type,
    })),
    deal: null,
  }
}
