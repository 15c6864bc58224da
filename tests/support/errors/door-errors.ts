import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { playRoutes } from '@coffer/contract/play'
import type { Route } from '@coffer/contract/route'
import { s2sRoutes } from '@coffer/contract/s2s'
import { sign } from '@coffer/operator-sdk'
import { startService } from '@coffer/service'
import { createKey } from '@coffer/service/administration'
import { readConfig } from '@coffer/service/platform'
import { later, minutes } from '../../../service/src/kernel/index.ts'
import { makeWay } from '../database-way.ts'
import { type Caller, type DoorAnswer, knock } from '../door.ts'
import { readableLog } from '../log-reader.ts'
import { openRows } from '../rows.ts'
import { type ProvokersOf, type Refused, refused } from './refused.ts'
import { type ErrorStage, otherOperator } from './stage.ts'

const LARGEST_BODY_BYTES = 64 * 1024
const TEXT = { raw: 'hello', contentType: 'text/plain' }
const TOO_LARGE = { raw: JSON.stringify('x'.repeat(LARGEST_BODY_BYTES)) }

const BEARER = { authorization: `Bearer ${'ps_'.padEnd(46, 'a')}` }

const at = (path: string): Route => ({ ...playRoutes.heartbeat, path })
const health = ({ world, usual }: ErrorStage, caller: Caller = usual) => knock(world, s2sRoutes.health, caller)

/** What a request is refused for before anybody looks at what it wants. */
export const doorErrors = {
  VALIDATION_FAILED: {
    play: async ({ world }) =>
      refused(await knock(world, playRoutes.initSession, null, { body: {} }), {
        error: { fields: { launchToken: ['is required'] } },
      }),
    s2s: async ({ world, usual }) =>
      refused(await knock(world, s2sRoutes.fairnessState, usual), {
        error: { fields: { playerExternalId: ['is required'] } },
      }),
  },
  UNSUPPORTED_MEDIA_TYPE: {
    play: async ({ world }) => refused(await knock(world, playRoutes.initSession, null, TEXT)),
    s2s: async ({ world, usual }) => refused(await knock(world, s2sRoutes.rotateSeed, usual, TEXT)),
  },
  BODY_TOO_LARGE: {
    play: async ({ world }) => refused(await knock(world, playRoutes.initSession, null, TOO_LARGE)),
    s2s: async ({ world, usual }) => refused(await knock(world, s2sRoutes.rotateSeed, usual, TOO_LARGE)),
  },
  NOT_FOUND: {
    play: async ({ world }) => refused(await knock(world, at('/api/play/nowhere'), null)),
    s2s: async ({ world, usual }) => refused(await knock(world, at('/api/s2s/nowhere'), usual)),
  },
  RATE_LIMITED: {
    play: async (stage) => {
      const { token } = await stage.enter(otherOperator(stage, 'slow'))
      return untilLimited(() => knock(stage.world, playRoutes.fairnessState, { token }))
    },
    s2s: async (stage) => untilLimited(() => health(stage, otherOperator(stage, 'slow'))),
  },
  SERVICE_UNAVAILABLE: {
    play: async (stage) => besideDatabase(stage, 'cut', playRoutes.fairnessState, BEARER),
    s2s: async (stage) => besideDatabase(stage, 'cut', s2sRoutes.health, signedHealth(stage)),
  },
  INTERNAL: {
    play: async (stage) => besideDatabase(stage, 'odd', playRoutes.fairnessState, BEARER),
    s2s: async (stage) => besideDatabase(stage, 'odd', s2sRoutes.health, signedHealth(stage)),
  },

  MISSING_HEADERS: { s2s: async (stage) => refused(await health(stage, null)) },
  TIMESTAMP_SKEW: {
    s2s: async ({ world, usual }) => {
      const now = () => later(world.clock.now(), -minutes(6))
      return refused(await knock({ ...world, clock: { ...world.clock, now } }, s2sRoutes.health, usual))
    },
  },
  INVALID_SIGNATURE: {
    s2s: async (stage) => refused(await health(stage, { ...stage.usual, keySecret: stage.fresh() })),
  },
  REPLAYED_REQUEST: {
    s2s: async (stage) => {
      const headers = signedHealth(stage)
      assert.equal((await plain(`${stage.world.baseUrl}${s2sRoutes.health.path}`, headers)).status, 200)
      return refused(await plain(`${stage.world.baseUrl}${s2sRoutes.health.path}`, headers))
    },
  },
  SCOPE_MISSING: {
    s2s: async ({ world, usual }) => {
      const { operatorId } = usual
      const key = await createKey(world.service.ctx, { operatorId, scopes: ['read'], actor: 'test' })
      return refused(await knock(world, s2sRoutes.rotateSeed, key, { body: { playerExternalId: 'ann' } }))
    },
  },
  OPERATOR_SUSPENDED: {
    play: async (stage) => {
      const { token } = await stage.enter(otherOperator(stage, 'closing'))
      return whileSuspended(stage, async () => refused(await knock(stage.world, playRoutes.heartbeat, { token })))
    },
    s2s: async (stage) =>
      whileSuspended(stage, async () => refused(await health(stage, otherOperator(stage, 'closing')))),
  },
} as const satisfies ProvokersOf

/** Sends requests at once until there are more than are served. */
async function untilLimited(send: () => Promise<DoorAnswer>) {
  const answers = await Promise.all(Array.from({ length: 25 }, send))
  return refused(answers.find(({ status }) => status === 429) ?? answers[0]!, { waits: true })
}

function signedHealth({ world, usual: { keyId, keySecret: secret } }: ErrorStage): Record<string, string> {
  const timestamp = Math.floor(world.clock.now().getTime() / 1000)
  const nonce = randomBytes(18).toString('base64url')
  const { method, path } = s2sRoutes.health
  return sign({ ...{ keyId, secret, method, path, timestamp, nonce } }).headers
}

/** Sends exactly these headers. */
async function plain(url: string, headers: Record<string, string>): Promise<DoorAnswer> {
  const response = await fetch(url, { headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
}

/** A process of its own whose database has gone away, or lacks what a bug of ours would ask for in vain. */
async function besideDatabase(
  { t, world }: ErrorStage,
  fault: 'cut' | 'odd',
  { path }: Route,
  headers: Record<string, string>,
) {
  const way = await makeWay(t)
  const settings = { COFFER_ENV: 'test', PORT: '0', DATABASE_URL: way.url, COFFER_MASTER_KEY: 'ab'.repeat(32) }
  const { log } = readableLog()
  const limits = { databaseConnectMs: 300 }
  const config = readConfig({ ...settings, COFFER_DATA_DIR: '/nowhere' })
  const service = await startService(config, { migrate: false, jobs: false, clock: world.clock, log, limits })
  t.after(() => service.close())
  if (fault === 'odd') {
    const rows = openRows(way.url)
    for (const table of ['sessions', 'api_keys']) await rows.query(`alter table ${table} rename to ${table}_elsewhere`)
    return refused(await plain(`${service.url}${path}`, headers))
  }
  way.set('cut')
  way.drop()
  return refused(await plain(`${service.url}${path}`, headers), { waits: true })
}

/** What `closing` is told while it is suspended. */
export async function whileSuspended(stage: ErrorStage, send: () => Promise<Refused>): Promise<Refused> {
  const { operatorId } = otherOperator(stage, 'closing')
  const become = (status: string) =>
    stage.rows.query('update operators set status = $2 where operator_id = $1', [operatorId, status])
  await become('suspended')
  const answer = await send()
  await become('active')
  return answer
}
