import { z } from 'zod'
import { GAME_KEYS, playerGameRoutes } from './games.ts'
import { defineRoutes } from './route.ts'
import { s2sRoutes } from './s2s.ts'
import { playerShippingRoutes } from './s2s-shipping.ts'
import { upgraderConfig } from './s2s-upgrader.ts'
import {
  boxDetail,
  boxRow,
  cancelledRound,
  cashedBackItem,
  clientActionId,
  clientSeed,
  currency,
  cursorPair,
  FUNDINGS,
  fairnessState,
  id,
  idText,
  listQuery,
  minor,
  openedRound,
  presentation,
  reels,
  revealedPair,
  round,
  roundPublicId,
  timestamp,
} from './shapes.ts'
import { wireText } from './text.ts'

/** The player API, `/api/play/*` (interface §4.1). Every route but session init needs `Authorization: Bearer <sessionToken>`. */

const balanceMinor = z.int().nullable()

/** Session bootstrap (interface §2.1), frozen for the session. */
export const bootstrap = z.object({
  sessionToken: z.string(),
  expiresAt: timestamp,
  player: z.object({ externalId: z.string(), balanceMinor, balanceFetchedAt: timestamp }),
  tenant: z.object({
    name: z.string(),
    locale: z.string(),
    currency: z.string(),
    logoUrl: z.string().nullable(),
  }),
  theme: z.object({ tokens: z.record(z.string(), z.string()) }),
  game: z.object({
    key: z.enum(GAME_KEYS),
    maxReels: z.int().min(1),
    target: z
      .object({
        boxId: id,
        boxVersionId: id,
        name: z.string(),
        priceMinor: minor,
        currency: z.string(),
        freeOpens: z.int().min(0),
        autoOpen: z.boolean(),
      })
      .nullable(),
    /** Upgrader sessions only, as of the session's beginning. */
    upgrader: upgraderConfig.optional(),
  }),
  /** Games that the operator has enabled: a session of one of them may play the others. */
  enabledGames: z.array(z.enum(GAME_KEYS)),
  fairness: fairnessState.omit({ activeSince: true }),
  policies: z.object({ cashbackEnabled: z.boolean(), shippingEnabled: z.boolean(), refundEnabled: z.boolean() }),
  session: z.object({ currency: z.string(), ratePinnedAt: timestamp }),
  currencies: z.array(z.string()),
  locales: z.array(z.string()),
  /** Origins that the game may exchange messages with; `*` stands for any, in development only. */
  allowedOrigins: z.array(z.string()),
  presentation,
  returnUrl: z.string().nullable(),
  resume: z.object({ publicId: z.string(), clientActionId: z.string(), gameKey: z.enum(GAME_KEYS) }).nullable(),
})

/** What a session has moved so far: debits, and credits and refunds, of the wallet. */
export const netPosition = z.object({
  spentMinor: minor,
  returnedMinor: minor,
  netMinor: z.int().meta({ description: 'returnedMinor - spentMinor' }),
  currency: z.string(),
})

export const heartbeat = z.object({
  expiresAt: timestamp,
  balanceMinor,
  balanceFetchedAt: timestamp.nullable(),
  session: z.object({ startedAt: timestamp, elapsedSeconds: z.int().min(0) }),
  netPosition: netPosition.nullable().meta({ description: 'Null when a rate that it needs is missing' }),
})

/** Operator-funded opens of a box that the player has now, of the launch and of campaigns. */
const freeOpens = { freeOpens: z.int().min(0) }
export const playBoxRow = boxRow.extend(freeOpens)
export const playBoxDetail = boxDetail.extend(freeOpens)

export const openBody = z.object({ clientActionId, reels, funding: z.enum(FUNDINGS).optional() })
const itemParams = z.object({ id: idText })
const boxParams = z.object({ boxId: idText })
const roundParams = z.object({ publicId: roundPublicId })

export const playRoutes = defineRoutes({
  initSession: {
    method: 'POST',
    path: '/api/play/session/init',
    summary: 'Exchange a launch token for a session, once',
    body: z.object({ launchToken: wireText(1, 200) }),
    success: { 200: bootstrap },
    refusals: [
      'LAUNCH_TOKEN_INVALID',
      'LAUNCH_TOKEN_EXPIRED',
      'LAUNCH_TOKEN_CONSUMED',
      'GAME_DISABLED',
      'OPERATOR_SUSPENDED',
      'UNSUPPORTED_CURRENCY',
      'PLAYER_RESTRICTED',
    ],
  },
  heartbeat: {
    method: 'POST',
    path: '/api/play/session/heartbeat',
    player: 'session',
    summary: 'Keep the session alive and read the balance',
    success: { 200: heartbeat },
    refusals: [],
  },
  logout: {
    method: 'POST',
    path: '/api/play/session/logout',
    summary: 'End the session; again is 204 too',
    success: { 204: null },
    refusals: [],
  },
  setCurrency: {
    method: 'POST',
    path: '/api/play/session/currency',
    player: 'session',
    summary: 'Change the session\u2019s currency, or pin its rate anew',
    body: z.object({ currency }),
    success: { 200: z.object({ currency: z.string(), ratePinnedAt: timestamp }) },
    refusals: ['UNSUPPORTED_CURRENCY'],
  },
  balance: {
    method: 'POST',
    path: '/api/play/wallet/balance',
    player: 'session',
    summary: 'Read the balance from the wallet now',
    success: { 200: z.object({ balanceMinor: z.int(), currency: z.string(), balanceFetchedAt: timestamp }) },
    refusals: ['WALLET_UNAVAILABLE', 'PLAYER_BLOCKED'],
  },
  listBoxes: {
    method: 'GET',
    path: '/api/play/boxes',
    player: 'session',
    summary: 'Boxes on sale, priced in the session\u2019s currency',
    query: s2sRoutes.listBoxes.query.omit({ currency: true, locale: true }),
    success: { 200: z.object({ boxes: z.array(playBoxRow), cursor: cursorPair }) },
    refusals: ['UNSUPPORTED_CURRENCY'],
  },
  getBox: {
    method: 'GET',
    path: '/api/play/boxes/:boxId',
    player: 'session',
    summary: 'A box with its odds, before any purchase',
    params: boxParams,
    success: { 200: z.object({ box: playBoxDetail }) },
    refusals: ['UNKNOWN_BOX', 'UNSUPPORTED_CURRENCY'],
  },
  openRound: {
    method: 'POST',
    path: '/api/play/rounds/open',
    player: 'session',
    replays: true,
    opens: true,
    summary: 'Open one or several boxes',
    body: openBody,
    success: { 200: openedRound },
    refusals: [...s2sRoutes.purchase.refusals, 'FX_RATE_MOVED', 'FREE_OPENS_EXHAUSTED'],
  },
  openHeldRound: {
    method: 'POST',
    path: '/api/play/rounds/:publicId/open',
    player: 'session',
    replays: true,
    opens: true,
    summary: 'Open a box that was paid for earlier',
    params: roundParams,
    success: { 200: openedRound },
    refusals: ['ROUND_NOT_FOUND', 'ROUND_NOT_HELD'],
  },
  cancelHeldRound: {
    method: 'POST',
    path: '/api/play/rounds/:publicId/cancel',
    player: 'session',
    replays: true,
    summary: 'Cancel a box that was paid for earlier and is still closed',
    params: roundParams,
    success: { 200: cancelledRound },
    refusals: s2sRoutes.cancelHeldRound.refusals,
  },
  listRounds: {
    method: 'GET',
    path: '/api/play/rounds',
    player: 'session',
    summary: 'The player\u2019s rounds, newest first',
    query: z.object({ status: wireText(0, 100).optional(), ...listQuery }),
    success: { 200: z.object({ rounds: z.array(round), cursor: cursorPair }) },
    refusals: [],
  },
  getRound: {
    method: 'GET',
    path: '/api/play/rounds/:publicId',
    player: 'session',
    summary: 'One round of the player',
    params: roundParams,
    success: { 200: z.object({ round }) },
    refusals: ['ROUND_NOT_FOUND'],
  },
  listInventory: {
    method: 'GET',
    path: '/api/play/inventory',
    player: 'session',
    summary: 'The player\u2019s vault, newest first',
    query: s2sRoutes.listInventory.query.omit({ playerExternalId: true }),
    success: s2sRoutes.listInventory.success,
    refusals: s2sRoutes.listInventory.refusals,
  },
  cashBackItem: {
    method: 'POST',
    path: '/api/play/inventory/:id/cashback',
    player: 'session',
    summary: 'Cash an item back to the wallet',
    params: itemParams,
    body: z.object({ expectedRevisionId: z.int().min(0).optional() }),
    success: { 200: z.object({ item: cashedBackItem, balanceAfterMinor: balanceMinor }) },
    refusals: s2sRoutes.cashout.refusals,
  },
  ...playerShippingRoutes,
  ...playerGameRoutes,
  fairnessState: {
    method: 'GET',
    path: '/api/play/fairness/state',
    player: 'session',
    summary: 'The commitment in force',
    success: { 200: fairnessState },
    refusals: [],
  },
  rotateSeed: {
    method: 'POST',
    path: '/api/play/fairness/rotate',
    player: 'session',
    summary: 'Reveal the server seed and go on with the next one',
    body: z.object({ clientSeed: clientSeed.optional() }),
    success: { 200: z.object({ revealed: revealedPair, current: fairnessState }) },
    refusals: [],
  },
  listSeeds: {
    method: 'GET',
    path: '/api/play/fairness/seeds',
    player: 'session',
    summary: 'Revealed seed pairs, newest first',
    query: z.object(listQuery),
    success: { 200: z.object({ seeds: z.array(revealedPair), cursor: cursorPair }) },
    refusals: [],
  },
})

export type Bootstrap = z.infer<typeof bootstrap>
export type Heartbeat = z.infer<typeof heartbeat>
export type NetPosition = z.infer<typeof netPosition>
export type PlayBoxRow = z.infer<typeof playBoxRow>
export type PlayBoxDetail = z.infer<typeof playBoxDetail>
export type OpenBody = z.infer<typeof openBody>
export type Presentation = z.infer<typeof presentation>
