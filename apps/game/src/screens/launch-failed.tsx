import type { PlayFailure } from '@coffer/web'
import { useEffect } from 'preact/hooks'
import { bootAgain, canBootAgain } from '../boot.ts'
import { restrictionWords } from '../parts/restricted.tsx'
import { t, words } from '../state/words.ts'
import { Closed } from './closed.tsx'

export function LaunchFailed({ failure }: { failure: PlayFailure }) {
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
function Restricted({ failure }: { failure: PlayFailure }) {
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
