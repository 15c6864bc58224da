import type { BoxDetail } from '@coffer/contract/shapes'
import { formatAbout, formatBps, formatChance, oneIn } from '@coffer/web'
import { useEffect } from 'preact/hooks'
import { Art } from '../kit/art.tsx'
import { LoadFailure } from '../kit/failure.tsx'
import { Heading } from '../kit/heading.tsx'
import { hrefOf } from '../kit/route.ts'
import { money, t, words } from '../kit/words.ts'
import { boxDetail } from './boxes.ts'
import { BuyPanel } from './buy-panel.tsx'
import { OddsTable } from './odds-table.tsx'
import { closeOpening, opening } from './opening.ts'
import { Stage } from './stage.tsx'
import type { Result } from './wins.ts'

export function BoxScreen({ boxId }: { boxId: number }) {
  const detail = boxDetail(boxId)
  const now = detail.state.value
  useEffect(() => closeOpening, [])
  return (
    <>
      <a class="back" href={hrefOf({ screen: 'lobby' })}>
        <span aria-hidden="true">‹ </span>
        {t('box.back')}
      </a>
      {now.is === 'failed' && <LoadFailure failure={now.failure} retry={detail.load} />}
      {now.data ? <BoxPage box={now.data} /> : now.is === 'loading' && <BoxSkeleton />}
    </>
  )
}

function BoxPage({ box }: { box: BoxDetail }) {
  const now = opening.value
  const isHere = now !== null && now.is !== 'refused' && now.box.boxId === box.boxId
  return (
    <>
      <p class="visually-hidden" aria-live="polite" data-testid="announcement">
        {isHere && now.is === 'shown' && sayResult(now.result)}
      </p>
      {isHere ? <Stage now={now} box={box} /> : <Showcase box={box} />}
      <OddsTable box={box} />
      <p class="fairness-link">
        <a class="text-link" href={hrefOf({ screen: 'fairness' })}>
          {t('box.fairness')}
        </a>
      </p>
    </>
  )
}

function Showcase({ box }: { box: BoxDetail }) {
  return (
    <section class="showcase">
      <div class="vitrine is-large">
        <Art src={box.imageUrl} />
      </div>
      <div class="showcase-words">
        <Heading class="title is-display">{box.name}</Heading>
        {box.description && <p class="lead muted">{box.description}</p>}
        <BuyPanel box={box} />
        <PromiseWords box={box} />
      </div>
    </section>
  )
}

/** What comes back in prizes, and to one who cashes all of them back, where that is offered. */
function returnWords(rtpBps: number, cashedBps: number | null, locale: string): string {
  const rtp = formatBps(rtpBps, locale)
  return cashedBps === null
    ? t('box.rtp', { rtp })
    : t('box.rtpCashed', { rtp, cashed: formatAbout(cashedBps, locale) })
}

/** RTP and the largest prize in words, before anything is paid. */
function PromiseWords({ box }: { box: BoxDetail }) {
  const { locale } = words.value
  const top = box.prizes.reduce<BoxDetail['prizes'][number] | null>(
    (best, prize) => (best === null || prize.valueMinor > best.valueMinor ? prize : best),
    null,
  )
  return (
    <ul class="promise">
      {box.rtpBps !== null && <li data-testid="rtp">{returnWords(box.rtpBps, box.rtpCashedBps, locale)}</li>}
      {top && (
        <li data-testid="top-prize">
          {t('box.topPrize', {
            name: top.name,
            amount: money(top.valueMinor, top.currency),
            n: oneIn(top.chanceUnits, box.totalUnits, locale),
            percent: formatChance(top.chanceUnits, box.totalUnits, locale),
          })}
        </li>
      )}
    </ul>
  )
}

function BoxSkeleton() {
  return (
    <div class="showcase" aria-busy="true">
      <div class="vitrine is-large skeleton" />
      <div class="showcase-words">
        <div class="skeleton line is-title" />
        <div class="skeleton line" />
        <div class="skeleton line is-short" />
      </div>
    </div>
  )
}

/** What a screen reader says once the reels have stopped. */
function sayResult(result: Result): string {
  const [first, ...others] = result.wins
  if (first && others.length === 0) {
    return t('result.say', { name: first.name, amount: money(first.valueMinor, result.currency) })
  }
  return t('result.sayMany', {
    count: result.wins.length,
    total: money(result.worthMinor, result.currency),
    paid: money(result.paidMinor, result.currency),
  })
}
