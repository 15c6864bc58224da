import { tmpdir } from 'node:os'
import { sampleBox } from '@coffer/fixtures'
import { createCoffer } from '@coffer/operator-sdk'
import type { OwnedContext } from '@coffer/service'
import { changeSettings, createOperator, importCatalogue, setRates } from '@coffer/service/administration'
import type { Child } from './child.ts'
import { makeClient } from './client.ts'

const ACTOR = 'bench'
/** `aurum` is measured; the wallet of `plumbum` dies when a bench says so. */
const SLUGS = ['aurum', 'plumbum'] as const

export type Slug = (typeof SLUGS)[number]
export type StageOperator = {
  operatorId: number
  slug: string
  keyId: string
  keySecret: string
  outboundSecret: string
  boxVersionId: number
}

/** Makes the operators with a box each, through the service's own doors. Closes the context. */
export async function createOperators(ctx: OwnedContext, wallet: Child): Promise<Record<Slug, StageOperator>> {
  try {
    await setRates(ctx, 'EUR', { USD: '1.0834' }, ACTOR)
    const made: Partial<Record<Slug, StageOperator>> = {}
    for (const slug of SLUGS) made[slug] = await addOperator(ctx, wallet, slug)
    return made as Record<Slug, StageOperator>
  } finally {
    await ctx.close()
  }
}

/** Nobody is slowed down by a limit that is meant for one player. */
const SETTINGS = {
  'rateLimits.playPerSecond': 1_000_000,
  'rateLimits.playBurst': 1_000_000,
  'rateLimits.opensPerSecond': 1_000_000,
  'rateLimits.opensBurst': 1_000_000,
  'rateLimits.backendPerSecond': 1_000_000,
  'rateLimits.backendBurst': 1_000_000,
  'rateLimits.initPerMinute': 1_000_000,
}

export async function addOperator(ctx: OwnedContext, wallet: Child, slug: string): Promise<StageOperator> {
  const made = await createOperator(ctx, { slug, name: slug, currency: 'EUR', settings: {}, actor: ACTOR })
  await changeSettings(
    ctx,
    made.operatorId,
    { ...SETTINGS, 'wallet.url': `${wallet.url}${slug}` },
    {
      actor: ACTOR,
      force: true,
    },
  )
  await wallet.ask('secret', [slug, made.outboundSecret])
  const { boxes } = await importCatalogue(ctx, made.operatorId, sampleBox(), tmpdir())
  return { ...made, slug, boxVersionId: boxes.sample!.boxVersionId! }
}

/** A player in a session. */
export type Player = { externalId: string; token: string; boxVersionId: number }

const AT_ONCE = 8
let entered = 0

/** Launches players into sessions, as a casino and the game do it. */
export async function enterPlayers(baseUrl: string, operator: StageOperator, count: number): Promise<Player[]> {
  const coffer = createCoffer({ baseUrl, keyId: operator.keyId, keySecret: operator.keySecret })
  const client = makeClient(baseUrl, AT_ONCE)
  const players: Player[] = []
  const enterSome = async () => {
    while (entered < last) {
      entered += 1
      const externalId = `player-${entered}`
      const { launchToken } = await coffer.createLaunch({
        playerExternalId: externalId,
        gameKey: 'mystery_box',
        target: {},
      })
      const { text } = await client.post('/api/play/session/init', null, { launchToken })
      players.push({ externalId, token: JSON.parse(text).sessionToken, boxVersionId: operator.boxVersionId })
    }
  }
  const last = entered + count
  await Promise.all(Array.from({ length: AT_ONCE }, enterSome))
  await client.close()
  return players
}
