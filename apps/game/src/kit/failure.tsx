import { type ApiFailure, type ErrorWords, isRefusedInDoubt } from '@coffer/web'
import type { ComponentChildren } from 'preact'
import { t, words } from './words.ts'

/** Not an error: a preview of the game does not do this, however often it is tried. */
const NOT_IN_PREVIEW = 'NOT_IN_PREVIEW'

/** What went wrong, in human words, with what to do next. `said` are words that fit the place better than those of the code. */
export function FailureWords({
  code,
  said = words.value.error(code),
  reference,
  children,
}: {
  code: string
  said?: ErrorWords
  reference?: string
  children?: ComponentChildren
}) {
  const { what, next } = said
  return (
    <div
      class={code === NOT_IN_PREVIEW ? 'notice is-info' : 'notice is-danger'}
      role="alert"
      data-testid="error-words"
      data-code={code}
    >
      <p class="notice-what">{what}</p>
      <p>{next}</p>
      {reference && <p class="notice-reference">{t('app.reference', { id: reference })}</p>}
      {children && <div class="notice-actions">{children}</div>}
    </div>
  )
}

type LoadProps = { failure: ApiFailure; retry: () => void; label?: string }

/** A list or a page that could not be read, with a way to try again. */
export function LoadFailure({ failure, retry, label = t('app.retry') }: LoadProps) {
  return (
    <FailureWords code={failure.code} reference={referenceOf(failure)}>
      {failure.code !== NOT_IN_PREVIEW && (
        <button type="button" class="button" onClick={retry}>
          {label}
        </button>
      )}
    </FailureWords>
  )
}

/** What is said of a click that was refused while nobody knows yet whether it was charged; otherwise the words of its code. */
export function wordsInDoubt(failure: ApiFailure): ErrorWords | undefined {
  return isRefusedInDoubt(failure) ? words.value.error('REFUSED_IN_DOUBT') : undefined
}

/** The request id is only worth showing where support may be asked about it. */
export function referenceOf(failure: ApiFailure): string | undefined {
  return failure.status >= 500 ? failure.answer?.error.requestId : undefined
}
