import { z } from 'zod'
import type { Scope } from './api-keys.ts'
import { GAME_KEYS, GAME_SCOPES, gameRoutes } from './games.ts'
import { defineSignedRoutes } from './route.ts'
import { adminRoutesOfBackend } from './s2s-admin.ts'
import { campaignRoutes } from './s2s-campaigns.ts'
import { configRoutes } from './s2s-config.ts'
import { historyRoutes } from './s2s-history.ts'
import { kycRoutes } from './s2s-kyc.ts'
import { playerRoutes } from './s2s-players.ts'
import { shippingRoutes } from './s2s-shipping.ts'
import { vaultRoutes } from './s2s-vault.ts'
import { webhookRoutes } from './s2s-webhooks.ts'
import {
  backendBoxDetail,
  backendBoxRow,
  cancelledRound,
  clientActionId,
  clientSeed,
  currency,
  cursorPair,
  FUNDINGS,
  fairnessState,
  id,
  idList,
  idText,
  listQuery,
  openedRound,
  playerExternalId,
  reels,
  revealedPair,
  round,
  roundFairness,
  roundPublicId,
  shownLocale,
  timestamp,
} from './shapes.ts'
import { wireText } from './text.ts'

/** The backend API, `/api/s2s/*`: signed with an operator's API key (interface §4.2-4.7, decisions §1). */

export { SCOPES, type Scope } from './api-keys.ts'

/** A way back to a page. Written in full, so that no browser reads another host out of it than a person does. */
const httpUrl = wireText(1, 2048).refine(
  (text) => /^https?:\/\/[^\s\\/?#@]+([/?#][^\s\\]*)?$/i.test(text) && URL.canParse(text),
  { error: 'must be an http or https address without user or backslash' },
)

export const launchBody = z
  .object({
    playerExternalId,
    gameKey: z.enum(GAME_KEYS),
    target: z.object({ boxId: id.optional(), autoOpen: z.boolean().optional() }),
    locale: wireText(1, 35).optional(),
    currency: currency.optional(),
    returnUrl: httpUrl.optional(),
    funding: z.enum(FUNDINGS).optional(),
    fundingRounds: z.int().min(1).max(100).optional(),
  })
  .superRefine((body, issues) => {
    const refuse = (path: string[], message: string) => issues.addIssue({ code: 'custom', path, message })
    if (body.gameKey !== 'mystery_box' && body.target.boxId !== undefined) {
      refuse(['target', 'boxId'], `${body.gameKey === 'upgrader' ? 'an Upgrader' : 'such a'} launch has no box`)
    }
    if (body.fundingRounds !== undefined && (body.funding !== 'operator' || body.target.boxId === undefined)) {
      refuse(['fundingRounds'], 'only with operator funding and a target box')
    }
    if (body.funding === 'operator' && body.target.boxId === undefined) {
      refuse(['target', 'boxId'], 'operator funding needs a target box')
    }
  })

export const purchaseBody = z.object({
  playerExternalId,
  gameKey: z
    .enum(GAME_KEYS)
    .refine((key): boolean => key === 'mystery_box', { error: 'a purchase opens boxes' })
    .optional(),
  mode: z.enum(['open', 'prepay']).optional(),
  clientActionId,
  currency: currency.optional(),
  funding: z.enum(FUNDINGS).optional(),
  reels,
})

/** Round fairness detail (interface §2.3). */
export const roundProof = z.object({
  publicId: z.string(),
  gameKey: z.enum(GAME_KEYS),
  status: z.literal('settled'),
  settledAt: timestamp,
  fairness: roundFairness.extend({ serverSeed: z.string().nullable() }),
  reels: z.array(
    z.object({
      reelIndex: z.int().min(0),
      rawDraw: z.int().min(0),
      chanceUnits: z.int().min(1),
      chancePercent: z.number(),
      totalUnits: z.int().min(1),
      snapshotHash: z.string().nullable(),
      boxVersionId: id.nullable(),
      result: z.object({ itemId: id, name: z.string() }).nullable(),
    }),
  ),
})

const ofPlayer = z.object({ playerExternalId })
const roundParams = z.object({ publicId: roundPublicId })
export const s2sRoutes = defineSignedRoutes({
  health: {
    method: 'GET',
    path: '/api/s2s/health',
    summary: 'A 200 confirms that the request was signed right',
    success: { 200: z.object({ status: z.literal('ok'), time: timestamp }) },
    refusals: [],
  },
  createLaunch: {
    method: 'POST',
    path: '/api/s2s/launches',
    repeat: 'refused',
    summary: 'Mint a launch token for a player',
    body: launchBody,
    success: { 201: z.object({ launchToken: z.string(), launchUrl: z.string(), expiresAt: timestamp }) },
    refusals: [
      'UNKNOWN_BOX',
      'BOX_NOT_PLAYABLE',
      'GAME_DISABLED',
      'OPERATOR_SUSPENDED',
      'UNSUPPORTED_CURRENCY',
      'PLAYER_RESTRICTED',
    ],
  },
  listBoxes: {
    method: 'GET',
    path: '/api/s2s/boxes',
    summary: 'The catalogue',
    query: z.looseObject({
      ids: idList.optional(),
      sort: wireText(1, 50).optional(),
      currency: currency.optional(),
      locale: shownLocale,
      ...listQuery,
    }),
    success: { 200: z.object({ boxes: z.array(backendBoxRow), cursor: cursorPair }) },
    refusals: ['UNSUPPORTED_CURRENCY'],
  },
  getBox: {
    method: 'GET',
    path: '/api/s2s/boxes/:boxId',
    summary: 'A box with its odds',
    params: z.object({ boxId: idText }),
    query: z.object({ currency: currency.optional(), locale: shownLocale }),
    success: { 200: z.object({ box: backendBoxDetail }) },
    refusals: ['UNKNOWN_BOX', 'UNSUPPORTED_CURRENCY'],
  },
  purchase: {
    method: 'POST',
    path: '/api/s2s/purchase',
    player: 'made',
    repeat: { by: 'clientActionId' },
    replays: true,
    opens: true,
    summary: 'Open boxes on behalf of a player',
    body: purchaseBody,
    success: { 200: openedRound },
    refusals: [
      'GAME_DISABLED',
      'UNKNOWN_BOX',
      'BOX_NOT_PLAYABLE',
      'UNSUPPORTED_CURRENCY',
      'PLAYER_RESTRICTED',
      'INSUFFICIENT_FUNDS',
      'PLAYER_BLOCKED',
      'REQUEST_INTERRUPTED',
      'WALLET_UNAVAILABLE',
    ],
  },
  openHeldRound: {
    method: 'POST',
    path: '/api/s2s/rounds/:publicId/open',
    player: { orElse: 'ROUND_NOT_FOUND' },
    repeat: { by: 'publicId' },
    replays: true,
    opens: true,
    summary: 'Open a held box of a player',
    params: roundParams,
    body: ofPlayer,
    success: { 200: openedRound },
    refusals: ['ROUND_NOT_FOUND', 'ROUND_NOT_HELD'],
  },
  cancelHeldRound: {
    method: 'POST',
    path: '/api/s2s/cancel',
    player: { orElse: 'ROUND_NOT_FOUND' },
    repeat: { by: 'roundPublicId' },
    replays: true,
    summary: 'Cancel a held box of a player and refund it',
    body: ofPlayer.extend({ roundPublicId }),
    success: { 200: cancelledRound },
    refusals: [
      'ROUND_NOT_FOUND',
      'ROUND_NOT_REFUNDABLE',
      'REFUND_NOT_ALLOWED',
      'INSUFFICIENT_FUNDS',
      'PLAYER_BLOCKED',
      'REQUEST_INTERRUPTED',
      'WALLET_UNAVAILABLE',
    ],
  },
  listRounds: {
    method: 'GET',
    path: '/api/s2s/rounds',
    player: 'known',
    summary: 'Rounds of a player, newest first',
    query: ofPlayer.extend({ status: wireText(0, 100).optional(), ...listQuery }),
    success: { 200: z.object({ rounds: z.array(round), cursor: cursorPair }) },
    refusals: [],
  },
  getRound: {
    method: 'GET',
    path: '/api/s2s/rounds/:publicId',
    player: { orElse: 'ROUND_NOT_FOUND' },
    summary: 'One round of a player',
    params: roundParams,
    query: ofPlayer,
    success: { 200: z.object({ round }) },
    refusals: ['ROUND_NOT_FOUND'],
  },
  roundFairness: {
    method: 'GET',
    path: '/api/s2s/rounds/:publicId/fairness',
    player: { orElse: 'ROUND_NOT_FOUND' },
    summary: 'Everything that is needed to verify a round',
    params: roundParams,
    query: ofPlayer,
    success: { 200: z.object({ round: roundProof }) },
    refusals: ['ROUND_NOT_FOUND'],
  },
  fairnessState: {
    method: 'GET',
    path: '/api/s2s/fairness/state',
    player: 'made',
    summary: 'The commitment in force for a player',
    query: ofPlayer,
    success: { 200: fairnessState },
    refusals: [],
  },
  rotateSeed: {
    method: 'POST',
    path: '/api/s2s/fairness/rotate',
    player: 'made',
    repeat: 'refused',
    summary: 'Reveal a player\u2019s server seed and go on with the next one',
    body: ofPlayer.extend({ clientSeed: clientSeed.optional() }),
    success: { 200: z.object({ revealed: revealedPair, current: fairnessState }) },
    refusals: [],
  },
  listSeeds: {
    method: 'GET',
    path: '/api/s2s/fairness/seeds',
    player: 'known',
    summary: 'Revealed seed pairs of a player, newest first',
    query: ofPlayer.extend(listQuery),
    success: { 200: z.object({ seeds: z.array(revealedPair), cursor: cursorPair }) },
    refusals: [],
  },
  ...vaultRoutes,
  ...shippingRoutes,
  ...gameRoutes,
  ...campaignRoutes,
  ...historyRoutes,
  ...kycRoutes,
  ...playerRoutes,
  ...configRoutes,
  ...webhookRoutes,
  ...adminRoutesOfBackend,
})

/** Scope that a route needs. */
export const SCOPE_OF: Readonly<Record<keyof typeof s2sRoutes, Scope | null>> = {
  health: null,
  createLaunch: 'play',
  listBoxes: 'read',
  getBox: 'read',
  purchase: 'play',
  openHeldRound: 'play',
  cancelHeldRound: 'play',
  history: 'read',
  unresolved: 'read',
  listRounds: 'read',
  getRound: 'read',
  roundFairness: 'read',
  listInventory: 'read',
  getInventoryItem: 'read',
  priceHistory: 'read',
  portfolio: 'read',
  cashout: 'inventory',
  recordValue: 'inventory',
  createPayout: 'inventory',
  listPayouts: 'read',
  getPayout: 'read',
  confirmPayout: 'inventory',
  cancelPayout: 'inventory',
  quoteShipping: 'read',
  createOrder: 'shipping',
  listOrders: 'read',
  getOrder: 'read',
  cancelOrder: 'shipping',
  changeOrderAddress: 'shipping',
  removeOrderItem: 'shipping',
  buyWithNuggets: 'inventory',
  ...GAME_SCOPES,
  createCampaign: 'funding',
  listCampaigns: 'read',
  getCampaign: 'read',
  cancelCampaign: 'funding',
  createKycSession: 'kyc',
  changeKycEmail: 'kyc',
  reverifyKyc: 'kyc',
  listKycRequests: 'kyc',
  setRestrictions: 'restrictions',
  getRestrictions: 'read',
  fairnessState: 'read',
  rotateSeed: 'play',
  listSeeds: 'read',
  config: 'read',
  rates: 'read',
  listDeliveries: 'read',
  getDelivery: 'read',
  replayDelivery: 'webhooks',
  replayDeliveries: 'webhooks',
  testEndpoint: 'webhooks',
  createAdminSsoLink: 'admin:sso',
}

export type LaunchBody = z.infer<typeof launchBody>
export type PurchaseBody = z.infer<typeof purchaseBody>
export type RoundProof = z.infer<typeof roundProof>
