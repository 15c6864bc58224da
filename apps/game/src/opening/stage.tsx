import type { BoxDetail } from '@coffer/contract/shapes'
import { useEffect, useRef } from 'preact/hooks'
import { Heading } from '../kit/heading.tsx'
import { mayTakeFocus } from '../kit/preview.ts'
import { UndecidedNotice } from '../kit/undecided-notice.tsx'
import { t } from '../kit/words.ts'
import { checkAgain } from './open-box.ts'
import type { OpeningInStage } from './opening.ts'
import { Reels } from './reels.tsx'
import { PrizeCard, PrizeGrid } from './result.tsx'

/** Where a box is opened: the reels, then what they gave. */
export function Stage({ now, box }: { now: OpeningInStage; box: BoxDetail }) {
  const ref = useRef<HTMLElement>(null)
  const isShown = now.is === 'shown'
  useEffect(() => {
    if (mayTakeFocus()) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isShown])
  return (
    <section ref={ref} class="stage" aria-label={t('reel.stage', { name: box.name })}>
      {now.is === 'shown' ? <Shown now={now} box={box} /> : <Turning now={now} box={box} />}
    </section>
  )
}

function Shown({ now, box }: { now: Extract<OpeningInStage, { is: 'spinning' | 'shown' }>; box: BoxDetail }) {
  return now.result.wins.length === 1 ? (
    <PrizeCard result={now.result} win={now.result.wins[0]!} box={box} />
  ) : (
    <PrizeGrid result={now.result} box={box} />
  )
}

function Turning({ now, box }: { now: OpeningInStage; box: BoxDetail }) {
  return (
    <>
      <Heading class="stage-title" takesFocus>
        {t('reel.stage', { name: box.name })}
      </Heading>
      <Reels now={now} />
      <Undecided now={now} />
    </>
  )
}

function Undecided({ now }: { now: OpeningInStage }) {
  if (now.is !== 'slowed' && now.is !== 'confirming' && now.is !== 'parked') return null
  const isSlowed = now.is === 'slowed'
  const words = {
    what: t(isSlowed ? 'reel.slowed' : 'reel.confirming'),
    text: t(isSlowed ? 'reel.slowedText' : 'reel.confirmingText'),
    checkAgain: t('reel.checkAgain'),
  }
  return <UndecidedNotice is={now.is} words={words} checkAgain={checkAgain} />
}
