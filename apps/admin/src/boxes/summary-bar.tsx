import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { countOf } from '../text/numbers.ts'
import { BOX_UNITS, shortChance } from '../text/rounds.ts'
import shared from './boxes.module.css'
import type { ChanceFormat } from './chance-text.ts'
import type { DraftState } from './draft-state.ts'
import { draftVolatility, edgeText, hitText, rtpText } from './figure-text.ts'
import classes from './summary-bar.module.css'

type Props = {
  chanceFormat: ChanceFormat
  state: DraftState
  /** Why the sum of the chances is not accepted. */
  fault: string | undefined
  /** Number of reviews that were asked for. Screen readers read the fault again after each. */
  reviewCount: number
  buttons: ReactNode
  /** Shown above the figures. */
  children: ReactNode
}

/** The most important figures of a draft, at the bottom of the window. */
export function SummaryBar({ chanceFormat, state, fault, reviewCount, buttons, children }: Props) {
  const { sum, rtpFault, missingCount } = state
  return (
    <section className={classes.bar} aria-label="Summary" ref={measureBar}>
      {children}
      {fault !== undefined && (
        <p key={reviewCount} className={shared.bad} role="alert">
          {fault}
        </p>
      )}
      <div className={classes.line}>
        <dl className={classes.facts}>
          <div>
            <dt>Sum of chances</dt>
            <dd>
              <span className={classes.sum}>{sumText(sum, chanceFormat)} </span>
              {missingCount > 0 ? countOf(missingCount, NOT_VALID) : differenceText(sum, chanceFormat)}
            </dd>
          </div>
          <div>
            <dt>RTP</dt>
            <dd className={rtpFault === null ? undefined : shared.bad}>
              {rtpText(state)}
              {rtpFault !== null && <span className={classes.reason}> {rtpFault}</span>}
            </dd>
          </div>
          <div className={classes.wide}>
            <dt>House edge</dt>
            <dd>{edgeText(state)}</dd>
          </div>
          <div className={classes.wide}>
            <dt>Hit frequency</dt>
            <dd>{hitText(state)}</dd>
          </div>
          <div className={classes.wide}>
            <dt>Volatility</dt>
            <dd>{draftVolatility(state)}</dd>
          </div>
        </dl>
        <Group gap="xs" wrap="nowrap">
          {buttons}
        </Group>
      </div>
    </section>
  )
}

const NOT_VALID = { one: 'prize has no valid chance', many: 'prizes have no valid chance' }

/** Keeps the height of the bar in a variable of its parent, so that fields which get the focus are scrolled to a place above the bar. */
function measureBar(bar: HTMLElement | null) {
  if (bar === null) return
  const observer = new ResizeObserver(() =>
    bar.parentElement?.style.setProperty('--bar-height', `${bar.offsetHeight}px`),
  )
  observer.observe(bar)
  return () => observer.disconnect()
}

function sumText(sum: number, format: ChanceFormat): string {
  return format === 'percent' ? shortChance(sum) : countOf(sum, { one: 'unit', many: 'units' })
}

function differenceText(sum: number, format: ChanceFormat): string {
  if (sum === BOX_UNITS) return 'Complete'
  if (format === 'percent') {
    return sum < BOX_UNITS ? `${shortChance(BOX_UNITS - sum)} missing` : `${shortChance(sum - BOX_UNITS)} too many`
  }
  if (sum < BOX_UNITS) return countOf(BOX_UNITS - sum, { one: 'unit is missing', many: 'units are missing' })
  return countOf(sum - BOX_UNITS, { one: 'unit too many', many: 'units too many' })
}
