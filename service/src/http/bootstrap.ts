import type { Bootstrap } from '@coffer/contract/play'
import { convertCeil } from '@coffer/contract/rates'
import { countFreeOpensOfBox } from '../boxes/index.ts'
import { readFairnessState } from '../fairness/index.ts'
import { type Operator, operatorCurrencies } from '../operators/index.ts'
import type { Context, Tx } from '../platform/index.ts'
import { findUndecidedRound } from '../rounds/index.ts'
import { findTargetBox, operatorLocales, type Session, sessionExpiresAt, viewTenant } from '../sessions/index.ts'
import { readSelector } from '../upgrader/index.ts'
import { type Balance, type BalanceReader, readBalance } from '../wallet/index.ts'

/** Everything that the game app needs to begin (interface §2.1). The wallet is read meanwhile and not waited for longer than 3 s. */
export async function composeBootstrap(ctx: Context, session: Session, sessionToken: string): Promise<Bootstrap> {
  const { operator, owner, playerExternalId, currency } = session
  const askedAt = ctx.clock.now().toISOString()
  const [balance, read] = await Promise.all([
    readBalance(ctx, balanceReader(session), ctx.limits.balanceWaitMs),
    ctx.tx(owner.operatorId, (tx) => readPlay(ctx, tx, session)),
  ])
  const { settings } = operator
  return {
    sessionToken,
    expiresAt: sessionExpiresAt(session, ctx.clock.now()).toISOString(),
    player: { externalId: playerExternalId, ...readAt(balance, askedAt) },
    tenant: viewTenant(operator, { baseUrl: ctx.config.baseUrl, locale: session.locale }),
    theme: { tokens: settings.theme.tokens },
    game: { key: session.gameKey, maxReels: settings.game.maxReels, ...read.game },
    enabledGames: settings.enabledGames,
    fairness: read.fairness,
    policies: settings.policies,
    session: { currency, ratePinnedAt: session.ratePinnedAt.toISOString() },
    currencies: operatorCurrencies(operator),
    locales: operatorLocales(operator),
    allowedOrigins: allowedOrigins(ctx, operator),
    presentation: settings.presentation,
    returnUrl: session.returnUrl,
    resume: read.resume,
  }
}

/** A session as a reader of its player's balance. */
export function balanceReader({ sessionId, ...session }: Session): BalanceReader {
  return { ...session, by: `session ${sessionId}` }
}

/** A balance where a wallet that fails is no error: both fields are null then. */
export function viewBalance(balance: Balance): { balanceMinor: number | null; balanceFetchedAt: string | null } {
  if (balance.kind !== 'ok') return { balanceMinor: null, balanceFetchedAt: null }
  return { balanceMinor: balance.balanceMinor, balanceFetchedAt: balance.at.toISOString() }
}

/** A balance that could not be read is null, as of when it was asked for. */
function readAt(balance: Balance, askedAt: string) {
  const balanceFetchedAt = balance.kind === 'ok' ? balance.at.toISOString() : askedAt
  return { balanceMinor: viewBalance(balance).balanceMinor, balanceFetchedAt }
}

type OfGame = Pick<Bootstrap['game'], 'target' | 'upgrader'>

async function readPlay(
  ctx: Context,
  tx: Tx,
  session: Session,
): Promise<Pick<Bootstrap, 'fairness' | 'resume'> & { game: OfGame }> {
  const { activeSince: _, ...fairness } = await readFairnessState(ctx, tx, session.owner)
  return { fairness, game: await readGame(ctx, tx, session), resume: await findUndecidedRound(tx, session.owner) }
}

/** What the session was launched for: a box, or the Upgrader with what it offers as the session begins. */
async function readGame(ctx: Context, tx: Tx, session: Session): Promise<OfGame> {
  if (session.gameKey === 'mystery_box') return { target: await readTarget(ctx, tx, session) }
  if (session.gameKey !== 'upgrader') return { target: null }
  return { target: null, upgrader: await readSelector(ctx, tx, session.operator, session.currency) }
}

/** Null lands in the lobby, also when the box went off sale after the launch, or its operator was converted after the rate was pinned. */
async function readTarget(ctx: Context, tx: Tx, session: Session): Promise<Bootstrap['game']['target']> {
  if (session.targetBoxId === null) return null
  const version = await findTargetBox(tx, session.owner.operatorId, session.targetBoxId)
  if (version?.currency !== session.rateFrom) return null
  return {
    boxId: version.boxId,
    boxVersionId: version.boxVersionId,
    name: version.boxName,
    priceMinor: convertCeil(version.priceMinor, session.rate, version.currency, session.currency),
    currency: session.currency,
    freeOpens: await countFreeOpensOfBox(ctx, tx, session, version.boxId),
    autoOpen: session.autoOpen,
  }
}

/** An operator that has named no origin can be tried out anywhere but in production. */
function allowedOrigins(ctx: Context, operator: Operator): string[] {
  const { allowedOrigins: named } = operator.settings
  return named.length === 0 && ctx.config.environment !== 'production' ? ['*'] : named
}
