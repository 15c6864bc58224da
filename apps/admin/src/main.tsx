import { applyTheme, makeTheme } from '@coffer/web'
import { render } from 'preact'
import { watchActivity } from './kit/activity.ts'
import { watchRoute } from './kit/route.ts'
import { watchUnsentNotes } from './session/note-drafts.ts'
import { enter } from './session/session.ts'
import { App } from './shell/app.tsx'

applyTheme(document.documentElement.style, makeTheme({}, 'light'))
watchRoute()
watchActivity()
watchUnsentNotes()
render(<App />, document.getElementById('app')!)
void enter()
