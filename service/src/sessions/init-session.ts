import { formatRate } from '@coffer/contract/rates'
import { atOnce, bearerToken, later, ownerOf, present, Refusal } from '../kernel/index.ts'
import { getOperator, type Operator } from '../operators/index.ts'
import { type Context, type Tx, tokenHash } from '../platform/index.ts'
import { getPlayer, lockPlayerForWork, refuseExcluded } from '../players/index.ts'
import { sessionRate } from '../rates/index.ts'
import { placeOfNow } from '../wallet/index.ts'
import { readSession } from './authenticate-session.ts'
import type { Session } from './session.ts'
import { findLaunchUse, findSession, insertSession, type LaunchRow, revokeSessionsBeyond, takeLaunch } from './store.ts'

/**
 * Exchanges a launch token for a session, once. A refusal for another reason than the token leaves the token as it was.
 * Throws LAUNCH_TOKEN_INVALID, LAUNCH_TOKEN_EXPIRED, LAUNCH_TOKEN_CONSUMED, OPERATOR_SUSPENDED, GAME_DISABLED, PLAYER_RESTRICTED,
 * UNSUPPORTED_CURRENCY.
 */
export async function initSession(
  ctx: Context,
  launchToken: string,
): Promise<{ session: Session; sessionToken: string }> {
  const sessionToken = bearerToken('ps', ctx.random)
  const session = await ctx.systemTx(async (tx) => {
    const launch = await takeOrRefuse(tx, tokenHash(launchToken), ctx.clock.now())
    const operator = await getOperator(tx, launch.operator_id)
    if (operator.status !== 'active') throw new Refusal('OPERATOR_SUSPENDED')
    if (!operator.settings.enabledGames.includes(launch.game_key)) throw new Refusal('GAME_DISABLED')
    return begin(ctx, tx, launch, operator, tokenHash(sessionToken))
  })
  return { session, sessionToken }
}

async function takeOrRefuse(tx: Tx, hash: Buffer, now: Date): Promise<LaunchRow> {
  const taken = await takeLaunch(tx, hash, now)
  if (taken) return taken
  const use = await findLaunchUse(tx, hash)
  if (!use) throw new Refusal('LAUNCH_TOKEN_INVALID')
  throw new Refusal(use.consumed ? 'LAUNCH_TOKEN_CONSUMED' : 'LAUNCH_TOKEN_EXPIRED')
}

async function begin(ctx: Context, tx: Tx, launch: LaunchRow, operator: Operator, hash: Buffer): Promise<Session> {
  const owner = ownerOf(launch)
  // Of two at once the second sees the session of the first.
  await lockPlayerForWork(tx, owner)
  await refuseExcluded(ctx, tx, owner)
  const rate = await sessionRate(ctx, tx, operator, launch.currency)
  const now = ctx.clock.now()
  await insertSession(tx, {
    operator_id: launch.operator_id,
    player_id: launch.player_id,
    launch_id: launch.launch_id,
    token_hash: hash,
    currency: launch.currency,
    rate: formatRate(rate),
    rate_from: operator.currency,
    rate_pinned_at: now,
    created_at: now,
    seen_at: now,
    ends_at: later(now, ctx.limits.sessionAbsoluteMs),
    revoked_at: null,
    history_after: await placeOfNow(ctx, tx, owner),
  })
  await revokeSessionsBeyond(tx, owner, { tokenHash: hash, othersCount: ctx.limits.liveSessionsCount - 1, now })
  const [row, player] = await atOnce(findSession(tx, hash), getPlayer(tx, owner))
  return readSession(present(row, 'a session that was inserted can be read'), operator, player.externalId)
}
