import { CofferError, exponentOf } from '@coffer/operator-sdk'
import type { Casino } from '../casinos.ts'
import { sendCollectedItem, sendCollection } from './collection-api.ts'
import { replayDelivery, replayFailed, sendDeliveries, sendDelivery, testEndpoint } from './deliveries-api.ts'
import { cancelPayout, confirmPayout, reservePayout, sellForNuggets, sendGoods, sendPayouts } from './goods-api.ts'
import { type Exchange, readJson, SiteError, sendJson } from './http.ts'
import { changeEmail, invite, openVerification, reverify, sendDesk, sendOffer, sendStanding } from './identity-api.ts'
import { amountOf, boxIdOf, currencyOf, flagOf, fundingOf, gameKeyOf, playerOf } from './input.ts'
import {
  cancelOrder,
  changeAddress,
  placeOrder,
  quoteOrder,
  sendDeskOrders,
  sendOrders,
  takeOff,
} from './orders-api.ts'
import { sendSignedCall, sendSignedCalls } from './signed-api.ts'
import type { Site } from './site.ts'
import {
  cancelCampaign,
  giveFreeOpens,
  moveMarket,
  protect,
  sendCampaigns,
  sendMarket,
  sendRestrictions,
} from './staff-api.ts'
import { streamLedger } from './stream.ts'
import { playUpgrade, sendPrizes, sendStakes, sendUpgrader } from './upgrader-api.ts'
import { addFault, clearFaults, putFaults, sendCalls, sendFaults } from './weather-api.ts'
import { addReceiverRule, clearReceiverRules, sendArrival, sendWebhooks } from './webhooks-api.ts'

const LEDGER_ROWS = 50
const CATALOGUE_ROWS = 200

type Action = (site: Site, casino: Casino, exchange: Exchange) => Promise<void> | void

/** What a casino's page calls on its own server, by method and name. */
const ACTIONS: Readonly<Record<string, Action>> = {
  'GET casino': sendCasino,
  'GET boxes': sendBoxes,
  'GET ledger': sendLedger,
  'GET ledger/stream': streamLedger,
  'GET calls': sendCalls,
  'GET faults': sendFaults,
  'PUT faults': putFaults,
  'POST faults': addFault,
  'DELETE faults': clearFaults,
  'GET webhooks': sendWebhooks,
  'GET webhooks/arrival': sendArrival,
  'POST webhooks/rules': addReceiverRule,
  'DELETE webhooks/rules': clearReceiverRules,
  'GET deliveries': sendDeliveries,
  'GET deliveries/one': sendDelivery,
  'POST deliveries/replay': replayDelivery,
  'POST deliveries/replay-failed': replayFailed,
  'POST deliveries/test': testEndpoint,
  'GET signed-calls': sendSignedCalls,
  'GET signed-calls/one': sendSignedCall,
  'GET collection': sendCollection,
  'GET collection/item': sendCollectedItem,
  'GET market': sendMarket,
  'POST market': moveMarket,
  'GET campaigns': sendCampaigns,
  'POST campaigns': giveFreeOpens,
  'POST campaigns/cancel': cancelCampaign,
  'GET restrictions': sendRestrictions,
  'POST restrictions': protect,
  'GET payouts': sendPayouts,
  'POST payouts': reservePayout,
  'POST payouts/confirm': confirmPayout,
  'POST payouts/cancel': cancelPayout,
  'GET goods': sendGoods,
  'POST goods': sellForNuggets,
  'GET orders': sendOrders,
  'GET orders/desk': sendDeskOrders,
  'POST orders': placeOrder,
  'POST orders/quote': quoteOrder,
  'POST orders/cancel': cancelOrder,
  'POST orders/address': changeAddress,
  'POST orders/remove-item': takeOff,
  'GET identity': sendStanding,
  'GET identity/offer': sendOffer,
  'POST identity/session': openVerification,
  'GET identity/desk': sendDesk,
  'POST identity/reverify': reverify,
  'POST identity/invite': invite,
  'POST identity/email': changeEmail,
  'GET upgrader': sendUpgrader,
  'GET upgrader/stakes': sendStakes,
  'POST upgrader/prizes': sendPrizes,
  'POST upgrader/play': playUpgrade,
  'POST launch': launch,
  'POST top-up': topUp,
  'POST blocked': setBlocked,
}

/** Answers a call of `/c/<slug>/api/<name>`. Throws SiteError for a refusal. */
export async function answerApi(site: Site, casino: Casino, name: string, exchange: Exchange): Promise<void> {
  const action = ACTIONS[`${exchange.request.method} ${name}`]
  if (!action) throw new SiteError(404, 'NOT_FOUND', 'There is nothing at this address.')
  try {
    await action(site, casino, exchange)
  } catch (error) {
    throw error instanceof CofferError ? translated(error) : error
  }
}

function sendCasino(site: Site, casino: Casino, { response, url }: Exchange): void {
  const player = playerOf(url.searchParams.get('player'))
  site.wallet.openPlayer(casino.slug, player, casino.currency)
  const { slug, name, currency } = casino
  const currencies = casino.currencies.map((code) => ({ code, exponent: exponentOf(code) }))
  sendJson(response, 200, { slug, name, currency, currencies, serviceOrigin: new URL(site.baseUrl).origin })
}

async function sendBoxes(_: Site, casino: Casino, { response, url }: Exchange): Promise<void> {
  const currency = currencyOf(casino, url.searchParams.get('currency'))
  const { boxes } = await casino.coffer.listBoxes({ currency, limit: CATALOGUE_ROWS })
  const onSale = boxes.filter((box) => box.isActive && box.boxVersionId !== null && box.priceMinor !== null)
  sendJson(response, 200, { boxes: onSale })
}

function sendLedger({ ledger, wallet }: Site, { slug, currency }: Casino, { response, url }: Exchange): void {
  const player = playerOf(url.searchParams.get('player'))
  wallet.openPlayer(slug, player, currency)
  const balances = wallet.balances(slug, player).map((row) => ({ ...row, exponent: exponentOf(row.currency) }))
  const entries = ledger.listEntries(slug, player, 0, LEDGER_ROWS).reverse()
  sendJson(response, 200, { player: wallet.player(slug, player), balances, entries })
}

async function launch({ wallet }: Site, casino: Casino, { request, response }: Exchange): Promise<void> {
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
  sendJson(response, 201, { launchUrl, expiresAt })
}

async function topUp({ wallet }: Site, casino: Casino, { request, response }: Exchange): Promise<void> {
  const input = await readJson(request)
  const [player, currency] = [playerOf(input.player), currencyOf(casino, input.currency)]
  sendJson(response, 201, { entry: wallet.topUp(casino.slug, player, currency, amountOf(input.amountMinor)) })
}

async function setBlocked({ wallet }: Site, { slug }: Casino, { request, response }: Exchange): Promise<void> {
  const input = await readJson(request)
  const player = playerOf(input.player)
  wallet.setBlocked(slug, player, flagOf('blocked', input.blocked))
  sendJson(response, 200, { player: wallet.player(slug, player) })
}

function translated({ status, code, message, fields }: CofferError): SiteError {
  if (status >= 400 && status < 500 && status !== 401) return new SiteError(status, code, message, fields)
  const reason = status === 401 ? 'The games do not accept this casino\u2019s key.' : 'The games cannot be reached.'
  return new SiteError(502, code, `${reason} Nothing was charged. Please try again in a moment.`)
}
