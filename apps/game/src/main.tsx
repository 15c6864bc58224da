import { ApiFailure } from '@coffer/web'
import { render } from 'preact'
import { watchHeight } from './host/host.ts'
import { isPreview } from './kit/preview.ts'
import { watchRoute } from './kit/route.ts'
import { takeGames } from './play/games.ts'
import { phase } from './session/session.ts'
import { watchHeartbeat } from './session/session-figures.ts'
import { App } from './shell/app.tsx'
import { boot } from './shell/boot.ts'
import { GAME_KEYS, GAMES } from './shell/games.ts'
import { listenToHost } from './shell/inbound.ts'
import { wear } from './shell/theme.ts'

wear({})
takeGames(GAMES)
listenToHost()
watchRoute(GAME_KEYS)
watchHeartbeat()
watchHeight()
render(<App />, document.getElementById('app')!)
if (isPreview) void loadPreview()
else void boot()

/** Loads the part of the preview, which players do not load. */
async function loadPreview(): Promise<void> {
  const part = await import('./preview/start-preview.ts').catch(() => null)
  if (part === null) phase.value = { name: 'failed', failure: new ApiFailure('OFFLINE', 0) }
  else part.startPreview()
}
