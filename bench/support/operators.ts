import { tmpdir } from 'node:os'
import { sampleBox } from '@coffer/fixtures'
import type { OwnedContext } from '@coffer/service'
import { changeSettings, createOperator, importCatalogue, setRates } from '@coffer/service/administration'
import type { Child } from './child.ts'

const ACTOR = 'bench'
/** `aurum` is measured; the wallet of `plumbum` dies when a bench says so. */
const SLUGS = ['aurum', 'plumbum'] as const

export type Slug = (typeof SLUGS)[number]
export type StageOperator = {
  slug: Slug
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

async function addOperator(ctx: OwnedContext, wallet: Child, slug: Slug): Promise<StageOperator> {
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
