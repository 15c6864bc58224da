import { useEffect, useRef, useState } from 'preact/hooks'
import { type UpgradeOnStage, upgrade } from '../item-actions/upgrade.ts'
import { Art } from '../kit/art.tsx'
import { Heading } from '../kit/heading.tsx'
import { UndecidedNotice } from '../kit/undecided-notice.tsx'
import { t } from '../kit/words.ts'
import { revealInMs } from '../play/timing.ts'
import { useSkipKey } from '../play/use-skip-key.ts'
import { current } from '../session/session.ts'
import { Dial, type Roll } from './dial.tsx'
import { Outcome } from './outcome.tsx'
import { checkUpgradeAgain, showUpgrade } from './play-upgrade.ts'

/** Where one roll decides: the dial, and beside it how it stands and what came of it. The answer comes first; the needle only shows it. */
export function Stage({ now }: { now: UpgradeOnStage }) {
  const ref = useRef<HTMLElement>(null)
  const { roll, canSkip, skip } = useRoll(now)
  useEffect(() => ref.current?.scrollIntoView({ block: 'nearest' }), [now.is === 'shown'])
  const { chanceBps, target } = shownOf(now)
  const title = target ? t('upgrade.stage', { name: target.name }) : t('upgrade.stage.unknown')
  return (
    <section
      ref={ref}
      class={now.is === 'shown' ? 'stage upgrade-stage is-shown' : 'stage upgrade-stage'}
      aria-label={title}
      data-testid="upgrade-stage"
    >
      {now.is !== 'shown' && (
        <Heading class="stage-title" takesFocus>
          {title}
        </Heading>
      )}
      <div class="stage-dial" onPointerUp={canSkip ? skip : undefined}>
        <Dial chanceBps={chanceBps} roll={roll}>
          {target && <Art src={target.imageUrl} />}
        </Dial>
      </div>
      {now.is === 'shown' ? <Outcome result={now.result} /> : <Waiting now={now} canSkip={canSkip} skip={skip} />}
    </section>
  )
}

function shownOf(now: UpgradeOnStage) {
  const known = 'result' in now ? now.result : now.aim
  return { chanceBps: known?.chanceBps ?? null, target: known?.target ?? null }
}

function Waiting({ now, canSkip, skip }: { now: UpgradeOnStage; canSkip: boolean; skip: () => void }) {
  return (
    <>
      <div class="stage-actions">
        {now.is === 'asking' && <p class="muted">{t('upgrade.waits')}</p>}
        {canSkip && (
          <button type="button" class="button quiet" data-testid="skip" onClick={skip}>
            {t('reel.skip')} <kbd>Esc</kbd>
          </button>
        )}
      </div>
      <Undecided now={now} />
    </>
  )
}

/** What the needle does. Its stop is looked at for a moment, then what came of it is shown; at once when the player goes elsewhere. */
function useRoll(now: UpgradeOnStage): { roll: Roll | null; canSkip: boolean; skip: () => void } {
  const finishers = useRef(new Set<() => void>()).current
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const [isStopped, setStopped] = useState(now.is === 'shown')
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      showUpgrade()
    },
    [],
  )
  const onStop = () => {
    setStopped(true)
    const turning = upgrade.peek()
    if (turning?.is !== 'turning') return
    const { minCycleMs } = current().bootstrap.presentation
    const sinceClickMs = performance.now() - turning.startedAtMs
    timer.current = setTimeout(showUpgrade, revealInMs(turning.pace, minCycleMs, sinceClickMs))
  }
  const skip = () => {
    for (const finish of [...finishers]) finish()
  }
  const { skip: maySkip } = current().bootstrap.presentation
  const canSkip = now.is === 'turning' && !isStopped && now.pace !== 'still' && maySkip
  useSkipKey(canSkip, skip)
  if (!('result' in now)) return { roll: null, canSkip, skip }
  const { rolledBps: bps, isWin } = now.result
  return {
    roll: { bps, pace: now.is === 'turning' ? now.pace : null, isStopped, isWin, onStop, finishers },
    canSkip,
    skip,
  }
}

function Undecided({ now }: { now: UpgradeOnStage }) {
  if (now.is !== 'slowed' && now.is !== 'confirming' && now.is !== 'parked') return null
  const isSlowed = now.is === 'slowed'
  const words = {
    what: t(isSlowed ? 'upgrade.slowed' : 'upgrade.confirming'),
    text: t(isSlowed ? 'upgrade.slowedText' : 'upgrade.confirmingText'),
    checkAgain: t('upgrade.checkAgain'),
  }
  return <UndecidedNotice is={now.is} words={words} checkAgain={checkUpgradeAgain} />
}
