import type { ComponentChildren } from 'preact'
import { type FailureCode, wordsOf } from './api.ts'

/** What went wrong, and what to do; said by a reader as soon as it stands there. */
export function FailureNotice({ code, children }: { code: FailureCode; children?: ComponentChildren }) {
  const { what, next } = wordsOf(code)
  return (
    <div class="notice is-danger" role="alert">
      <p class="notice-what">{what}</p>
      <p>{next}</p>
      <div class="notice-actions">{children}</div>
    </div>
  )
}
