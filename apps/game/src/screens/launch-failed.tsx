import { useEffect } from 'preact/hooks'
import { bootAgain, canBootAgain } from '../boot.ts'
import { t, words } from '../state/words.ts'
import { Closed } from './closed.tsx'

export function LaunchFailed({ code }: { code: string }) {
  const { what, next } = words.value.error(code)
  useEffect(() => {
    document.title = t('launch.title')
  }, [])
  return (
    <Closed title={t('launch.title')}>
      <div data-testid="error-words" data-code={code}>
        <p class="lead">{what}</p>
        <p class="muted">{next}</p>
      </div>
      {canBootAgain(code) && (
        <button type="button" class="button primary" onClick={bootAgain}>
          {t('app.retry')}
        </button>
      )}
    </Closed>
  )
}
