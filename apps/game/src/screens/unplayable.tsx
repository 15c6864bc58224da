import { useEffect } from 'preact/hooks'
import { tellHost } from '../host/host.ts'
import { BackToCasino } from '../parts/back-to-casino.tsx'
import { t } from '../state/words.ts'
import { Closed } from './closed.tsx'

/** A launch of a game that this build does not have. */
export function Unplayable() {
  useEffect(() => tellHost('fatal', { code: 'GAME_DISABLED' }), [])
  return (
    <Closed title={t('unplayable.title')}>
      <p class="lead" data-testid="error-words" data-code="GAME_DISABLED">
        {t('unplayable.text')}
      </p>
      <BackToCasino primary />
    </Closed>
  )
}
