import type { ErrorCode } from '@coffer/contract/errors'
import type { playRoutes } from '@coffer/contract/play'
import { type AnswerOf, type Api, type ApiOptions, createApi, type Endpoints, type RequestOf } from './client.ts'

/** Types of the player API, read from the contract's route table. */
export type Play = typeof playRoutes
export type PlayRoute = keyof Play
export type PlayAnswer<R extends PlayRoute> = AnswerOf<Play[R]>
export type PlayRequest<R extends PlayRoute> = RequestOf<Play[R]>

const endpoints: Endpoints<Play> = {
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

export type PlayApiOptions = Pick<ApiOptions, 'baseUrl' | 'fetch' | 'now'> & {
  getToken(): string | null
  /** Called when the service answers that the session has ended. */
  onSessionEnd?(code: ErrorCode): void
}

export type PlayApi = Pick<Api<Play>, 'call'>

/** The client of the player API. Its calls carry the session token. */
export function createPlayApi({ getToken, onSessionEnd, ...options }: PlayApiOptions): PlayApi {
  return createApi<Play>(endpoints, {
    ...options,
    headers: (): Record<string, string> => {
      const token = getToken()
      return token === null ? {} : { authorization: `Bearer ${token}` }
    },
    onFailure: ({ code }) => {
      if (code === 'SESSION_INVALID' || code === 'SESSION_EXPIRED') onSessionEnd?.(code)
    },
  })
}
