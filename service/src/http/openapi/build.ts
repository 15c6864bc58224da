import { ERRORS } from '@coffer/contract/errors'
import { playRoutes } from '@coffer/contract/play'
import { publicRoutes } from '@coffer/contract/public'
import type { Route, SignedRoute } from '@coffer/contract/route'
import { SCOPE_OF, s2sRoutes } from '@coffer/contract/s2s'
import { errorAnswer } from '@coffer/contract/shapes'
import { operationOf, RATE_LIMIT_HEADERS, type Surface, schemaOf } from './operation.ts'
import { eventItems, walletItem } from './outgoing.ts'
import type { JsonSchema, OpenApi, PathItem } from './types.ts'

const PLAYER: Surface = {
  tag: 'Player API',
  prefix: 'play',
  security: [{ Session: [] }],
  refusals: ['SESSION_INVALID', 'SESSION_EXPIRED'],
}
const OPEN_PLAYER: Surface = { ...PLAYER, security: [], refusals: [] }
const BACKEND: Surface = {
  tag: 'Backend API',
  prefix: 'backend',
  security: [{ KeyId: [], Timestamp: [], Signature: [] }],
  refusals: [
    'MISSING_HEADERS',
    'TIMESTAMP_SKEW',
    'INVALID_SIGNATURE',
    'REPLAYED_REQUEST',
    'SCOPE_MISSING',
    'OPERATOR_SUSPENDED',
  ],
}
const PUBLIC: Surface = { tag: 'Public fairness', prefix: 'public', security: [], refusals: [] }

const VERSION = '0.1.0'

/** The OpenAPI 3.1 document of all four sides, made from the tables that the service itself runs on. */
export function buildOpenApi(baseUrl: string): OpenApi {
  const paths: Record<string, PathItem> = {}
  addSurface(paths, playRoutes, ({ player }) => (player === 'session' ? PLAYER : OPEN_PLAYER))
  addSurface(paths, s2sRoutes, () => BACKEND, backendNote)
  addSurface(paths, publicRoutes, () => PUBLIC)
  return {
    openapi: '3.1.1',
    info: { title: 'Coffer', version: VERSION, description: DESCRIPTION },
    servers: [{ url: baseUrl }],
    tags: TAGS,
    paths,
    webhooks: { walletCall: walletItem(), ...eventItems() },
    components: {
      schemas: { Error: schemaOf(errorAnswer, 'output') },
      headers: RATE_LIMIT_HEADERS,
      securitySchemes: SECURITY,
    },
    'x-error-table': ERRORS,
  }
}

function addSurface(
  paths: Record<string, PathItem>,
  routes: Record<string, Route>,
  surfaceOf: (route: Route) => Surface,
  noteOf: (name: string) => string | undefined = () => undefined,
): void {
  for (const [name, route] of Object.entries(routes)) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    const operation = operationOf(name, route, surfaceOf(route), noteOf(name))
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation }
  }
}

function backendNote(name: string): string | undefined {
  const route = name as keyof typeof SCOPE_OF
  const scope = SCOPE_OF[route]
  const notes = [
    scope === null ? [] : `Needs an API key with the scope \`${scope}\`.`,
    repeatNote(s2sRoutes[route]),
  ].flat()
  return notes.length === 0 ? undefined : notes.join(' ')
}

/** What the same signed bytes get when they come again without a nonce. */
function repeatNote(route: SignedRoute): string[] {
  if (!('repeat' in route) || route.repeat === 'reads') return []
  const refused = 'the same signature again is refused with `REPLAYED_REQUEST`'
  if (route.repeat === 'refused') return [`Without a nonce, ${refused}.`]
  const { by } = route.repeat
  const isOptional = route.body?.safeParse({}).error?.issues.every(({ path }) => path[0] !== by) ?? false
  const without = isOptional && !route.path.includes(`:${by}`) ? ` Without it, and without a nonce, ${refused}.` : ''
  return [`A repeat with the same \`${by}\` has no second effect.${without}`]
}

const DESCRIPTION =
  'Box-opening games for casinos and shops: provably fair, and with money that is never charged twice or lost. Amounts are integers ' +
  'of minor units, and every integer is at most 2^53 - 1 in size. Unknown fields of a request are ignored; clients must tolerate unknown fields of an answer.'

const TAGS = [
  { name: 'Player API', description: 'What the game in its frame calls, with a session token.' },
  { name: 'Backend API', description: 'What an operator\u2019s servers call, signed with an API key.' },
  { name: 'Public fairness', description: 'What anyone may read to check a draw.' },
  { name: 'Wallet calls', description: 'What the operator\u2019s wallet answers.' },
  { name: 'Webhooks', description: 'Events that the operator\u2019s endpoints are told.' },
]

const header = (name: string, description: string): JsonSchema => ({ type: 'apiKey', in: 'header', name, description })

const SECURITY: Record<string, JsonSchema> = {
  Session: { type: 'http', scheme: 'bearer', description: 'The session token that session init gives out.' },
  WebhookSignature: header(
    'webhook-signature',
    'Standard Webhooks: `v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}`; two, separated by a space, while a ' +
      'replaced secret overlaps. The key is the 32 bytes that the secret holds in base64 after `whsec_`.',
  ),
  KeyId: header('X-Key-Id', 'The id of the API key.'),
  Timestamp: header('X-Timestamp', 'Unix seconds, at most 300 s from our clock.'),
  Nonce: header(
    'X-Nonce',
    'Optional on requests to us: 16-64 of A-Z a-z 0-9 _ -. Never used twice with one key; then it is part of what is signed.',
  ),
  Signature: header(
    'X-Signature',
    'Lower-case hex HMAC-SHA256, with the secret as UTF-8, of timestamp, METHOD, request target with its query, and the lower-case ' +
      'hex SHA-256 of the raw body, joined by line feeds; then a line feed and the nonce when there is one. Of a webhook, while a replaced ' +
      'secret overlaps: with the old one.',
  ),
}
