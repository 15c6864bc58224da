import type { GameMessage, GameMessageType } from '@coffer/contract/messages'
import { readUrl } from '@coffer/web'
import { signal } from '@preact/signals'
import { isAllowed } from './origin.ts'

/** The page around the game. Nothing is posted before its origin is known and on the operator's allow-list. */
let hostOrigin: string | null = null
let allowed: readonly string[] = []

export const isFramed = window.parent !== window

/** What the host said it can do, in its `hello`. */
export const hostCan = signal<readonly string[]>([])

/**
 * Takes the allow-list of the bootstrap and, where the browser tells it, the origin of the page around. False when that page is not on
 * the list: it may frame the game for the players of another operator only.
 */
export function meetHost(allowedOrigins: readonly string[]): boolean {
  allowed = allowedOrigins
  const origin = location.ancestorOrigins?.[0] ?? readUrl(document.referrer)?.origin ?? null
  return acceptHost(origin) || !isFramed || origin === null || allowed.includes('*')
}

/** True when the origin is on the allow-list; from then on messages go to it. */
export function acceptHost(origin: string | null): boolean {
  if (!isFramed || origin === null || !isAllowed(origin, allowed)) return false
  hostOrigin ??= origin
  return hostOrigin === origin
}

/** Posts to the page around the game. Never a token, a seed or personal data. */
export function postToHost(type: GameMessageType, payload: unknown = {}, id?: string): void {
  if (hostOrigin === null) return
  const message: GameMessage = { source: 'coffer-game', v: 1, type, ...(id !== undefined && { id }), payload }
  window.parent.postMessage(message, hostOrigin)
}

/** Posts to the host how high the page is, so that it can fit its frame. */
export function watchHeight(): void {
  let posted = 0
  new ResizeObserver(() => {
    const height = Math.ceil(document.getElementById('app')!.getBoundingClientRect().height)
    if (height === posted) return
    posted = height
    postToHost('resize', { height })
  }).observe(document.getElementById('app')!)
}
