import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import type { Casino } from '../casinos.ts'

const PAGE_DIR = new URL('../page/', import.meta.url)
const ASSETS: Readonly<Record<string, string>> = {
  'base.css': 'text/css',
  'doors.css': 'text/css',
  'layout.css': 'text/css',
  'side.css': 'text/css',
  'stage.css': 'text/css',
  'weather.css': 'text/css',
  'backstage.css': 'text/css',
  'lists.css': 'text/css',
  'closeup.css': 'text/css',
  'tabs.css': 'text/css',
  'collection.css': 'text/css',
  'chart.css': 'text/css',
  'orders.css': 'text/css',
  'identity.css': 'text/css',
  'staff.css': 'text/css',
  'casino.js': 'text/javascript',
  'api.js': 'text/javascript',
  'desk.js': 'text/javascript',
  'game.js': 'text/javascript',
  'lobby.js': 'text/javascript',
  'money.js': 'text/javascript',
  'wallet.js': 'text/javascript',
  'calls.js': 'text/javascript',
  'forecast.js': 'text/javascript',
  'weather.js': 'text/javascript',
  'notice.js': 'text/javascript',
  'dom.js': 'text/javascript',
  'tabs.js': 'text/javascript',
  'detail.js': 'text/javascript',
  'webhooks.js': 'text/javascript',
  'arrival.js': 'text/javascript',
  'receiver.js': 'text/javascript',
  'deliveries.js': 'text/javascript',
  'signing.js': 'text/javascript',
  'signed.js': 'text/javascript',
  'messages.js': 'text/javascript',
  'collection.js': 'text/javascript',
  'piece.js': 'text/javascript',
  'chart.js': 'text/javascript',
  'chart-scale.js': 'text/javascript',
  'svg.js': 'text/javascript',
  'staff.js': 'text/javascript',
  'staff-job.js': 'text/javascript',
  'market.js': 'text/javascript',
  'campaigns.js': 'text/javascript',
  'protection.js': 'text/javascript',
  'payouts.js': 'text/javascript',
  'goods.js': 'text/javascript',
  'orders.js': 'text/javascript',
  'order-card.js': 'text/javascript',
  'order-words.js': 'text/javascript',
  'order-desk.js': 'text/javascript',
  'address-form.js': 'text/javascript',
  'identity.js': 'text/javascript',
  'identity-popup.js': 'text/javascript',
  'identity-words.js': 'text/javascript',
  'identity-desk.js': 'text/javascript',
  'personal.js': 'text/javascript',
  'picks.js': 'text/javascript',
  'upgrader.js': 'text/javascript',
  'upgrader-door.js': 'text/javascript',
  'upgrade-words.js': 'text/javascript',
  'icon.svg': 'image/svg+xml',
}

/** Sends a file of the page folder; false when there is no such file. */
export function sendAsset(response: ServerResponse, name: string): boolean {
  const type = Object.hasOwn(ASSETS, name) ? ASSETS[name] : undefined
  if (type === undefined) return false
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' })
  response.end(readPage(name))
  return true
}

export function sendCss(response: ServerResponse, css: string): void {
  response.writeHead(200, { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'no-cache' }).end(css)
}

/** Panels of the casino's page that stand in files of their own. */
const PANELS = {
  collection: 'panel-collection.html',
  orders: 'panel-orders.html',
  identity: 'panel-identity.html',
  staff: 'panel-staff.html',
  weather: 'panel-weather.html',
}

/** The casino's page. Only itself and the service may show, run or send anything in it. */
export function sendCasinoPage(response: ServerResponse, { slug, name }: Casino, serviceOrigin: string): void {
  const panels = Object.entries(PANELS).map(([panel, file]) => [panel, readPage(file)] as const)
  const page = panels.reduce((html, [panel, part]) => html.replace(`{{${panel}}}`, () => part), readPage('casino.html'))
  sendHtml(response, fill(page, { slug, name }), serviceOrigin)
}

/** The list of all casinos of this process. */
export function sendIndexPage(response: ServerResponse, casinos: Iterable<Casino>, serviceOrigin: string): void {
  const card = ({ slug, name, currency }: Casino) => fill(readPage('index-card.html'), { slug, name, currency })
  const cards = [...casinos].map(card).join('')
  sendHtml(
    response,
    readPage('index.html').replace('{{cards}}', () => cards),
    serviceOrigin,
  )
}

export function sendNotFoundPage(response: ServerResponse, serviceOrigin: string): void {
  sendHtml(response, readPage('not-found.html'), serviceOrigin, 404)
}

function sendHtml(response: ServerResponse, html: string, serviceOrigin: string, status = 200): void {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    `img-src 'self' ${serviceOrigin}`,
    `frame-src ${serviceOrigin}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy,
    'cache-control': 'no-store',
  })
  response.end(html)
}

function fill(html: string, values: Record<string, string>): string {
  return html.replace(/\{\{(\w+)\}\}/g, (_, key: string) => escapeHtml(values[key] ?? ''))
}

function readPage(file: string): string {
  return readFileSync(new URL(file, PAGE_DIR), 'utf8')
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
