import type { AdminPlayer, PlayerWallet, RestrictionChange } from '@coffer/contract/admin'
import { sumMinor } from '@coffer/contract/money'
import { SHOWN_RESTRICTION_CHANGES, SHOWN_VERIFICATIONS } from '@coffer/contract/player-names'
import { type EntryView, listAudit } from '../audit/index.ts'
import { atOnce, days, later, type Owner, Refusal } from '../kernel/index.ts'
import { listVerifications } from '../kyc/index.ts'
import { getOperator, type Operator } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { findPlayerById, type Player } from '../players/index.ts'
import { restrictionsOf } from '../rounds/index.ts'
import { summarizeSessions } from '../sessions/index.ts'
import { type Moved, sumHistoryByAge } from '../wallet/index.ts'

export type NamedPlayer = { operator: Operator; owner: Owner; player: Player }

/** A player of an operator by the number of Coffer. Throws PLAYER_NOT_FOUND. */
export function findPlayerNamed(ctx: Context, owner: Owner): Promise<NamedPlayer> {
  const { operatorId } = owner
  return ctx.tx(operatorId, async (tx) => {
    const player = await findPlayerById(tx, owner)
    if (!player) throw new Refusal('PLAYER_NOT_FOUND')
    return { operator: await getOperator(tx, operatorId), owner, player }
  })
}

/** Everything about a player of an operator that one look takes; lists of what they have and did are read apart. Throws PLAYER_NOT_FOUND. */
export function readPlayer(ctx: Context, owner: Owner): Promise<AdminPlayer> {
  const { operatorId } = owner
  return ctx.tx(operatorId, async (tx) => {
    const player = await findPlayerById(tx, owner)
    if (!player) throw new Refusal('PLAYER_NOT_FOUND')
    const { externalId, createdAt } = player
    const operator = await getOperator(tx, operatorId)
    const restrictions = await restrictionsOf(ctx, tx, operator, player)
    const [sessions, wallet, verifications, restrictionChanges] = await atOnce(
      summarizeSessions(ctx, tx, { operator, owner }),
      readWallet(ctx, tx, { operatorId, playerExternalId: externalId }),
      listVerifications(tx, owner, SHOWN_VERIFICATIONS),
      readRestrictionChanges(ctx, tx, { operatorId, playerExternalId: externalId }),
    )
    return {
      playerId: player.playerId,
      playerExternalId: externalId,
      createdAt: createdAt.toISOString(),
      currency: operator.currency,
      sessions,
      restrictions,
      restrictionChanges,
      wallet,
      verifications,
    }
  })
}

type Named = { operatorId: number; playerExternalId: string }

/** Periods end now. */
async function readWallet(ctx: Context, tx: Tx, player: Named): Promise<PlayerWallet[]> {
  const now = ctx.clock.now()
  const ago = (count: number) => later(now, -days(count))
  const sums = await sumHistoryByAge(tx, player, [ago(30), ago(7), ago(1)])
  return [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, ofCurrency]) => {
    const from = (youngest: number) => netOf(ofCurrency.filter(({ age }) => age >= youngest))
    return { currency, last24Hours: from(3), last7Days: from(2), last30Days: from(1), total: from(0) }
  })
}

function netOf(sums: readonly Moved[]): PlayerWallet['total'] {
  const spentMinor = sumMinor(sums.map((moved) => moved.spentMinor))
  const returnedMinor = sumMinor(sums.map((moved) => moved.returnedMinor))
  return { spentMinor, returnedMinor, netMinor: returnedMinor - spentMinor }
}

/** From the audit log, which knows who changed them and why. */
async function readRestrictionChanges(
  ctx: Context,
  tx: Tx,
  { operatorId, playerExternalId }: Named,
): Promise<RestrictionChange[]> {
  const { entries } = await listAudit(ctx, tx, operatorId, {
    action: 'player.restrictions_changed',
    object: playerExternalId,
    sort: '-entryNumber',
    limit: SHOWN_RESTRICTION_CHANGES,
  })
  return entries.map(changeView)
}

function changeView({ entryNumber, at, actor, reason, changes }: EntryView): RestrictionChange {
  return { entryNumber, at, actor, reason, changes }
}
