import { ApiFailure } from '@coffer/web'
import type { FunctionComponent } from 'preact'
import { useEffect } from 'preact/hooks'
import { LoadFailure } from './failure.tsx'
import { createResource } from './resource.ts'

/** A screen that is loaded when it is first looked at, so that whoever plays something else need not wait for it. */
export function lazyScreen(load: () => Promise<FunctionComponent>): FunctionComponent {
  const loaded = createResource(() =>
    load().catch(() => {
      throw new ApiFailure('OFFLINE', 0)
    }),
  )
  return function LazyScreen() {
    const now = loaded.state.value
    useEffect(() => {
      if (!loaded.state.peek().data) void loaded.load()
    }, [])
    if (now.data) return <now.data />
    // A browser does not ask again for a module that did not come, but a page that is loaded anew does, and goes on with the session.
    if (now.is === 'failed') return <LoadFailure failure={now.failure} retry={() => location.reload()} />
    return <div class="skeleton list" aria-busy="true" />
  }
}
