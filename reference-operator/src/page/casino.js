import { player, read, send } from './api.js'
import { openCollection, refreshCollection, showThing } from './collection.js'
import { chosenFunding, openDesk, showBlocked, showTopUp } from './desk.js'
import { byId } from './dom.js'
import { closeGame, listenToGame, openGame, postToGame } from './game.js'
import { openIdentity, refreshIdentity } from './identity.js'
import { showBoxes } from './lobby.js'
import { openMessages } from './messages.js'
import { learnCurrencies } from './money.js'
import { clearNotice, notice } from './notice.js'
import { openOrders, refreshOrders } from './orders.js'
import { openSigned, refreshSigned } from './signed.js'
import { openStaff } from './staff.js'
import { openTabs, showTab } from './tabs.js'
import { openUpgraderDoor, showUpgraderDoor } from './upgrader-door.js'
import { followWallet, refreshWallet, showCurrency } from './wallet.js'
import { openWeather, refreshWeather } from './weather.js'
import { openWebhooks, refreshWebhooks } from './webhooks.js'

const currencies = /** @type {HTMLSelectElement} */ (byId('currency'))
const openLobby = /** @type {HTMLButtonElement} */ (byId('open-game'))

/** What the game says that the player has to read here too. */
const WORDS = new Map([
  ['session.expired', 'The game has ended after a while without play. Nothing is lost: open it again.'],
  ['fatal', 'The game could not go on. Nothing is lost: go back to the lobby and open it again.'],
  ['funds.insufficient', 'The balance is too low for this. Nothing was charged.'],
])
const MOVES_MONEY = new Set(['balance', 'round.settled', 'item.cashed_back', 'shipping.created', 'funds.insufficient'])

/** @type {{name: string, currency: string, currencies: {code: string, exponent: number}[], serviceOrigin: string}} */
let casino
let isLaunching = false

async function start() {
  openTabs()
  const name = /** @type {HTMLInputElement} */ (byId('player'))
  name.value = player
  casino = await read('casino')
  learnCurrencies(casino.currencies)
  currencies.replaceChildren(...casino.currencies.map(({ code }) => new Option(code, code)))
  currencies.value = casino.currency
  currencies.addEventListener('change', changeCurrency)
  openLobby.addEventListener('click', () => launch({ title: casino.name, openedBy: openLobby }))
  openUpgraderDoor((door) => launch({ gameKey: 'upgrader', title: 'Upgrader', openedBy: door }))
  byId('close-game').addEventListener('click', closeGame)
  listenToGame(hearGame)
  byId('to-lobby').addEventListener('click', () => showTab('lobby'))
  openDesk(() => currencies.value, refresh)
  openCollection({ currency: () => currencies.value, serviceOrigin: casino.serviceOrigin })
  openOrders(casino.serviceOrigin)
  openIdentity(casino.serviceOrigin)
  openStaff(refreshCollection)
  openMessages(postToGame)
  openSigned()
  await Promise.all([openWeather(), openWebhooks()])
  followWallet({
    onBell: { weather: refreshWeather, webhooks: hearWebhooks, signed: refreshSigned },
    onEntry: (entry) => {
      // Of what Coffer itself asked for, the game knows already.
      if (entry.idempotencyKey === null) postToGame('balance.refresh')
    },
  })
  changeCurrency()
  refresh()
  for (const id of ['open-game', 'top-up', 'blocked', 'fair', 'test-event']) enable(byId(id))
  for (const node of document.querySelectorAll('[data-testid=add-fault]')) enable(node)
}

function hearWebhooks() {
  refreshWebhooks()
  refreshOrders()
  refreshIdentity()
}

/** What needs the casino's answer before it can do anything. @param {Element} node */
function enable(node) {
  node.removeAttribute('disabled')
}

function changeCurrency() {
  showCurrency(currencies.value)
  showTopUp(currencies.value)
  showBoxes(currencies.value, casino.serviceOrigin, (box, card) => {
    launch({ boxId: box.boxId, title: box.name, openedBy: card })
  })
  showUpgraderDoor(currencies.value)
  refreshCollection()
}

/** @param {{boxId?: number, gameKey?: string, title: string, openedBy: HTMLElement}} wanted */
async function launch({ boxId, gameKey, title, openedBy }) {
  if (isLaunching) return
  isLaunching = true
  clearNotice()
  openedBy.setAttribute('aria-busy', 'true')
  try {
    const funding = boxId === undefined ? undefined : chosenFunding()
    const { launchUrl } = await send('launch', { boxId, gameKey, funding, currency: currencies.value })
    openGame({ title, launchUrl, serviceOrigin: casino.serviceOrigin, openedBy })
    refresh()
  } catch (problem) {
    notice(problem)
  }
  openedBy.removeAttribute('aria-busy')
  isLaunching = false
}

/** @param {string} type @param {any} payload */
function hearGame(type, payload) {
  if (type === 'close') closeGame()
  if (type === 'navigate') followGame(payload)
  const words = WORDS.get(type)
  if (words) notice(words)
  if (MOVES_MONEY.has(type)) refresh()
}

/** Where the game sends the player: only places of this page that it was told of. @param {any} payload */
function followGame(payload) {
  const { to, inventoryItemId } = payload ?? {}
  if (to === 'collection' && Number.isSafeInteger(inventoryItemId)) showThing(inventoryItemId)
}

function refresh() {
  refreshCollection()
  refreshWallet().then((who) => showBlocked(who.blocked), notice)
}

start().catch(notice)
