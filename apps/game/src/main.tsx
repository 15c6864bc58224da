import { render } from 'preact'
import { watchHeight } from './host/host.ts'
import { isPreview } from './kit/preview.ts'
import { watchRoute } from './kit/route.ts'
import { takeGames } from './play/games.ts'
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
// The preview stays out of what players load.
if (isPreview) void import('./preview/start-preview.ts').then(({ startPreview }) => startPreview())
else void boot()
