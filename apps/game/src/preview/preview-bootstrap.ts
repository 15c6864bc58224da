import type { Bootstrap } from '@coffer/contract/play'
import { fairnessOf, type Player } from './preview-player.ts'
import { priceOf, versionIdOf } from './preview-round.ts'

/** The session of a preview, which begins on the page of its box. `allowedOrigin`: origin of the page that frames it. */
export function previewBootstrap(player: Player, allowedOrigin: string): Bootstrap {
  const { preview, balanceMinor } = player
  const { tenant, theme, policies, presentation, locales, maxReels, box } = preview
  const { activeSince, ...fairness } = fairnessOf(player)
  const target = {
    ...{ boxId: box.boxId, boxVersionId: versionIdOf(preview), name: box.name, priceMinor: priceOf(preview) },
    ...{ currency: box.currency, freeOpens: 0, autoOpen: false },
  }
  return {
    ...{ sessionToken: 'preview', expiresAt: activeSince, tenant, theme, policies, locales, presentation },
    player: { externalId: 'preview', balanceMinor, balanceFetchedAt: activeSince },
    game: { key: 'mystery_box', maxReels, target },
    enabledGames: ['mystery_box'],
    fairness,
    session: { currency: tenant.currency, ratePinnedAt: activeSince },
    currencies: [tenant.currency],
    allowedOrigins: [allowedOrigin],
    ...{ returnUrl: null, resume: null },
  }
}
