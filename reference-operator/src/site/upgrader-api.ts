import { CofferError } from '@coffer/operator-sdk'
import type { Casino } from '../casinos.ts'
import { type Exchange, readJson, SiteError } from './http.ts'
import { countOf, currencyOf, idNumberOf, idsOf, playerOf, textIdOf } from './input.ts'
import type { Site } from './site.ts'

/** The Upgrader: whether this casino has it, and plays that its own people make for a player. */

const VAULT_ROWS = 24
const WHOLE_BPS = 10_000

/** What the Upgrader offers in `?currency=`, and whether the casino has it at all. */
export async function readUpgrader(_: Site, casino: Casino, { url }: Exchange) {
  const currency = currencyOf(casino, url.searchParams.get('currency'))
  const { enabledGames, upgrader } = await casino.coffer.config({ currency })
  return { isOffered: enabledGames.includes('upgrader') && upgrader.available, config: upgrader }
}

/** What stands free in the player's vault. Things bought with points are only ever sent. */
export async function readStakes(_: Site, casino: Casino, { url }: Exchange) {
  const playerExternalId = playerOf(url.searchParams.get('player'))
  const { items } = await casino.coffer.listInventory({ playerExternalId, state: 'unresolved', limit: VAULT_ROWS })
  const free = items.filter(({ acquisitionType }) => acquisitionType === 'game_win')
  return {
    items: free.map(({ id, name, valueMinor, currency }) => ({ id, name, valueMinor, currency })),
  }
}

/** What can be won with a stake; asking stakes nothing. */
export async function readPrizes(_: Site, casino: Casino, { request }: Exchange) {
  const input = await readJson(request)
  const aim = aimOf(casino, input)
  const stake = stakeOf(input)
  const { upgraderPrizes, upgraderPrizesByItems } = casino.coffer
  const asked =
    'wagerMinor' in stake ? upgraderPrizes({ ...aim, ...stake }) : upgraderPrizesByItems({ ...aim, ...stake })
  return await asked
}

/** Plays. The page names the click, and asks with the same one again while nobody can say how the play ended. */
export async function playUpgrade(_: Site, casino: Casino, { request }: Exchange) {
  const input = await readJson(request)
  const wish = {
    ...aimOf(casino, input),
    clientActionId: textIdOf('clientActionId', input.clientActionId),
    targetItemId: idNumberOf('targetItemId', input.targetItemId),
  }
  const stake = stakeOf(input)
  const { playUpgrader, playUpgraderWithItems } = casino.coffer
  const played =
    'wagerMinor' in stake ? playUpgrader({ ...wish, ...stake }) : playUpgraderWithItems({ ...wish, ...stake })
  return await played.catch(sayUndecided)
}

type Input = Record<string, unknown>

function aimOf(casino: Casino, { player, chanceBps, currency }: Input) {
  return {
    playerExternalId: playerOf(player),
    chanceBps: countOf('chanceBps', chanceBps, 1, WHOLE_BPS),
    currency: currencyOf(casino, currency),
  }
}

/** An amount, or things of the vault. */
function stakeOf({ wagerMinor, stakeItemIds }: Input): { wagerMinor: number } | { stakeItemIds: number[] } {
  if (stakeItemIds !== undefined) return { stakeItemIds: idsOf('stakeItemIds', stakeItemIds) }
  return { wagerMinor: countOf('wagerMinor', wagerMinor, 1, Number.MAX_SAFE_INTEGER) }
}

/** 503 tells the page that the same click has to come again. */
function sayUndecided(error: unknown): never {
  if (!(error instanceof CofferError && error.undecided)) throw error
  const words = 'Nobody can say yet how this play ended. Play again: the same play is asked for, never a second one.'
  throw new SiteError(503, error.code, words)
}
