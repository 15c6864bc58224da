import type { ApiFailure } from '@coffer/web'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { postToHost } from '../host/host.ts'
import { Heading } from '../kit/heading.tsx'
import { t, words } from '../kit/words.ts'
import { BackToCasino } from '../session/back-to-casino.tsx'
import { restrictionWords } from '../session/restricted.tsx'
import { bootAgain, canBootAgain } from './boot.ts'

export function LaunchFailed({ failure }: { failure: ApiFailure }) {
  const isRestricted = failure.code === 'PLAYER_RESTRICTED'
  const title = t(isRestricted ? 'restricted.title' : 'launch.title')
  useEffect(() => {
    document.title = title
  }, [])
  return (
    <Closed title={title}>
      <div data-testid="error-words" data-code={failure.code}>
        {isRestricted ? <Restricted failure={failure} /> : <Failed code={failure.code} />}
      </div>
      {canBootAgain(failure.code) && (
        <button type="button" class="button primary" onClick={bootAgain}>
          {t('app.retry')}
        </button>
      )}
    </Closed>
  )
}

function Failed({ code }: { code: string }) {
  const { what, next } = words.value.error(code)
  return (
    <>
      <p class="lead">{what}</p>
      <p class="muted">{next}</p>
    </>
  )
}

/** Nobody is let in, so what still works is what works without the game. */
function Restricted({ failure }: { failure: ApiFailure }) {
  const { what, until } = restrictionWords(failure)
  return (
    <>
      <p class="lead">{what}</p>
      {until && <p class="lead">{until}</p>}
      <p class="muted">{t('restricted.closed')}</p>
      <p>
        <a class="text-link" href="/fairness/verify" target="_blank" rel="noopener">
          {t('restricted.verifier')}
        </a>
      </p>
    </>
  )
}

export function Expired() {
  useEffect(() => postToHost('session.expired'), [])
  return (
    <Closed title={t('expired.title')}>
      <div data-testid="error-words" data-code="SESSION_EXPIRED">
        <p class="lead">{t('expired.text')}</p>
        <p class="muted">{t('expired.next')}</p>
      </div>
      <BackToCasino primary />
    </Closed>
  )
}

/** A full page that says why there is no game, and what to do. */
function Closed({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <main class="closed">
      <svg class="closed-casket" viewBox="0 0 120 96" aria-hidden="true">
        <path class="casket-lid" d="M14 44 26 16h68l12 28Z" />
        <path class="casket-body" d="M14 44h92v40H14Z" />
        <path class="casket-shade" d="M14 44h92v8H14Z" />
        <rect class="casket-lock" x="52" y="36" width="16" height="24" rx="4" />
        <circle class="casket-hole" cx="60" cy="46" r="3" />
      </svg>
      <Heading>{title}</Heading>
      {children}
    </main>
  )
}
