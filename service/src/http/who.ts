import type { Route } from '@coffer/contract/route'
import { ensurePairs } from '../fairness/index.ts'
import { assert, type Owner, Refusal } from '../kernel/index.ts'
import type { Caller, Operator, Who } from '../operators/index.ts'
import type { Context } from '../platform/index.ts'
import { ensurePlayer, findPlayer } from '../players/index.ts'
import type { RawInput } from './read-input.ts'

/** Who asks, on either surface, and the currency of what names none: the session's, or the operator's own. A session is one. */
export type Asker = Who & { currency: string }

/** The same where nobody may be found: `owner` is null then, and the id too where nobody was named. */
export type PerhapsAsker = {
  operator: Operator
  owner: Owner | null
  playerExternalId: string | null
  currency: string
}

/** Who asks by a route of a backend, as it says how its player is found. */
export type AskerOf<R extends Route> = R extends { readonly player: 'known' }
  ? PerhapsAsker
  : R extends { readonly player: NonNullable<Route['player']> }
    ? Asker
    : { operator: Operator; currency: string }

/** Whoever a backend asks for, found as the route says. Throws what it says of a player whom we have never heard of. */
export async function whoIsAskedFor<R extends Route>(
  ctx: Context,
  route: R,
  caller: Caller,
  { query, body }: RawInput,
): Promise<Caller & AskerOf<R>> {
  const { player } = route as Route
  const { operator } = caller
  const { currency } = operator
  const asks = (found: object) => ({ ...caller, currency, ...found }) as unknown as Caller & AskerOf<R>
  if (player === undefined) return asks({})
  const { playerExternalId = null } = { ...(query as Named), ...(body as Named) }
  const owner = playerExternalId === null ? null : await findOwner(ctx, operator, playerExternalId, player === 'made')
  if (owner === null && typeof player === 'object') throw new Refusal(player.orElse)
  assert(owner !== null || player === 'known', 'a route that needs its player has them named')
  return asks({ owner, playerExternalId })
}

type Named = { playerExternalId?: string }

async function findOwner(
  ctx: Context,
  { operatorId }: Operator,
  playerExternalId: string,
  orMake: boolean,
): Promise<Owner | null> {
  return ctx.tx(operatorId, async (tx) => {
    const known = await findPlayer(tx, operatorId, playerExternalId)
    if (known || !orMake) return known ? { operatorId, playerId: known.playerId } : null
    const { playerId } = await ensurePlayer(tx, operatorId, playerExternalId, ctx.clock.now())
    const owner = { operatorId, playerId }
    // Whoever would make them with the first draw could not share the transaction that pays for it.
    await ensurePairs(ctx, tx, owner)
    return owner
  })
}

/** What the pages of a player's list are bound to, beside its filters: a page of one player, or surface, is none of another's. */
export function listOf(who: PerhapsAsker): readonly unknown[] {
  return 'sessionId' in who ? [who.owner] : [who.operator.operatorId, who.playerExternalId]
}

/** A list of a player whom we have never heard of. */
export const NO_PAGES = { next: null, prev: null }
