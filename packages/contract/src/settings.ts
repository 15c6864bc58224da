import { z } from 'zod'
import { isCurrency } from './currencies.ts'
import { GAME_KEYS } from './games.ts'
import { AMOUNT_MAX } from './limits.ts'
import { LOCALES } from './locale.ts'
import { webOrigin } from './origin.ts'
import { DEFAULTABLE_ROLES } from './roles.ts'
import { wireText } from './text.ts'

/** Operator settings: names, defaults and bounds (decisions §14). */

/** Outside checks of a verification that an operator may have. */
export const KYC_PROVIDERS = ['sandbox'] as const

const bps = z.int().min(0).max(10_000)
const amount = z.int().min(0).max(AMOUNT_MAX)
const perSecond = z.int().min(1).max(1_000_000)
const webUrl = wireText(1, 2048).refine((text) => /^(https?:)?$/.test(URL.parse(text)?.protocol ?? 'none'), {
  error: 'must be an http or https address',
})
/** URL of the wallet. Empty: no wallet, and every spend is refused. */
export const walletUrl = z.union([z.literal(''), webUrl])
const mediaOrWebUrl = z.union([z.string().regex(/^\/media\/[A-Za-z0-9_./-]{1,200}$/), webUrl])
/** Origins of the websites that may frame the game and the admin. */
export const allowedOrigins = z.array(webOrigin).max(50, { error: 'must have at most 50 origins' })
const themeValue = wireText(1, 200).refine((text) => !/[;{}<>]|url\(/i.test(text), {
  error: 'must not contain ; { } < > or url(',
})
const currencyCode = z.string().refine(isCurrency, { error: 'must be an ISO 4217 code' })

/** Of what is over within days, and asked for by nobody after that; null keeps it. */
const retentionDays = z.int().min(7).max(36_500).nullable().default(null)

const section = <T extends z.ZodRawShape>(shape: T) => z.strictObject(shape).prefault({} as never)

const kyc = section({
  enabled: z.boolean().default(false),
  minimumAge: z.int().min(0).max(120).default(18),
  fourEyes: z.boolean().default(false),
  provider: z.enum(KYC_PROVIDERS).nullable().default(null),
  retentionDays: z.int().min(1).max(36_500).nullable().default(null),
  draftDays: z.int().min(1).max(3650).default(30),
})

const upgrader = section({
  houseEdgeBps: z.int().min(0).max(9999).default(500),
  chancePresetsBps: z.array(z.int().min(1).max(9999)).max(20).default([1000, 2500, 5000, 7500]),
  defaultChanceBps: z.int().min(1).max(9999).default(5000),
  minWagerMinor: amount.default(100),
  maxWagerMinor: amount.default(100_000),
  modes: section({ balance: z.boolean().default(true), items: z.boolean().default(true) }),
})

const rateLimits = section({
  backendPerSecond: perSecond.default(200),
  backendBurst: perSecond.default(1000),
  playPerSecond: perSecond.default(50),
  playBurst: perSecond.default(200),
  opensPerSecond: perSecond.default(20),
  opensBurst: perSecond.default(100),
  initPerMinute: perSecond.default(600),
  kycPerHour: perSecond.default(20),
})

/** Bounds that are tighter in production than on a developer's machine. */
export type SettingsBounds = { readonly production: boolean }

function shape(bounds: SettingsBounds) {
  return z.strictObject({
    enabledGames: z.array(z.enum(GAME_KEYS)).max(GAME_KEYS.length).default(['mystery_box']),
    currencies: z.array(currencyCode).max(50).default([]),
    locales: z.array(z.enum(LOCALES)).min(1).max(20).default(['en']),
    minRtpBps: z.int().min(0).max(20_000).default(8500),
    maxRtpBps: z.int().min(0).max(20_000).default(9900),
    game: section({ maxReels: z.int().min(1).max(20).default(5) }),
    session: section({
      idleMinutes: z.int().min(1).max(720).default(30),
      retentionDays,
    }),
    fx: section({ toleranceBps: bps.nullable().default(200) }),
    wallet: section({
      url: walletUrl.default(''),
      unknownDebit: z.enum(['refund', 'settle']).default('refund'),
      quarantineSeconds: z
        .int()
        .min(bounds.production ? 15 : 1)
        .max(3600)
        .default(60),
      giveUpSeconds: z.int().min(1).max(86_400).default(90),
      maxUnknown: z.int().min(1).max(100).default(20),
    }),
    policies: section({
      cashbackEnabled: z.boolean().default(true),
      shippingEnabled: z.boolean().default(true),
      refundEnabled: z.boolean().default(true),
    }),
    cashback: section({ percentBps: bps.default(9000), maxItemMinor: amount.nullable().default(null) }),
    collectibles: section({
      creditedRiseBps: bps.default(10_000),
      maxStepBps: z.int().min(0).max(1_000_000).default(50_000),
    }),
    shipping: section({ minShipmentValueMinor: amount.default(0), defaultCostMinor: amount.default(0) }),
    inventory: section({ expiryDays: z.int().min(1).max(3650).nullable().default(null) }),
    vault: section({ autoOpenAfterHours: z.int().min(1).max(8760).nullable().default(null) }),
    webhooks: section({ retentionDays }),
    kyc,
    upgrader,
    noLoss: section({ enabled: z.boolean().default(false), nuggetsCostPercent: z.int().min(0).max(99).default(0) }),
    theme: section({ tokens: z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9]{0,39}$/), themeValue).default({}) }),
    logoUrl: mediaOrWebUrl.nullable().default(null),
    allowedOrigins: allowedOrigins.default([]),
    adminSso: section({ defaultRoles: z.array(z.enum(DEFAULTABLE_ROLES)).default(['viewer']) }),
    presentation: section({
      fastMode: z.boolean().default(true),
      skip: z.boolean().default(true),
      minCycleMs: z.int().min(0).max(60_000).default(0),
      celebrateOnlyAbovePaid: z.boolean().default(true),
      sessionClock: z.boolean().default(false),
      netPosition: z.boolean().default(false),
    }),
    catalog: section({ pauseUnprofitable: z.boolean().default(false) }),
    rateLimits,
  })
}

export type Settings = z.infer<ReturnType<typeof shape>>

/** The schema of a whole settings document; an absent name takes its default. */
export function settingsSchema(bounds: SettingsBounds) {
  return shape(bounds).superRefine((settings, issues) => {
    for (const [path, message] of contradictions(settings, bounds)) {
      issues.addIssue({ code: 'custom', path: path.split('.'), message })
    }
  })
}

function contradictions(settings: Settings, bounds: SettingsBounds): [path: string, message: string][] {
  const { wallet, upgrader } = settings
  const margin = bounds.production ? 15 : 1
  const presets = upgrader.chancePresetsBps
  const found: [boolean, string, string][] = [
    [settings.minRtpBps > settings.maxRtpBps, 'minRtpBps', 'must not be above maxRtpBps'],
    [
      wallet.giveUpSeconds < wallet.quarantineSeconds + margin,
      'wallet.giveUpSeconds',
      `must be at least quarantineSeconds + ${margin}`,
    ],
    [upgrader.minWagerMinor > upgrader.maxWagerMinor, 'upgrader.minWagerMinor', 'must not be above maxWagerMinor'],
    [
      presets.some((preset, index) => index > 0 && preset <= presets[index - 1]!),
      'upgrader.chancePresetsBps',
      'must ascend without repeats',
    ],
    [
      presets.length > 0 && !presets.includes(upgrader.defaultChanceBps),
      'upgrader.defaultChanceBps',
      'must be one of the presets',
    ],
    [bounds.production && settings.kyc.provider === 'sandbox', 'kyc.provider', 'must not be the sandbox in production'],
    [new Set(settings.currencies).size !== settings.currencies.length, 'currencies', 'must be distinct'],
  ]
  return found.filter(([wrong]) => wrong).map(([, path, message]) => [path, message])
}
