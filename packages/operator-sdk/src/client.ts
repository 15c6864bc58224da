import { randomBytes as nodeRandomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Route } from '@coffer/contract/route'
import { s2sRoutes } from '@coffer/contract/s2s'
import type { ClientOf } from './client-types.ts'
import { CofferError } from './error.ts'
import { readAnswer } from './read-answer.ts'
import { requestOf } from './request.ts'
import { sign } from './signing.ts'

/** One attempt, wallet included: Coffer waits 10 s for a wallet, and a repeat waits for the first request. */
const DEFAULT_TIMEOUT_MS = 30_000
const DEFAULT_RETRIES = 5
const DEFAULT_WAIT_SECONDS = 1
const MAX_WAIT_SECONDS = 30
const NONCE_BYTES = 18

export type CofferOptions = {
  /** Address of the service, e.g. `https://games.example`. */
  baseUrl: string
  /** `ck_live_…` or `ck_test_…`. */
  keyId: string
  keySecret: string
  fetch?: typeof globalThis.fetch
  /** Milliseconds since 1970. Default `Date.now`. */
  now?: () => number
  randomBytes?: (size: number) => Uint8Array
  /** How often a request with a `clientActionId` is repeated while its outcome is undecided. Default 5; 0 never repeats. */
  retries?: number
  /** Longest wait for one answer, in milliseconds. Default 30 000. */
  timeoutMs?: number
  /** Waits between repeats. Default is a timer. */
  wait?: (ms: number) => Promise<unknown>
}

export type Coffer = ClientOf<typeof s2sRoutes>

type Settings = Required<CofferOptions>

/**
 * A client of the backend API with one method per route: `coffer.createLaunch(body)`, `coffer.listBoxes({limit: 20})`,
 * `coffer.getBox({boxId: 42})`. Path parameters, query and body are given as one object.
 * Every method throws {@link CofferError} when Coffer refuses or no answer comes.
 */
export function createCoffer(options: CofferOptions): Coffer {
  const settings: Settings = {
    ...options,
    fetch: options.fetch ?? globalThis.fetch,
    now: options.now ?? Date.now,
    randomBytes: options.randomBytes ?? nodeRandomBytes,
    retries: options.retries ?? DEFAULT_RETRIES,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    wait: options.wait ?? sleep,
  }
  const methods = Object.entries(s2sRoutes).map(([name, route]) => [
    name,
    (input: object = {}) => call(settings, route, input as Record<string, unknown>),
  ])
  return Object.fromEntries(methods)
}

async function call(settings: Settings, route: Route, input: Record<string, unknown>): Promise<unknown> {
  const repeats = typeof input.clientActionId === 'string' ? settings.retries : 0
  for (let attempt = 0; ; attempt++) {
    try {
      return await send(settings, route, input)
    } catch (error) {
      if (!(error instanceof CofferError) || !error.undecided || attempt >= repeats) throw error
      const seconds = Math.min(error.retryAfterSeconds ?? DEFAULT_WAIT_SECONDS, MAX_WAIT_SECONDS)
      await settings.wait(seconds * 1000)
    }
  }
}

async function send(settings: Settings, route: Route, input: Record<string, unknown>): Promise<unknown> {
  const { url, path, body } = requestOf(settings.baseUrl, route, input)
  const { headers } = sign({
    secret: settings.keySecret,
    keyId: settings.keyId,
    method: route.method,
    path,
    body: body ?? '',
    timestamp: Math.floor(settings.now() / 1000),
    nonce: Buffer.from(settings.randomBytes(NONCE_BYTES)).toString('base64url'),
  })
  if (body !== undefined) headers['content-type'] = 'application/json'
  const request = {
    method: route.method,
    headers,
    redirect: 'manual' as const,
    ...(body === undefined ? {} : { body }),
  }
  try {
    const response = await settings.fetch(url, { ...request, signal: AbortSignal.timeout(settings.timeoutMs) })
    return readAnswer(response, await response.text(), settings.now())
  } catch (cause) {
    if (cause instanceof CofferError) throw cause
    throw new CofferError({ status: 0, code: 'NO_ANSWER', message: 'Coffer did not answer.', cause })
  }
}
