import { render } from 'preact'
import { App } from './app.tsx'
import { boot } from './boot.ts'
import { listenToHost } from './host/inbound.ts'
import { watchHeight } from './host/resize.ts'
import { watchRoute } from './state/route.ts'
import { watchHeartbeat } from './state/standing.ts'
import { wear } from './state/theme.ts'

wear({})
listenToHost()
watchRoute()
watchHeartbeat()
watchHeight()
render(<App />, document.getElementById('app')!)
void boot()
