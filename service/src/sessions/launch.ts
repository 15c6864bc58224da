import type { LaunchBody } from '@coffer/contract/s2s'
import { findBox, findVersion, liveVersionOf, type PlayableVersion } from '../catalog/index.ts'
import { bearerToken, later, Refusal } from '../kernel/index.ts'
import { getOperator, type Operator } from '../operators/index.ts'
import { type Context, type Tx, tokenHash } from '../platform/index.ts'
import { ensurePlayer, refuseExcluded } from '../players/index.ts'
import { sessionRate } from '../rates/index.ts'
import { effectiveLocale } from './locale.ts'
import { deleteLaunches, findOperatorOfLaunch, insertLaunch, listLaunchesBefore } from './store.ts'

export type Launch = { launchToken: string; launchUrl: string; expiresAt: Date }

/**
 * Mints a launch token: 60 s, single use. Throws, in this order, OPERATOR_SUSPENDED, GAME_DISABLED, PLAYER_RESTRICTED, UNKNOWN_BOX,
 * BOX_NOT_PLAYABLE, UNSUPPORTED_CURRENCY. Whether the caller may use operator funding is the caller's to check.
 */
export async function createLaunch(ctx: Context, operator: Operator, input: LaunchBody): Promise<Launch> {
  if (operator.status !== 'active') throw new Refusal('OPERATOR_SUSPENDED')
  if (!operator.settings.enabledGames.includes(input.gameKey)) throw new Refusal('GAME_DISABLED')
  const launchToken = bearerToken('lt', ctx.random)
  const expiresAt = await ctx.tx(operator.operatorId, (tx) => recordLaunch(ctx, tx, operator, input, launchToken))
  return { launchToken, launchUrl: `${ctx.config.baseUrl}/play#token=${launchToken}`, expiresAt }
}

async function recordLaunch(
  ctx: Context,
  tx: Tx,
  operator: Operator,
  input: LaunchBody,
  launchToken: string,
): Promise<Date> {
  const { operatorId } = operator
  const { boxId, autoOpen } = input.target
  const currency = input.currency ?? operator.currency
  const now = ctx.clock.now()
  const { playerId } = await ensurePlayer(tx, operatorId, input.playerExternalId, now)
  await refuseExcluded(ctx, tx, { operatorId, playerId })
  if (boxId !== undefined) await getTargetBox(tx, operatorId, boxId)
  await sessionRate(ctx, tx, operator, currency)
  const expiresAt = later(now, ctx.limits.launchTokenMs)
  await insertLaunch(tx, {
    operator_id: operatorId,
    player_id: playerId,
    token_hash: tokenHash(launchToken),
    game_key: input.gameKey,
    box_id: boxId ?? null,
    auto_open: autoOpen ?? false,
    locale: effectiveLocale(operator, input.locale),
    currency,
    return_url: input.returnUrl ?? null,
    free_opens_granted: input.funding === 'operator' ? (input.fundingRounds ?? 1) : 0,
    free_opens_used: 0,
    created_at: now,
    expires_at: expiresAt,
    consumed_at: null,
  })
  return expiresAt
}

/** The version of a box that can be opened now. Throws UNKNOWN_BOX, or BOX_NOT_PLAYABLE when there is none on sale. */
async function getTargetBox(tx: Tx, operatorId: number, boxId: number): Promise<PlayableVersion> {
  const box = await findBox(tx, operatorId, boxId)
  if (!box) throw new Refusal('UNKNOWN_BOX')
  const live = box.liveVersionId === null ? null : await findVersion(tx, operatorId, box.liveVersionId)
  if (!live?.onSale) throw new Refusal('BOX_NOT_PLAYABLE')
  return live
}

/** Like {@link getTargetBox}, but null for a box that cannot be opened now. */
export async function findTargetBox(tx: Tx, operatorId: number, boxId: number): Promise<PlayableVersion | null> {
  const live = await liveVersionOf(tx, operatorId, boxId)
  return live?.onSale ? live : null
}

/** Whose launch token this is, used up or not; null when it is nobody's. Takes nothing. */
export async function findLaunchOperator(ctx: Context, launchToken: string): Promise<Operator | null> {
  return ctx.systemStatements(async (tx) => {
    const operatorId = await findOperatorOfLaunch(tx, tokenHash(launchToken))
    return operatorId === null ? null : getOperator(tx, operatorId)
  })
}

/** Which of these launches something else names, by whoever knows. */
type ListNamed = (tx: Tx, operatorId: number, launchIds: readonly number[]) => Promise<number[]>

/**
 * Deletes launches that were made before a moment, with their sessions, which must have ended by now: one batch of those behind `after`,
 * oldest first. One that is named stays. `lookedTo` is where the next batch goes on; null when nothing more is that old.
 */
export async function forgetLaunches(
  ctx: Context,
  { operatorId, before, listNamed }: { operatorId: number; before: Date; listNamed: ListNamed },
  after: number,
): Promise<{ count: number; lookedTo: number | null }> {
  const limit = ctx.limits.forgetBatchCount
  return ctx.systemTx(async (tx) => {
    const launchIds = await listLaunchesBefore(tx, operatorId, { after, before, limit })
    const lookedTo = launchIds.at(-1) ?? null
    if (lookedTo === null) return { count: 0, lookedTo }
    const named = new Set(await listNamed(tx, operatorId, launchIds))
    const going = launchIds.filter((launchId) => !named.has(launchId))
    return { count: await deleteLaunches(tx, operatorId, going), lookedTo }
  })
}
