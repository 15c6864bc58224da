import type { AdminPlayer, AuditRow, PlayerSpend, RestrictionChange } from '@coffer/contract/admin'
import { sumMinor } from '@coffer/contract/money'
import { SHOWN_RESTRICTION_CHANGES, SHOWN_VERIFICATIONS } from '@coffer/contract/player-names'
import { atOnce, days, later, type Owner, Refusal } from '../kernel/index.ts'
import { listVerifications } from '../kyc/index.ts'
import { getOperator, type Operator } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { countRestrictionChanges, findPlayerById } from '../players/index.ts'
import { restrictionsOf } from '../rounds/index.ts'
import { summarizeSessions } from '../sessions/index.ts'
import { type Employer, showAudit } from '../staff/index.ts'
import { type Moved, sumHistoryByAge } from '../wallet/index.ts'

type FoundPlayer = NonNullable<Awaited<ReturnType<typeof findPlayerById>>>

/** Returns a player by Coffer's own number, with their operator. Throws PLAYER_NOT_FOUND. */
export function requirePlayer(
  ctx: Context,
  owner: Owner,
): Promise<{ operator: Operator; owner: Owner; player: FoundPlayer }> {
  const { operatorId } = owner
  return ctx.tx(operatorId, async (tx) => {
    const player = await findPlayerById(tx, owner)
    if (!player) throw new Refusal('PLAYER_NOT_FOUND')
    return { operator: await getOperator(tx, operatorId), owner, player }
  })
}

/**
 * A player with restrictions and verifications, as a member of staff sees them. Spend, rounds, items and orders have their own requests.
 * Throws PLAYER_NOT_FOUND.
 */
export async function readPlayer(ctx: Context, employer: Employer, owner: Owner): Promise<AdminPlayer> {
  const { operator, player } = await requirePlayer(ctx, owner)
  const { playerId, externalId, createdAt } = player
  // Before the restrictions: a change that is based on an older version than it shows is refused.
  const restrictionChanges = await readRestrictionChanges(ctx, employer, externalId)
  return ctx.tx(owner.operatorId, async (tx) => {
    const restrictionVersion = await countRestrictionChanges(tx, owner)
    const [restrictions, sessions, verifications] = await atOnce(
      restrictionsOf(ctx, tx, operator, player),
      summarizeSessions(ctx, tx, { operator, owner }),
      listVerifications(tx, owner, SHOWN_VERIFICATIONS),
    )
    return {
      ...{ playerId, playerExternalId: externalId, createdAt: createdAt.toISOString(), currency: operator.currency },
      ...{ sessions, restrictions, restrictionVersion, restrictionChanges, verifications },
    }
  })
}

/** Reads the audit log, which has the actor and the reason of each change. */
async function readRestrictionChanges(
  ctx: Context,
  employer: Employer,
  playerExternalId: string,
): Promise<RestrictionChange[]> {
  const { entries } = await showAudit(ctx, employer, {
    action: 'player.restrictions_changed',
    object: playerExternalId,
    objectType: 'player',
    sort: '-entryNumber',
    limit: SHOWN_RESTRICTION_CHANGES,
  })
  return entries.map(changeView)
}

function changeView(entry: AuditRow): RestrictionChange {
  const { entryNumber, at, actor, actorName, isPlatformStaff, reason, changes } = entry
  return { entryNumber, at, actor, actorName, isPlatformStaff, reason, changes }
}

/** Spend and net position of a player, by currency. Each period ends now. Throws PLAYER_NOT_FOUND. */
export async function readSpend(ctx: Context, owner: Owner): Promise<PlayerSpend[]> {
  const { player } = await requirePlayer(ctx, owner)
  const { operatorId } = owner
  const now = ctx.clock.now()
  const ago = (count: number) => later(now, -days(count))
  const sums = await ctx.tx(operatorId, (tx) =>
    sumHistoryByAge(tx, { operatorId, playerExternalId: player.externalId }, [ago(30), ago(7), ago(1)]),
  )
  return [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, ofCurrency]) => {
    const from = (youngest: number) => netOf(ofCurrency.filter(({ age }) => age >= youngest))
    return { currency, last24Hours: from(3), last7Days: from(2), last30Days: from(1), total: from(0) }
  })
}

function netOf(sums: readonly Moved[]): PlayerSpend['total'] {
  const spentMinor = sumMinor(sums.map((moved) => moved.spentMinor))
  const returnedMinor = sumMinor(sums.map((moved) => moved.returnedMinor))
  return { spentMinor, returnedMinor, netMinor: returnedMinor - spentMinor }
}
