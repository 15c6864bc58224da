import type { PlayBoxRow } from '@coffer/contract/play'
import { formatBps } from '@coffer/web'
import { Art } from '../kit/art.tsx'
import { BoxSkeletons } from '../kit/box-skeletons.tsx'
import { Empty } from '../kit/empty.tsx'
import { LoadFailure } from '../kit/failure.tsx'
import { Heading } from '../kit/heading.tsx'
import { MoreButton } from '../kit/more-button.tsx'
import { hrefOf } from '../kit/route.ts'
import { money, plural, t, words } from '../kit/words.ts'
import { ResumeNotice } from '../rounds/resume-notice.tsx'
import { boxes } from './boxes.ts'
import { freeOpensOf } from './free-opens.ts'

export function LobbyScreen() {
  const now = boxes.state.value
  return (
    <>
      <ResumeNotice>
        <a class="button" href={hrefOf({ screen: 'rounds' })}>
          {t('resume.look')}
        </a>
      </ResumeNotice>
      <Heading>{t('lobby.title')}</Heading>
      <p class="lead muted">{t('lobby.lead')}</p>
      {now.is === 'failed' && <LoadFailure failure={now.failure} retry={boxes.load} />}
      {now.data ? <Grid rows={now.data.rows} /> : now.is === 'loading' && <BoxSkeletons />}
      <MoreButton list={boxes} label={t('lobby.more')} />
    </>
  )
}

function Grid({ rows }: { rows: readonly PlayBoxRow[] }) {
  if (rows.length === 0) return <Empty title={t('lobby.empty.title')} text={t('lobby.empty.text')} />
  return (
    <ul class="box-grid">
      {rows.map((box) => (
        <li key={box.boxId}>
          <BoxCard box={box} />
        </li>
      ))}
    </ul>
  )
}

function BoxCard({ box }: { box: PlayBoxRow }) {
  const { locale } = words.value
  const freeOpens = freeOpensOf(box.boxId)
  return (
    <a class="box-card" data-testid="box-card" data-slug={box.slug} href={hrefOf({ screen: 'box', boxId: box.boxId })}>
      <span class="vitrine">
        <Art src={box.imageUrl} lazy />
        {freeOpens > 0 && (
          <span class="chip is-free" data-testid="free-opens">
            {plural('lobby.free', freeOpens)}
          </span>
        )}
      </span>
      <span class="box-name">{box.name}</span>
      {box.priceMinor !== null && <span class="box-price">{money(box.priceMinor, box.currency)}</span>}
      <span class="box-facts">
        {box.maxPrizeMinor !== null && (
          <span>{t('lobby.topPrize', { amount: money(box.maxPrizeMinor, box.currency) })}</span>
        )}
        {box.rtpBps !== null && <span>{t('lobby.rtp', { percent: formatBps(box.rtpBps, locale) })}</span>}
      </span>
    </a>
  )
}
