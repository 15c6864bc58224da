import { useEffect } from 'preact/hooks'
import { tellHost } from '../host/host.ts'
import { BackToCasino } from '../parts/back-to-casino.tsx'
import { t } from '../state/words.ts'
import { Closed } from './closed.tsx'

export function Expired() {
  useEffect(() => tellHost('session.expired'), [])
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
