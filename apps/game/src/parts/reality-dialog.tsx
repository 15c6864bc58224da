import { minutesSince, realityCheck } from '../state/reality.ts'
import { current } from '../state/session.ts'
import { money, plural, t } from '../state/words.ts'
import { BackToCasino } from './back-to-casino.tsx'
import { Dialog } from './dialog.tsx'

/** A pause that the host asks for: how long one has been here, and what was paid and won. */
export function RealityDialog() {
  if (!realityCheck.value) return null
  const { startedAtMs, paidMinor, wonMinor, currency } = current()
  const goOn = () => {
    realityCheck.value = false
  }
  return (
    <Dialog title={t('reality.title')} onClose={goOn}>
      <p>{plural('reality.text', minutesSince(startedAtMs))}</p>
      <p>{t('session.net', { paid: money(paidMinor, currency), won: money(wonMinor, currency) })}</p>
      <div class="dialog-actions">
        <BackToCasino />
        <button type="button" class="button primary" onClick={goOn}>
          {t('reality.goOn')}
        </button>
      </div>
    </Dialog>
  )
}
