import type { AdminRound, AdminWalletOperation } from '@coffer/contract/admin'
import { walletKey } from '@coffer/contract/keys'
import { mayDo, type StaffRole } from '@coffer/contract/permissions'
import { CALLS_OF_OPERATION, OPERATIONS_OF_KEY } from '@coffer/contract/round-names'
import type { RoundAnswer } from '@coffer/contract/shapes'
import { bonusKey } from '../boxes/index.ts'
import { findVersions } from '../catalog/index.ts'
import { type InventoryRecord, listOfRound } from '../inventory/index.ts'
import { atOnce, ownerOf, present, Refusal } from '../kernel/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { getPlayer } from '../players/index.ts'
import {
  findRoundAnywhere,
  type Games,
  listReels,
  type RoundRecord,
  roundSettledKey,
  viewRounds,
} from '../rounds/index.ts'
import { listStakes } from '../upgrader/index.ts'
import { listCalls, listOperations } from '../wallet/index.ts'
import { deliveryView, listDeliveriesOfEvents } from '../webhooks/index.ts'
import { betStateOf, drawsOf, operationView, prizesWon, roundRow } from './round-view.ts'

type Reader = { operatorId: number; roles: readonly StaffRole[] }

/** Everything about one round of an operator that the roles allow. Throws ROUND_NOT_FOUND. */
export function readRound(
  ctx: Context,
  games: Games,
  { operatorId, roles }: Reader,
  publicId: string,
): Promise<AdminRound> {
  return ctx.tx(operatorId, async (tx) => {
    const round = await findRoundAnywhere(tx, [operatorId], publicId)
    if (!round) throw new Refusal('ROUND_NOT_FOUND')
    const owner = ownerOf(round)
    const [answers, reels, items, player, stakes] = await atOnce(
      viewRounds(ctx, tx, games, operatorId, [round]),
      listReels(tx, operatorId, [round.round_id]),
      listOfRound(tx, owner, publicId),
      getPlayer(tx, owner),
      listStakes(tx, operatorId, round.round_id),
    )
    const answer = present(answers[0], 'a round has its view')
    const versionIds = reels.map((reel) => reel.box_version_id)
    const eventKeys = [
      roundSettledKey(publicId),
      ...reels.filter((reel) => reel.item_type === 'bonus').map((reel) => bonusKey(reel.reel_id)),
    ]
    const [versions, operations, deliveries] = await atOnce(
      findVersions(tx, operatorId, versionIds),
      readOperations(ctx, tx, round, items),
      mayDo(roles, 'deliveries.read') ? listDeliveriesOfEvents(tx, operatorId, eventKeys) : null,
    )
    return {
      ...roundRow(round, answer, { playerExternalId: player.externalId, versions }),
      playerId: round.player_id,
      clientActionId: round.client_action_id,
      operatorCurrency: round.operator_currency,
      operatorBetMinor: round.operator_bet_minor,
      operatorPayoutMinor: round.operator_payout_minor,
      refundedAt: round.refunded_at?.toISOString() ?? null,
      bet: betStateOf(round, operations),
      draws: drawsOf(reels, versions),
      upgrade: upgradeOf(answer, stakes),
      won: prizesWon(round, reels, items),
      operations,
      deliveries: deliveries?.map(deliveryView) ?? null,
    }
  })
}

type Stakes = Awaited<ReturnType<typeof listStakes>>

function upgradeOf({ target, chanceBps, rolledBps, isWin }: RoundAnswer, stakes: Stakes): AdminRound['upgrade'] {
  if (target === undefined) return null
  return {
    targetName: target.name,
    targetValueMinor: target.valueMinor,
    chanceBps: present(chanceBps, 'an Upgrader round has its chance'),
    rolledBps: rolledBps ?? null,
    isWin: isWin ?? null,
    stakes: stakes.map((stake) => ({ inventoryItemId: stake.inventory_item_id, countedMinor: stake.counted_minor })),
  }
}

/** The debits and credits of a round and of its items, with the calls to the wallet, oldest first. */
async function readOperations(
  ctx: Context,
  tx: Tx,
  round: RoundRecord,
  items: readonly InventoryRecord[],
): Promise<AdminWalletOperation[]> {
  const { operator_id: operatorId, public_id: publicId } = round
  const keys = [
    walletKey.openRound(publicId),
    walletKey.refundRound(publicId),
    ...items.map((item) => walletKey.cashBackItem(item.inventory_item_id)),
  ]
  const rows = await listOperations(tx, operatorId, keys, OPERATIONS_OF_KEY)
  const ids = rows.map(({ operation_id }) => operation_id)
  const calls = await listCalls(tx, operatorId, ids, CALLS_OF_OPERATION)
  const ofOperation = Map.groupBy(calls, ({ operationId }) => operationId)
  const now = ctx.clock.now()
  return rows.map((row) => operationView(row, ofOperation.get(row.operation_id) ?? [], now))
}
