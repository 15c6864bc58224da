import type { ReactNode } from 'react'
import { WHOLE_BPS } from '../text/boxes.ts'
import { countOf, percent } from '../text/numbers.ts'
import { BOX_UNITS, boxChance, shortChance } from '../text/rounds.ts'
import type { ChanceUnit } from './chance-text.ts'
import type { DraftState } from './draft-state.ts'
import classes from './summary-bar.module.css'
import { boundsFault } from './target-rtp.ts'
import type { RtpBounds } from './version-draft.ts'

type Props = {
  chanceUnit: ChanceUnit
  state: DraftState
  bounds: RtpBounds
  /** Why the sum of the chances is not accepted. */
  fault: string | undefined
  button: ReactNode
  /** Shown above the figures. */
  children: ReactNode
}

/** The most important figures of a draft, at the bottom of the window. */
export function SummaryBar({ chanceUnit, state, bounds, fault, button, children }: Props) {
  const { sum, rtpBps, figures } = state
  const rtpFault = boundsFault(rtpBps, bounds)
  return (
    <section className={classes.bar} aria-label="Summary" ref={measureBar}>
      {children}
      {fault !== undefined && (
        <p className={classes.bad} role="alert">
          {fault}
        </p>
      )}
      <div className={classes.line}>
        <dl className={classes.facts}>
          <div>
            <dt>Sum of chances</dt>
            <dd>
              <span className={classes.sum}>{sumText(sum, chanceUnit)} </span>
              {differenceText(sum, chanceUnit)}
            </dd>
          </div>
          <div>
            <dt>RTP</dt>
            <dd className={rtpFault === null ? undefined : classes.bad}>
              {rtpBps === null ? 'Unknown' : percent(rtpBps)}
              {rtpFault !== null && <span className="visually-hidden"> {rtpFault}</span>}
            </dd>
          </div>
          <div className={classes.wide}>
            <dt>House edge</dt>
            <dd>{rtpBps === null ? 'Unknown' : percent(WHOLE_BPS - rtpBps)}</dd>
          </div>
          <div className={classes.wide}>
            <dt>Hit frequency</dt>
            <dd>{figures === null ? 'Unknown' : boxChance(figures.hitUnits)}</dd>
          </div>
        </dl>
        {button}
      </div>
    </section>
  )
}

/** Keeps the height of the bar in a variable of its parent, so that fields which get the focus are scrolled to a place above the bar. */
function measureBar(bar: HTMLElement | null) {
  if (bar === null) return
  const observer = new ResizeObserver(() =>
    bar.parentElement?.style.setProperty('--bar-height', `${bar.offsetHeight}px`),
  )
  observer.observe(bar)
  return () => observer.disconnect()
}

function sumText(sum: number, unit: ChanceUnit): string {
  return unit === 'percent' ? shortChance(sum) : countOf(sum, { one: 'unit', many: 'units' })
}

function differenceText(sum: number, unit: ChanceUnit): string {
  if (sum === BOX_UNITS) return 'Complete'
  if (unit === 'percent') {
    return sum < BOX_UNITS ? `${shortChance(BOX_UNITS - sum)} missing` : `${shortChance(sum - BOX_UNITS)} too many`
  }
  if (sum < BOX_UNITS) return countOf(BOX_UNITS - sum, { one: 'unit is missing', many: 'units are missing' })
  return countOf(sum - BOX_UNITS, { one: 'unit too many', many: 'units too many' })
}
