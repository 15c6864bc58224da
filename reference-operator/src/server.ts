import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Casino } from './casinos.ts'
import { answerApi } from './site/api.ts'
import { brandCss } from './site/brand.ts'
import { type Exchange, SiteError, sendError } from './site/http.ts'
import { refuseForeign } from './site/own-host.ts'
import { sendAsset, sendCasinoPage, sendCss, sendIndexPage, sendNotFoundPage } from './site/pages.ts'
import type { Site } from './site/site.ts'
import { serveMovedWallet, serveWallet } from './wallet/listener.ts'
import { receiveDelivery } from './webhooks/receiver.ts'

const INTERNAL = new SiteError(500, 'INTERNAL', 'Something went wrong on our side. Please try again.')

/** Longer than a client keeps a connection: the side that sends a request is the one that closes. */
const KEEP_ALIVE_MS = 72_000

export type Casinos = ReadonlyMap<string, Casino>

/** The one HTTP server: wallets under `/wallet`, casinos and where they take webhooks under `/c`, what their pages are made of under `/page`. */
export function createSiteServer(site: Site, casinos: Casinos): Server {
  return createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    response.setHeader('x-content-type-options', 'nosniff')
    // The game has to know which page it stands in: its origin, not the player's name in its address.
    response.setHeader('referrer-policy', 'strict-origin')
    answer(site, casinos, request, response).catch((error: unknown) => refuse(response, error))
  })
}

async function answer(site: Site, casinos: Casinos, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = URL.parse(request.url ?? '', 'http://site.invalid')
  if (url === null) throw notFound()
  const [area = '', name = '', ...rest] = url.pathname.slice(1).split('/')
  const casino = casinos.get(name)
  if (area === 'wallet' && casino) {
    const exchange = { weather: site.weather, signed: site.signed, onCall: site.wallet.onCall, request, response }
    if (rest.length === 0) return serveWallet(casino, exchange)
    if (rest.join('/') === 'moved') return serveMovedWallet(casino, exchange)
  }
  if (area === 'c' && casino && rest.join('/') === 'webhooks' && request.method === 'POST') {
    return receiveDelivery(site.inbox, casino, { request, response })
  }
  // What stands above is signed. The rest is for browsers of this machine.
  refuseForeign(
    request,
    [...casinos.values()].map(({ casinoUrl }) => casinoUrl),
  )
  if (area === 'c' && casino && rest[0] === 'api') {
    return answerApi(site, casino, rest.slice(1).join('/'), { request, response, url })
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') throw notFound()
  sendPage(site, casinos, [area, name, ...rest], { request, response, url })
}

function sendPage(site: Site, casinos: Casinos, path: string[], { response }: Exchange): void {
  const [area, name = '', ...rest] = path
  const serviceOrigin = new URL(site.baseUrl).origin
  const casino = casinos.get(name)
  const below = area === 'c' && casino ? rest.join('/') : null
  if (casino && below === '') sendCasinoPage(response, casino, serviceOrigin)
  else if (casino && below === 'brand.css') sendCss(response, brandCss(casino.order))
  else if (path.join('') === '') sendIndexPage(response, casinos.values(), serviceOrigin)
  else if (!(area === 'page' && rest.length === 0 && sendAsset(response, name))) {
    sendNotFoundPage(response, serviceOrigin)
  }
}

function refuse(response: ServerResponse, error: unknown): void {
  if (!(error instanceof SiteError)) console.error(error)
  if (response.headersSent) response.destroy()
  else sendError(response, error instanceof SiteError ? error : INTERNAL)
}

function notFound(): SiteError {
  return new SiteError(404, 'NOT_FOUND', 'There is nothing at this address.')
}
