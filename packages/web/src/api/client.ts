import type { ErrorCode } from '@coffer/contract/errors'
import type { playRoutes } from '@coffer/contract/play'
import { PlayFailure, readFailure } from './failure.ts'

/** Types of the player API, read from the contract's route table. */
export type Play = typeof playRoutes
export type PlayRoute = keyof Play

type Outcome<Schema> = Schema extends { _output: infer Output } ? Output : undefined
type Input<Schema> = Schema extends { _input: infer Given } ? Given : never
type Part<Route, Name extends string> = Route extends { [K in Name]: infer Schema }
  ? { [K in Name]: Input<Schema> }
  : unknown

export type PlayAnswer<R extends PlayRoute> = Outcome<Play[R]['success'][keyof Play[R]['success']]>
export type PlayRequest<R extends PlayRoute> = Part<Play[R], 'params'> &
  Partial<Part<Play[R], 'query'>> &
  Part<Play[R], 'body'>

/** Method, path and time-out in milliseconds of each route; the types hold them to the contract without its schemas. */
const endpoints: { readonly [R in PlayRoute]: readonly [Play[R]['method'], Play[R]['path'], number?] } = {
  initSession: ['POST', '/api/play/session/init'],
  heartbeat: ['POST', '/api/play/session/heartbeat'],
  logout: ['POST', '/api/play/session/logout'],
  setCurrency: ['POST', '/api/play/session/currency'],
  balance: ['POST', '/api/play/wallet/balance'],
  listBoxes: ['GET', '/api/play/boxes'],
  getBox: ['GET', '/api/play/boxes/:boxId'],
  openRound: ['POST', '/api/play/rounds/open', 30_000],
  openHeldRound: ['POST', '/api/play/rounds/:publicId/open', 30_000],
  cancelHeldRound: ['POST', '/api/play/rounds/:publicId/cancel', 30_000],
  listRounds: ['GET', '/api/play/rounds'],
  getRound: ['GET', '/api/play/rounds/:publicId'],
  listInventory: ['GET', '/api/play/inventory'],
  cashBackItem: ['POST', '/api/play/inventory/:id/cashback', 30_000],
  quoteShipping: ['POST', '/api/play/shipping/quote'],
  createOrder: ['POST', '/api/play/shipping/orders', 30_000],
  listOrders: ['GET', '/api/play/shipping/orders'],
  getOrder: ['GET', '/api/play/shipping/orders/:publicId'],
  cancelOrder: ['POST', '/api/play/shipping/orders/:publicId/cancel', 30_000],
  changeOrderAddress: ['POST', '/api/play/shipping/orders/:publicId/address'],
  removeOrderItem: ['POST', '/api/play/shipping/orders/:publicId/remove-item'],
  upgraderConfig: ['GET', '/api/play/upgrader/config'],
  upgraderPrizes: ['POST', '/api/play/upgrader/prizes'],
  playUpgrader: ['POST', '/api/play/upgrader/play', 30_000],
  upgraderPrizesByItems: ['POST', '/api/play/upgrader/prizes-by-items'],
  playUpgraderWithItems: ['POST', '/api/play/upgrader/play-with-items', 30_000],
  fairnessState: ['GET', '/api/play/fairness/state'],
  rotateSeed: ['POST', '/api/play/fairness/rotate'],
  listSeeds: ['GET', '/api/play/fairness/seeds'],
}

const TIMEOUT_MS = 12_000

export type PlayApiOptions = {
  /** Origin of the service, without a slash at the end; empty for the page's own. */
  baseUrl: string
  getToken(): string | null
  /** Told when the service says that the session is over. */
  onSessionEnd?(code: ErrorCode): void
  fetch?: typeof globalThis.fetch
  /** Wall clock in milliseconds, for `Retry-After` dates. */
  now?(): number
}

export type PlayApi = {
  /** Calls a route. Throws {@link PlayFailure}. */
  call<R extends PlayRoute>(route: R, request: PlayRequest<R>): Promise<PlayAnswer<R>>
}

type LooseRequest = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

export function createPlayApi(options: PlayApiOptions): PlayApi {
  const send = options.fetch ?? ((...args: Parameters<typeof fetch>) => globalThis.fetch(...args))
  const now = options.now ?? Date.now
  return {
    async call(route, request) {
      const [method, path, timeoutMs = TIMEOUT_MS] = endpoints[route]
      const { params, query, body } = request as LooseRequest
      const init = { method, headers: headersOf(options.getToken(), body), body: body && JSON.stringify(body) }
      const signal = AbortSignal.timeout(timeoutMs)
      const url = options.baseUrl + fillPath(path, params) + queryText(query)
      const answer = await send(url, { ...init, signal } as RequestInit).catch(offline)
      if (answer.status === 204) return undefined as never
      const json: unknown = await answer.json().catch(() => null)
      if (answer.ok && json !== null) return json as never
      throw failureOf(answer, json, now(), options)
    },
  }
}

function headersOf(token: string | null, body: unknown): Record<string, string> {
  return {
    accept: 'application/json',
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
}

function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
}

function queryText(query: Record<string, unknown> = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length === 0
    ? ''
    : `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`
}

function offline(): never {
  throw new PlayFailure('OFFLINE', 0)
}

function failureOf(answer: Response, json: unknown, nowMs: number, options: PlayApiOptions): PlayFailure {
  const failure = readFailure(answer.status, answer.headers.get('retry-after'), json, nowMs)
  const { code } = failure
  if (code === 'SESSION_INVALID' || code === 'SESSION_EXPIRED') options.onSessionEnd?.(code)
  return failure
}
