import { mulDivFloor } from '@coffer/contract/money'
import type { NetPosition } from '@coffer/contract/play'
import { money, t } from '../kit/words.ts'
import { current } from './session.ts'
import { sessionFigures, sessionMinutes } from './session-figures.ts'

/** Time and money of the session, where the casino's rules ask for them. */
export function SessionLine() {
  const { sessionClock, netPosition } = current().bootstrap.presentation
  const minutes = sessionMinutes.value
  const net = sessionFigures.value?.netPosition ?? null
  const showsClock = sessionClock && minutes !== null
  const showsNet = netPosition && net !== null
  if (!showsClock && !showsNet) return null
  return (
    <div class="session-line">
      {showsClock && <p data-testid="session-clock">{t('session.clock', { time: timeWords(minutes) })}</p>}
      {showsNet && <Net net={net} />}
    </div>
  )
}

function Net({ net }: { net: NetPosition }) {
  return (
    <details class="net" data-testid="net-position">
      <summary>{t('session.net', { amount: money(net.netMinor, net.currency) })}</summary>
      <NetParts net={net} />
    </details>
  )
}

export function NetParts({ net }: { net: NetPosition }) {
  return (
    <>
      <dl class="sums">
        <div class="sum">
          <dt>{t('session.spent')}</dt>
          <dd>{money(net.spentMinor, net.currency)}</dd>
        </div>
        <div class="sum">
          <dt>{t('session.returned')}</dt>
          <dd>{money(net.returnedMinor, net.currency)}</dd>
        </div>
      </dl>
      <p class="net-words">{t('session.netWords')}</p>
    </>
  )
}

export function timeWords(minutes: number): string {
  if (minutes < 60) return t('session.minutes', { minutes })
  return t('session.hours', { hours: mulDivFloor(minutes, 1, 60), minutes: minutes % 60 })
}
