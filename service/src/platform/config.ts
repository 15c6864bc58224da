import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import path from 'node:path'
import { z } from 'zod'
import { type Decoded, decodeUtf8, Hidden } from '../kernel/index.ts'
import { isEveryAddress, kindOf } from './addresses.ts'
import { DATABASE_SETTINGS, databaseMistakes, loginsGiven } from './database-config.ts'
import { DOCUMENT_SETTINGS, type DocumentsConfig, documentMistakes, documentsOf } from './documents-config.ts'
import type { Logins } from './logins.ts'
import { savedUrlFault } from './outbound-guard.ts'
import { hostOf, type PrivateHosts, readPrivateHosts } from './private-hosts.ts'
import { webAddress, webRoot } from './web-address.ts'

/** The settings of a process, from its environment. Read once at start; every mistake is named at once. */
export type Config = {
  readonly environment: 'development' | 'production' | 'test'
  readonly port: number
  readonly host: string
  /** Where players and operators reach the service: an origin, without a path. */
  readonly baseUrl: string
  /** The database as its owner, who migrates. Null: the embedded one of the data folder, unless the logins are set. */
  readonly databaseUrl: Hidden<string> | null
  /** What the service works as. Null: they are derived from the owner's address, see `loginsOf`. */
  readonly logins: Logins | null
  readonly masterKey: Hidden<Buffer> | null
  /** While the master key is changed: the new one. */
  readonly nextMasterKey: Hidden<Buffer> | null
  readonly dataDir: string
  readonly allowedPrivateHosts: PrivateHosts
  readonly logLevel: string
  readonly metricsPort: number | null
  readonly metricsHost: string
  readonly trustProxy: TrustProxy
  readonly migrateOnStart: boolean
  /** Where exchange rates are read, and how often. The address may hold a key. Null: they are set by hand. */
  readonly ratesFeed: { readonly url: Hidden<string>; readonly everyMinutes: number } | null
  readonly documents: DocumentsConfig
  /** `required`: staff of the platform must add a passkey before anything else. `optional`: those who have one use it. */
  readonly staffPasskeys: 'required' | 'optional'
}

export class ConfigError extends Error {}

const NAMES = [
  'COFFER_ENV',
  'PORT',
  'HOST',
  'COFFER_BASE_URL',
  ...(Object.keys(DATABASE_SETTINGS) as (keyof typeof DATABASE_SETTINGS)[]),
  'COFFER_MASTER_KEY',
  'COFFER_MASTER_KEY_NEXT',
  'COFFER_DATA_DIR',
  'COFFER_ALLOWED_PRIVATE_HOSTS',
  'COFFER_LOG_LEVEL',
  'METRICS_PORT',
  'METRICS_HOST',
  'COFFER_METRICS_PUBLIC',
  'COFFER_TRUST_PROXY',
  'COFFER_MIGRATE',
  'COFFER_RATES_URL',
  'COFFER_RATES_EVERY_MINUTES',
  'COFFER_STAFF_PASSKEYS',
  ...(Object.keys(DOCUMENT_SETTINGS) as (keyof typeof DOCUMENT_SETTINGS)[]),
] as const

const port = z
  .string()
  .regex(/^\d{1,5}$/, { error: 'must be a port' })
  .transform(Number)
  .refine((n) => n <= 65_535, { error: 'must be a port' })
const masterKey = z.string().regex(/^[0-9a-f]{64}$/i, { error: 'must be 64 hex digits (32 bytes)' })
const yesNo = z.enum(['true', 'false']).transform((text) => text === 'true')

const environment = z.object({
  COFFER_ENV: z.enum(['development', 'production', 'test']).default('development'),
  PORT: port.prefault('4000'),
  HOST: z.string().default('127.0.0.1'),
  COFFER_BASE_URL: webRoot.optional(),
  ...DATABASE_SETTINGS,
  COFFER_MASTER_KEY: masterKey.optional(),
  COFFER_MASTER_KEY_NEXT: masterKey.optional(),
  COFFER_DATA_DIR: z.string().default('.coffer'),
  COFFER_ALLOWED_PRIVATE_HOSTS: z
    .string()
    .prefault('')
    .transform((text, check) => {
      const { hosts, faults } = readPrivateHosts(text)
      for (const fault of faults) check.addIssue(fault)
      return hosts
    }),
  COFFER_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().optional(),
  COFFER_METRICS_PUBLIC: z.literal('yes', { error: 'must be yes, or unset' }).optional(),
  COFFER_TRUST_PROXY: z
    .string()
    .prefault('false')
    .transform((text, check): TrustProxy => {
      const trust = readTrustProxy(text)
      if (trust !== null) return trust
      check.addIssue('must be true, false, a number of proxies from 1 to 10, or addresses and networks of proxies')
      return z.NEVER
    }),
  COFFER_MIGRATE: yesNo.prefault('true'),
  COFFER_RATES_URL: webAddress.optional(),
  COFFER_RATES_EVERY_MINUTES: z
    .string()
    .regex(/^\d{1,4}$/, { error: 'must be from 1 to 720' })
    .prefault('60')
    .transform(Number)
    .refine((count) => count >= 1 && count <= 720, { error: 'must be from 1 to 720' }),
  COFFER_STAFF_PASSKEYS: z.enum(['required', 'optional']).optional(),
  ...DOCUMENT_SETTINGS,
})

/** Throws ConfigError with a line per mistake. `NAME_FILE` reads the value of NAME from a file in UTF-8. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const { read, mistakes } = readEach(env)
  const isProduction = read.COFFER_ENV === 'production'
  const together = [
    ...databaseMistakes(read, isProduction),
    ...(isProduction ? productionMistakes(read) : []),
    ...documentMistakes(read),
    ...outboundMistakes(read),
    ...passkeyMistakes(read),
  ]
  // What cannot be read counts as not set below; that it is wrong is said already.
  const named = new Set(mistakes.map(nameIn))
  const all = [...mistakes, ...together.filter((mistake) => !named.has(nameIn(mistake)))]
  if (all.length > 0) throw new ConfigError(all.join('\n'))
  return {
    environment: read.COFFER_ENV,
    port: read.PORT,
    host: read.HOST,
    baseUrl: read.COFFER_BASE_URL ?? `http://localhost:${read.PORT}`,
    databaseUrl: read.DATABASE_URL === undefined ? null : new Hidden(read.DATABASE_URL),
    logins: loginsGiven(read),
    masterKey: hiddenKey(read.COFFER_MASTER_KEY),
    nextMasterKey: hiddenKey(read.COFFER_MASTER_KEY_NEXT),
    dataDir: path.resolve(read.COFFER_DATA_DIR),
    allowedPrivateHosts: read.COFFER_ALLOWED_PRIVATE_HOSTS,
    logLevel: read.COFFER_LOG_LEVEL,
    metricsPort: read.METRICS_PORT ?? null,
    metricsHost: metricsHostOf(read),
    trustProxy: read.COFFER_TRUST_PROXY,
    migrateOnStart: read.COFFER_MIGRATE,
    ratesFeed: ratesFeedOf(read),
    documents: documentsOf(read, path.resolve(read.COFFER_DATA_DIR)),
    staffPasskeys: passkeyPolicy(read),
  }
}

function hiddenKey(hex: string | undefined): Hidden<Buffer> | null {
  return hex === undefined ? null : new Hidden(Buffer.from(hex, 'hex'))
}

function ratesFeedOf(read: z.infer<typeof environment>): Config['ratesFeed'] {
  if (read.COFFER_RATES_URL === undefined) return null
  return { url: new Hidden(read.COFFER_RATES_URL), everyMinutes: read.COFFER_RATES_EVERY_MINUTES }
}

function productionMistakes(read: z.infer<typeof environment>): string[] {
  const mistakes: string[] = []
  if (!read.COFFER_MASTER_KEY) mistakes.push('COFFER_MASTER_KEY: production needs a master key (64 hex digits)')
  for (const name of ['COFFER_MASTER_KEY', 'COFFER_MASTER_KEY_NEXT'] as const) {
    const key = read[name]
    if (key && isGuessable(Buffer.from(key, 'hex'))) {
      mistakes.push(`${name}: a pattern is no key; make one with openssl rand -hex 32`)
    }
  }
  if (!read.COFFER_BASE_URL?.startsWith('https://')) mistakes.push('COFFER_BASE_URL: production needs an https address')
  mistakes.push(...metricsMistakes(read))
  return mistakes
}

/** Production needs passkeys unless it is set otherwise. */
function passkeyPolicy({ COFFER_ENV, COFFER_STAFF_PASSKEYS }: z.infer<typeof environment>): Config['staffPasskeys'] {
  return COFFER_STAFF_PASSKEYS ?? (COFFER_ENV === 'production' ? 'required' : 'optional')
}

/** Passkeys belong to a host name. */
function passkeyMistakes(read: z.infer<typeof environment>): string[] {
  const host = read.COFFER_BASE_URL === undefined ? 'localhost' : new URL(read.COFFER_BASE_URL).hostname
  if (passkeyPolicy(read) === 'optional' || isIP(host.replace(/^\[|\]$/g, '')) === 0) return []
  return [
    `COFFER_STAFF_PASSKEYS: passkeys need a host name, and COFFER_BASE_URL has the IP address ${host}. Set a host name, or COFFER_STAFF_PASSKEYS=optional`,
  ]
}

/** Addresses that every call would refuse. */
function outboundMistakes(read: z.infer<typeof environment>): string[] {
  const { COFFER_ENV, COFFER_RATES_URL: feed, COFFER_DOCUMENTS_S3_ENDPOINT: bucket } = read
  const faultOf = (url: string, allowedPrivateHosts: PrivateHosts) => {
    const fault = savedUrlFault(url, { environment: COFFER_ENV, allowedPrivateHosts })
    return fault === 'not https' ? 'production needs an https address' : fault
  }
  const faults = {
    COFFER_RATES_URL: feed === undefined ? null : faultOf(feed, read.COFFER_ALLOWED_PRIVATE_HOSTS),
    COFFER_DOCUMENTS_S3_ENDPOINT: bucket === undefined ? null : faultOf(bucket, [hostOf(new URL(bucket))]),
  }
  return Object.entries(faults).flatMap(([name, fault]) => (fault === null ? [] : [`${name}: ${fault}`]))
}

type Read = z.infer<typeof environment>

/** Each setting by itself, so that one mistake hides no other. A setting that cannot be read has its default. */
function readEach(env: NodeJS.ProcessEnv): { read: Read; mistakes: string[] } {
  const read: Record<string, unknown> = {}
  const mistakes: string[] = []
  for (const name of NAMES) {
    const schema: z.ZodType = environment.shape[name]
    const given = env[name] === undefined ? readSecretFile(env[`${name}_FILE`]) : { text: env[name] }
    if ('fault' in given) mistakes.push(`${name}_FILE: the file ${given.fault}`)
    const parsed = schema.safeParse(('text' in given && given.text) || undefined)
    for (const { message } of parsed.error?.issues ?? []) mistakes.push(`${name}: ${message}`)
    read[name] = parsed.success ? parsed.data : schema.safeParse(undefined).data
  }
  return { read: read as Read, mistakes }
}

/** The setting that a mistake is about. */
function nameIn(mistake: string): string {
  return mistake.slice(0, mistake.indexOf(':')).replace(/_FILE$/, '')
}

function readSecretFile(file: string | undefined): Decoded {
  if (file === undefined) return { text: '' }
  try {
    const decoded = decodeUtf8(readFileSync(file))
    return 'text' in decoded ? { text: decoded.text.trim() } : decoded
  } catch {
    return { fault: 'cannot be read' }
  }
}

type MetricsSettings = {
  HOST: string
  METRICS_PORT?: number | undefined
  METRICS_HOST?: string | undefined
  COFFER_METRICS_PUBLIC?: 'yes' | undefined
}

/** Where a process shows what it measures. */
function metricsHostOf({ HOST, METRICS_HOST }: MetricsSettings): string {
  return METRICS_HOST ?? HOST
}

/** Metrics say how much is played and what fails: production keeps them off public addresses, unless it is set otherwise. */
function metricsMistakes(read: MetricsSettings): string[] {
  const host = metricsHostOf(read)
  if (read.METRICS_PORT === undefined || read.COFFER_METRICS_PUBLIC === 'yes' || isOwn(host)) return []
  return [
    `METRICS_PORT: ${host} is a public address; set METRICS_HOST to 127.0.0.1 or to an address of your own network, or ` +
      'COFFER_METRICS_PUBLIC=yes when something else keeps the port closed',
  ]
}

/** Of this machine or of its own network. What listens on every address, or on one that only a name server knows, may be public. */
function isOwn(host: string): boolean {
  if (host === 'localhost') return true
  return isIP(host) !== 0 && !isEveryAddress(host) && kindOf(host) !== 'public'
}

/** Of 32 random bytes more than 20 differ; fewer than 16 do not once in 10^15 keys. */
const DISTINCT_COUNT = 16

/**
 * Whether a key shows a pattern that nobody's random bytes have: hardly any different bytes, one that is said again and again, or steps
 * that are all the same. A key that only looks random is not found out.
 */
function isGuessable(key: Buffer): boolean {
  return new Set(key).size < DISTINCT_COUNT || isRepeated(key) || hasEqualSteps(key)
}

function isRepeated(key: Buffer): boolean {
  const half = key.length / 2
  return key.subarray(0, half).equals(key.subarray(half))
}

/** 00 01 02 …, ff fe fd …, 00 11 22 … */
function hasEqualSteps(key: Buffer): boolean {
  const steps = [...key.subarray(1)].map((byte, index) => (byte - (key[index] ?? 0) + 256) % 256)
  return new Set(steps).size === 1
}

/**
 * Whose word on a player's address is taken: nobody's, that of everybody in the header, of so many proxies counted from us, or of
 * proxies by their addresses and networks.
 */
export type TrustProxy = boolean | number | string[]

const HOPS = /^([1-9]|10)$/

/** Null when it is none. */
function readTrustProxy(text: string): TrustProxy | null {
  if (text === 'true' || text === 'false') return text === 'true'
  if (HOPS.test(text)) return Number(text)
  const proxies = text.split(',').map((one) => one.trim())
  return proxies.every(isNetwork) ? proxies : null
}

const BITS: Record<number, number> = { 4: 32, 6: 128 }

/** An address, or a network such as `10.0.0.0/8`. One that holds every address would trust everybody. */
function isNetwork(text: string): boolean {
  const [address = '', prefix, ...more] = text.split('/')
  const bits = BITS[isIP(address)]
  if (bits === undefined || more.length > 0) return false
  return prefix === undefined || (/^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= bits)
}
