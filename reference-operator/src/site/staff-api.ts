import { randomUUID } from 'node:crypto'
import type { Casino } from '../casinos.ts'
import { type Exchange, readJson } from './http.ts'
import { countOf, flagOf, idNumberOf, playerOf, textIdOf } from './input.ts'
import type { Site } from './site.ts'

/** What the casino's own people tell Coffer: what a card is worth, who gets free opens, and who may not play. */

const MINUTE_MS = 60_000
const CAMPAIGN_MINUTES = 60
const COOL_OFF_MINUTES = 15
/** Campaigns of a player that the page shows. */
const CAMPAIGN_ROWS = 3
const MAX_FREE_OPENS = 20
const MAX_CAP = 1_000_000_000

/** The player's collectibles in the casino's own currency, in which a value is told. */
export async function readMarket(_: Site, casino: Casino, { url }: Exchange) {
  const playerExternalId = playerOf(url.searchParams.get('player'))
  const { items } = await casino.coffer.listInventory({ playerExternalId, collectible: true, limit: 200 })
  const cards = new Map(items.map(({ itemId, name, currentValueMinor }) => [itemId, { name, currentValueMinor }]))
  // What has left the catalogue has no value of today to move.
  const known = [...cards].flatMap(([itemId, { name, currentValueMinor: valueMinor }]) =>
    typeof valueMinor === 'number' ? [{ itemId, name, valueMinor }] : [],
  )
  return { currency: casino.currency, cards: known }
}

/** Says what a card is worth from now on. */
export async function moveMarket(_: Site, casino: Casino, { request }: Exchange) {
  const input = await readJson(request)
  const itemId = idNumberOf('itemId', input.itemId)
  const valueMinor = countOf('valueMinor', input.valueMinor, 0, Number.MAX_SAFE_INTEGER)
  return { value: await casino.coffer.recordValue({ itemId, valueMinor }) }
}

/** The player's last campaigns, with what they have used of each. */
export async function readCampaigns(_: Site, casino: Casino, { url }: Exchange) {
  const playerExternalId = playerOf(url.searchParams.get('player'))
  const { campaigns } = await casino.coffer.listCampaigns({ playerExternalId, limit: CAMPAIGN_ROWS })
  const rows = campaigns.map(async (campaign) => {
    const { players } = await casino.coffer.getCampaign({ extId: campaign.extId })
    const own = players.find((one) => one.playerExternalId === playerExternalId)
    return { ...campaign, usedCount: own?.usedCount ?? 0, leftCount: own?.leftCount ?? 0 }
  })
  return { campaigns: await Promise.all(rows) }
}

/** Gives the player free opens of a box for an hour. */
export async function giveFreeOpens(site: Site, casino: Casino, { request }: Exchange) {
  const input = await readJson(request)
  const { campaign } = await casino.coffer.createCampaign({
    extId: `desk-${randomUUID()}`,
    boxIds: [idNumberOf('boxId', input.boxId)],
    quantity: countOf('quantity', input.quantity, 1, MAX_FREE_OPENS),
    validUntil: inMinutes(site, CAMPAIGN_MINUTES),
    playerExternalIds: [playerOf(input.player)],
  })
  return { campaign }
}

export async function cancelCampaign(_: Site, casino: Casino, { request }: Exchange) {
  const { extId } = await readJson(request)
  return await casino.coffer.cancelCampaign({ extId: textIdOf('extId', extId) })
}

export async function readRestrictions(_: Site, casino: Casino, { url }: Exchange) {
  const playerExternalId = playerOf(url.searchParams.get('player'))
  const { restrictions } = await casino.coffer.getRestrictions({ playerExternalId })
  return { restrictions, currency: casino.currency }
}

/** Protects the player, or lifts what protects them: only what the body names changes, and null lifts. */
export async function protect(site: Site, casino: Casino, { request }: Exchange) {
  const { player, coolOff, selfExcluded, dailySpendMinor, dailyOpensCount } = await readJson(request)
  const wish = {
    ...(coolOff !== undefined && {
      coolOffUntil: flagOf('coolOff', coolOff) ? inMinutes(site, COOL_OFF_MINUTES) : null,
    }),
    ...(selfExcluded !== undefined && { selfExcluded: flagOf('selfExcluded', selfExcluded) }),
    ...(dailySpendMinor !== undefined && { dailySpendMinor: capOf('dailySpendMinor', dailySpendMinor) }),
    ...(dailyOpensCount !== undefined && { dailyOpensCount: capOf('dailyOpensCount', dailyOpensCount) }),
  }
  const { restrictions } = await casino.coffer.setRestrictions({ playerExternalId: playerOf(player), ...wish })
  return { restrictions, currency: casino.currency }
}

function capOf(field: string, value: unknown): number | null {
  return value === null ? null : countOf(field, value, 0, MAX_CAP)
}

function inMinutes({ inbox }: Site, minutes: number): string {
  return new Date(inbox.now() + minutes * MINUTE_MS).toISOString()
}
