import type { ApiFailure } from '@coffer/web'
import { type ReadonlySignal, signal } from '@preact/signals'
import { failureOf } from './answers.ts'

export type Loaded<T> =
  | { readonly is: 'loading'; readonly data: T | null }
  | { readonly is: 'ready'; readonly data: T }
  | { readonly is: 'failed'; readonly data: T | null; readonly failure: ApiFailure }

export type Resource<T> = { readonly state: ReadonlySignal<Loaded<T>>; load(): Promise<void>; set(data: T): void }

/** Something read from the service. A later load wins over an earlier one that answers after it; what was shown stays meanwhile. */
export function createResource<T>(read: () => Promise<T>): Resource<T> {
  const state = signal<Loaded<T>>({ is: 'loading', data: null })
  let latest = 0
  return {
    state,
    set: (data) => {
      latest++
      state.value = { is: 'ready', data }
    },
    async load() {
      const mine = ++latest
      state.value = { is: 'loading', data: state.value.data }
      try {
        const data = await read()
        if (mine === latest) state.value = { is: 'ready', data }
      } catch (thrown) {
        const failure = failureOf(thrown)
        if (mine === latest) state.value = { is: 'failed', data: state.value.data, failure }
      }
    },
  }
}
