import { signal } from '@preact/signals'
import { Dialog } from '../kit/dialog.tsx'
import { money, t } from '../kit/words.ts'
import { BackToCasino } from './back-to-casino.tsx'
import { sessionFigures, sessionMinutes } from './session-figures.ts'
import { NetParts, timeWords } from './session-line.tsx'

/** Set while the host asks the player to look up for a moment. */
export const realityCheck = signal(false)

/** A pause that the host asks for: how long one has been here, and what money has moved. */
export function RealityDialog() {
  if (!realityCheck.value) return null
  const minutes = sessionMinutes.value
  const net = sessionFigures.value?.netPosition ?? null
  const goOn = () => {
    realityCheck.value = false
  }
  return (
    <Dialog title={t('reality.title')} onClose={goOn}>
      {minutes !== null && <p>{t('session.clock', { time: timeWords(minutes) })}</p>}
      {net && <p>{t('session.net', { amount: money(net.netMinor, net.currency) })}</p>}
      {net && <NetParts net={net} />}
      <div class="dialog-actions">
        <BackToCasino />
        <button type="button" class="button primary" onClick={goOn}>
          {t('reality.goOn')}
        </button>
      </div>
    </Dialog>
  )
}
