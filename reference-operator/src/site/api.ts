import { CofferError, exponentOf } from '@coffer/operator-sdk'
import type { Casino } from '../casinos.ts'
import { openAdmin } from './admin-api.ts'
import { readCollectedItem, readCollection } from './collection-api.ts'
import { readDeliveries, readDelivery, replayDelivery, replayFailed, testEndpoint } from './deliveries-api.ts'
import { cancelPayout, confirmPayout, readGoods, readPayouts, reservePayout, sellForNuggets } from './goods-api.ts'
import { type Exchange, readJson, SiteError, sendJson } from './http.ts'
import { changeEmail, invite, openVerification, readDesk, readOffer, readStanding, reverify } from './identity-api.ts'
import { amountOf, boxIdOf, currencyOf, flagOf, fundingOf, gameKeyOf, playerOf } from './input.ts'
import {
  cancelOrder,
  changeAddress,
  placeOrder,
  quoteOrder,
  readDeskOrders,
  readOrders,
  takeOff,
} from './orders-api.ts'
import { readSignedCall, readSignedCalls } from './signed-api.ts'
import type { Site } from './site.ts'
import {
  cancelCampaign,
  giveFreeOpens,
  moveMarket,
  protect,
  readCampaigns,
  readMarket,
  readRestrictions,
} from './staff-api.ts'
import { streamLedger } from './stream.ts'
import { playUpgrade, readPrizes, readStakes, readUpgrader } from './upgrader-api.ts'
import { addFault, clearFaults, putFaults, readCalls, readFaults } from './weather-api.ts'
import { addReceiverRule, clearReceiverRules, readArrival, readWebhooks } from './webhooks-api.ts'

const LEDGER_ROWS = 50
const CATALOGUE_ROWS = 200

type Action = (site: Site, casino: Casino, exchange: Exchange) => unknown

/** What a casino's page calls on its own server, by method and name. What an action returns is the answer, as JSON. */
const ACTIONS = {
  'GET casino': readCasino,
  'GET boxes': readBoxes,
  'GET ledger': readLedger,
  'GET calls': readCalls,
  'GET faults': readFaults,
  'PUT faults': putFaults,
  'POST faults': addFault,
  'DELETE faults': clearFaults,
  'GET webhooks': readWebhooks,
  'GET webhooks/arrival': readArrival,
  'POST webhooks/rules': addReceiverRule,
  'DELETE webhooks/rules': clearReceiverRules,
  'GET deliveries': readDeliveries,
  'GET deliveries/one': readDelivery,
  'POST deliveries/replay': replayDelivery,
  'POST deliveries/replay-failed': replayFailed,
  'POST deliveries/test': testEndpoint,
  'GET signed-calls': readSignedCalls,
  'GET signed-calls/one': readSignedCall,
  'GET collection': readCollection,
  'GET collection/item': readCollectedItem,
  'GET market': readMarket,
  'POST market': moveMarket,
  'GET campaigns': readCampaigns,
  'POST campaigns': giveFreeOpens,
  'POST campaigns/cancel': cancelCampaign,
  'GET restrictions': readRestrictions,
  'POST restrictions': protect,
  'GET payouts': readPayouts,
  'POST payouts': reservePayout,
  'POST payouts/confirm': confirmPayout,
  'POST payouts/cancel': cancelPayout,
  'GET goods': readGoods,
  'POST goods': sellForNuggets,
  'GET orders': readOrders,
  'GET orders/desk': readDeskOrders,
  'POST orders': placeOrder,
  'POST orders/quote': quoteOrder,
  'POST orders/cancel': cancelOrder,
  'POST orders/address': changeAddress,
  'POST orders/remove-item': takeOff,
  'GET identity': readStanding,
  'GET identity/offer': readOffer,
  'POST identity/session': openVerification,
  'GET identity/desk': readDesk,
  'POST identity/reverify': reverify,
  'POST identity/invite': invite,
  'POST identity/email': changeEmail,
  'GET upgrader': readUpgrader,
  'GET upgrader/stakes': readStakes,
  'POST upgrader/prizes': readPrizes,
  'POST upgrader/play': playUpgrade,
  'POST admin': openAdmin,
  'POST launch': launch,
  'POST top-up': topUp,
  'POST blocked': setBlocked,
} satisfies Record<string, Action>

/** These make something new, and answer 201. */
const MAKERS: ReadonlySet<string> = new Set<keyof SiteAnswers>([
  'POST deliveries/test',
  'POST campaigns',
  'POST payouts',
  'POST goods',
  'POST orders',
  'POST identity/session',
  'POST launch',
  'POST top-up',
])

/** The answer of each call. The page has its types from here. */
export type SiteAnswers = { [Call in keyof typeof ACTIONS]: Awaited<ReturnType<(typeof ACTIONS)[Call]>> }

/** Answers a call of `/c/<slug>/api/<name>`. Throws SiteError for a refusal. */
export async function answerApi(site: Site, casino: Casino, name: string, exchange: Exchange): Promise<void> {
  const call = `${exchange.request.method} ${name}`
  if (call === 'GET ledger/stream') return streamLedger(site, casino, exchange)
  const action = (ACTIONS as Readonly<Record<string, Action>>)[call]
  if (!action) throw new SiteError(404, 'NOT_FOUND', 'There is nothing at this address.')
  try {
    sendJson(exchange.response, MAKERS.has(call) ? 201 : 200, await action(site, casino, exchange))
  } catch (error) {
    throw error instanceof CofferError ? translated(error) : error
  }
}

function readCasino(site: Site, casino: Casino, { url }: Exchange) {
  const player = playerOf(url.searchParams.get('player'))
  site.wallet.openPlayer(casino.slug, player, casino.currency)
  const { slug, name, currency } = casino
  const currencies = casino.currencies.map((code) => ({ code, exponent: exponentOf(code) }))
  return { slug, name, currency, currencies, serviceOrigin: new URL(site.baseUrl).origin }
}

async function readBoxes(_: Site, casino: Casino, { url }: Exchange) {
  const currency = currencyOf(casino, url.searchParams.get('currency'))
  const { boxes } = await casino.coffer.listBoxes({ currency, limit: CATALOGUE_ROWS })
  const onSale = boxes.flatMap((box) => {
    const { isActive, boxVersionId, priceMinor } = box
    return isActive && boxVersionId !== null && priceMinor !== null ? [{ ...box, priceMinor }] : []
  })
  return { boxes: onSale }
}

function readLedger({ ledger, wallet }: Site, { slug, currency }: Casino, { url }: Exchange) {
  const player = playerOf(url.searchParams.get('player'))
  wallet.openPlayer(slug, player, currency)
  const balances = wallet.balances(slug, player).map((row) => ({ ...row, exponent: exponentOf(row.currency) }))
  const entries = ledger.listEntries(slug, player, 0, LEDGER_ROWS).reverse()
  return { player: wallet.player(slug, player)!, balances, entries }
}

async function launch({ wallet }: Site, casino: Casino, { request }: Exchange) {
  const input = await readJson(request)
  const player = playerOf(input.player)
  const currency = currencyOf(casino, input.currency)
  const gameKey = gameKeyOf(input.gameKey)
  const boxId = boxIdOf(input.boxId)
  const funding = fundingOf(input.funding)
  wallet.openPlayer(casino.slug, player, currency)
  const { launchUrl, expiresAt } = await casino.coffer.createLaunch({
    playerExternalId: player,
    gameKey,
    target: { boxId },
    currency,
    funding,
    returnUrl: `${casino.casinoUrl}?player=${encodeURIComponent(player)}`,
  })
  return { launchUrl, expiresAt }
}

async function topUp({ wallet }: Site, casino: Casino, { request }: Exchange) {
  const input = await readJson(request)
  const [player, currency] = [playerOf(input.player), currencyOf(casino, input.currency)]
  return { entry: wallet.topUp(casino.slug, player, currency, amountOf(input.amountMinor)) }
}

async function setBlocked({ wallet }: Site, { slug }: Casino, { request }: Exchange) {
  const input = await readJson(request)
  const player = playerOf(input.player)
  wallet.setBlocked(slug, player, flagOf('blocked', input.blocked))
  return { player: wallet.player(slug, player) }
}

function translated({ status, code, message, fields }: CofferError): SiteError {
  if (status >= 400 && status < 500 && status !== 401) return new SiteError(status, code, message, fields)
  const reason = status === 401 ? 'The games do not accept this casino\u2019s key.' : 'The games cannot be reached.'
  return new SiteError(502, code, `${reason} Nothing was charged. Please try again in a moment.`)
}
