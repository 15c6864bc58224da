import type { BoxDetail } from '@coffer/contract/shapes'
import { formatAbout, formatBps, formatChance, oneIn } from '@coffer/web'
import { useEffect } from 'preact/hooks'
import { Art } from '../parts/art.tsx'
import { LoadFailure } from '../parts/failure.tsx'
import { Heading } from '../parts/heading.tsx'
import { OddsTable } from '../parts/odds-table.tsx'
import { boxDetail } from '../state/boxes.ts'
import { closeOpening, opening } from '../state/opening.ts'
import { hrefOf } from '../state/route.ts'
import { money, t, words } from '../state/words.ts'
import { BuyPanel } from './buy-panel.tsx'
import { sayResult } from './say-result.ts'
import { Stage } from './stage.tsx'

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
