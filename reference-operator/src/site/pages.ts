import { readdirSync, readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { extname } from 'node:path'
import type { Casino } from '../casinos.ts'

const PAGE_DIR = new URL('../page/', import.meta.url)
const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
}
/** Styles, scripts and SVG files of the page folder, by name, with their types. */
const ASSETS: ReadonlyMap<string, string> = new Map(
  readdirSync(PAGE_DIR).flatMap((name) => {
    const type = TYPES[extname(name)]
    return type === undefined ? [] : [[name, type] as const]
  }),
)

/** Sends a file of the page folder; false when there is no such file. */
export function sendAsset(response: ServerResponse, name: string): boolean {
  const type = ASSETS.get(name)
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
