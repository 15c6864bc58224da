import { z } from 'zod'
import { ofOperator, operator, overlapHours, version } from './admin-fields.ts'
import { API_KEY_STATUSES, SCOPES } from './api-keys.ts'
import { API_KEY_LIST } from './list.ts'
import { filtersOf, pageOfList } from './list-body.ts'
import { defineAdminRoutes } from './route.ts'
import { allowedOrigins, walletUrl } from './settings.ts'
import { cursorPair, timestamp } from './shapes.ts'
import { wireText } from './text.ts'

const integration = z.object({
  version: z.int().meta({ description: 'Rises with each change of a setting or of the outbound secret' }),
  wallet: z.object({
    url: z.string().meta({ description: 'Empty: no wallet, and every spend is refused' }),
    undecidedCount: z.int().meta({ description: 'Debits and credits that the wallet has not decided yet' }),
    oldSecretEndsAt: timestamp.nullable().meta({
      description: 'The replaced outbound secret signs until then, the new one afterwards; null without an overlap',
    }),
  }),
  allowedOrigins: z.array(z.string()).meta({ description: 'Websites that may frame the game and the admin' }),
  isFramedByAll: z.boolean().meta({
    description: 'True when the list is empty outside production: every website may frame the game and the admin',
  }),
})

const apiKey = z.object({
  keyId: z.string(),
  status: z.enum(API_KEY_STATUSES),
  scopes: z.array(z.string()),
  requireNonce: z.boolean(),
  createdAt: timestamp,
  lastUsedAt: timestamp.nullable().meta({ description: 'To the minute; null when it was never used' }),
  endsAt: timestamp
    .nullable()
    .meta({ description: 'End of the overlap of a replaced key; null if it was not replaced' }),
  revokedAt: timestamp.nullable(),
})
const newKey = z.object({
  key: apiKey,
  keySecret: z.string().meta({ description: 'Shown here and never again' }),
})

const keyParams = z.object({ keyId: wireText(1, 100) })
const missingKey = ['OPERATOR_NOT_FOUND', 'API_KEY_NOT_FOUND'] as const

/** Integration settings of an operator: wallet URL, outbound secret, allowed origins and API keys. */
export const integrationRoutes = defineAdminRoutes({
  getIntegration: {
    method: 'GET',
    path: '/api/admin/integration',
    access: 'integration.read',
    summary: 'The wallet and the allowed origins of an operator',
    query: ofOperator,
    success: { 200: z.object({ integration }) },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  changeIntegration: {
    method: 'POST',
    path: '/api/admin/integration',
    access: 'integration.manage',
    summary: 'Change the wallet URL or the allowed origins',
    body: z.object({
      wallet: z.object({ url: walletUrl }).optional(),
      allowedOrigins: allowedOrigins.optional(),
      isSameWallet: z.boolean().default(false).meta({
        description:
          'The new URL leads to the same wallet: undecided debits and credits are decided there. No effect with an empty URL',
      }),
      version,
      operator,
    }),
    success: { 200: z.object({ integration }) },
    refusals: ['OPERATOR_NOT_FOUND', 'SETTINGS_CHANGED', 'WALLET_OPERATIONS_UNDECIDED'],
  },
  rotateOutboundSecret: {
    method: 'POST',
    path: '/api/admin/integration/rotate-secret',
    access: 'integration.manage',
    summary: 'Replace the secret that signs calls to the wallet. The old one signs until the overlap ends',
    body: z.object({ overlapHours, version, operator }),
    success: {
      200: z.object({ integration, outboundSecret: z.string().meta({ description: 'Shown here and never again' }) }),
    },
    refusals: ['OPERATOR_NOT_FOUND', 'SETTINGS_CHANGED'],
  },
  listApiKeys: {
    method: 'POST',
    path: '/api/admin/keys/list',
    access: API_KEY_LIST.permission,
    reads: true,
    summary: 'List API keys, including ended and revoked ones, without their secrets',
    body: pageOfList(API_KEY_LIST),
    success: { 200: z.object({ keys: z.array(apiKey), cursor: cursorPair }) },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  exportApiKeys: {
    method: 'POST',
    path: '/api/admin/keys/export',
    access: API_KEY_LIST.permission,
    summary: 'Every API key that the filters match, as CSV, newest first; the export is recorded',
    body: filtersOf(API_KEY_LIST),
    success: { 200: 'csv' },
    refusals: ['OPERATOR_NOT_FOUND'],
  },
  createApiKey: {
    method: 'POST',
    path: '/api/admin/keys',
    access: 'integration.manage',
    summary: 'Create an API key',
    body: z.object({
      scopes: z.array(z.enum(SCOPES)).min(1).max(SCOPES.length),
      requireNonce: z.boolean().meta({ description: 'Refuse requests without a nonce' }),
      operator,
    }),
    success: { 201: newKey },
    refusals: ['OPERATOR_NOT_FOUND', 'API_KEY_LIMIT_REACHED'],
  },
  rotateApiKey: {
    method: 'POST',
    path: '/api/admin/keys/:keyId/rotate',
    access: 'integration.manage',
    summary: 'Replace an API key, once, with a new one of the same scopes. Both work until the overlap ends',
    params: keyParams,
    body: z.object({ overlapHours, operator }),
    success: { 200: newKey.extend({ replaced: apiKey }) },
    refusals: [...missingKey, 'API_KEY_ENDED', 'API_KEY_ROTATED', 'API_KEY_LIMIT_REACHED'],
  },
  revokeApiKey: {
    method: 'POST',
    path: '/api/admin/keys/:keyId/revoke',
    access: 'integration.manage',
    summary: 'Revoke an API key. Requests signed with it are refused from now on',
    params: keyParams,
    body: ofOperator,
    success: { 200: z.object({ key: apiKey }) },
    refusals: missingKey,
  },
})

export type Integration = z.infer<typeof integration>
export type ApiKeyRow = z.infer<typeof apiKey>
