import './address.ts'
import { render } from 'preact'
import { App } from './app.tsx'
import { boot } from './boot.ts'

render(<App />, document.getElementById('app')!)
void boot()
