import type { GamePreview } from '@coffer/contract/admin'
import type { PreviewMessage, PreviewReady } from '@coffer/contract/messages'
import type { Bootstrap } from '@coffer/contract/play'
import { ApiFailure, randomSeed } from '@coffer/web'
import { isFramed } from '../host/host.ts'
import { repriceGames } from '../play/games.ts'
import { replaceApi } from '../session/api.ts'
import { refreshBalance } from '../session/balance.ts'
import { phase, session, updateSession } from '../session/session.ts'
import { applyBranding, bootWith } from '../shell/boot.ts'
import { createPreviewService } from './preview-service.ts'

/** Shows the game as the admin around it posts it. */
export function startPreview(): void {
  if (!isFramed) {
    phase.value = { name: 'failed', failure: new ApiFailure('NOT_IN_PREVIEW', 0) }
    return
  }
  // The sandbox gives the page an origin of its own. `location.origin` is still that of its address, which is also that of the admin.
  const { origin: adminOrigin } = location
  const { api, show } = createPreviewService({
    allowedOrigin: adminOrigin,
    newSeed: randomSeed,
    now: () => new Date(),
  })
  replaceApi(api)
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || origin !== adminOrigin || !isPreviewMessage(data)) return
    show(data.payload)
    if (session.value === null) void bootWith('preview')
    else update(session.value.bootstrap, data.payload)
  })
  const ready: PreviewReady = { source: 'coffer-preview', v: 1, type: 'ready' }
  window.parent.postMessage(ready, adminOrigin)
}

/** Shows another preview in the session that has begun. */
function update(bootstrap: Bootstrap, { tenant, theme, policies, presentation, locales, maxReels }: GamePreview): void {
  const game = { ...bootstrap.game, maxReels }
  updateSession({ bootstrap: { ...bootstrap, tenant, theme, policies, presentation, locales, game } })
  applyBranding({ tenant, theme })
  void repriceGames()
  void refreshBalance()
}

function isPreviewMessage(data: unknown): data is PreviewMessage {
  const message = data as Partial<PreviewMessage> | null
  return message?.source === 'coffer-admin' && message.v === 1 && message.type === 'preview'
}
