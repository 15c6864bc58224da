import { PlayFailure } from '@coffer/web'
import { useEffect } from 'preact/hooks'
import { createResource } from '../state/resource.ts'
import { LoadFailure } from './failure.tsx'

/** The Upgrader is loaded when it is first looked at, so that whoever opens boxes need not wait for it. */
const loaded = createResource(() =>
  import('../upgrader/upgrader.tsx').catch(() => {
    throw new PlayFailure('OFFLINE', 0)
  }),
)

export function UpgraderRoute() {
  const now = loaded.state.value
  useEffect(() => {
    if (!loaded.state.peek().data) void loaded.load()
  }, [])
  if (now.data) return <now.data.UpgraderScreen />
  // A browser does not ask again for a module that did not come, but a page that is loaded anew does, and goes on with the session.
  if (now.is === 'failed') return <LoadFailure failure={now.failure} retry={() => location.reload()} />
  return <div class="skeleton list" aria-busy="true" />
}
