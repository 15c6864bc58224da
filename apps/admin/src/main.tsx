import { applyTheme, makeTheme } from '@coffer/web'
import { render } from 'preact'
import { App } from './app.tsx'
import { watchActivity } from './state/activity.ts'
import { watchUnsentNotes } from './state/note-drafts.ts'
import { watchRoute } from './state/route.ts'
import { enter } from './state/session.ts'

applyTheme(document.documentElement.style, makeTheme({}, 'light'))
watchRoute()
watchActivity()
watchUnsentNotes()
render(<App />, document.getElementById('app')!)
void enter()
