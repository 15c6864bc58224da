import { render } from 'preact'
import { watchHeight } from './host/host.ts'
import { watchRoute } from './kit/route.ts'
import { watchHeartbeat } from './session/session-figures.ts'
import { App } from './shell/app.tsx'
import { boot } from './shell/boot.ts'
import { listenToHost } from './shell/inbound.ts'
import { wear } from './shell/theme.ts'

wear({})
listenToHost()
watchRoute()
watchHeartbeat()
watchHeight()
render(<App />, document.getElementById('app')!)
void boot()
