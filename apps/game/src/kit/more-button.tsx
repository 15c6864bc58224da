import type { ReadonlySignal } from '@preact/signals'
import type { Page } from './paged.ts'
import type { Loaded } from './resource.ts'

type Growing = {
  readonly state: ReadonlySignal<Loaded<Page<unknown>>>
  readonly isGrowing: ReadonlySignal<boolean>
  more(): Promise<void>
}

/** Shows the next rows of a list while there are some. */
export function MoreButton({ list, label }: { list: Growing; label: string }) {
  if (!list.state.value.data?.next) return null
  return (
    <div class="more">
      <button type="button" class="button" data-testid="more" disabled={list.isGrowing.value} onClick={list.more}>
        {label}
      </button>
    </div>
  )
}
