import type { RoundAnswer } from '@coffer/contract/shapes'
import { useEffect } from 'preact/hooks'
import { Empty } from '../kit/empty.tsx'
import { LoadFailure } from '../kit/failure.tsx'
import { Heading } from '../kit/heading.tsx'
import { MoreButton } from '../kit/more-button.tsx'
import { VerifyLink } from '../kit/verify-link.tsx'
import { dayAndTime, money, t } from '../kit/words.ts'
import { wordsOfRound } from '../play/games.ts'
import { HomeLink } from '../session/home-link.tsx'
import { ResumeNotice } from './resume-notice.tsx'
import { rounds } from './rounds.ts'

export function RoundsScreen() {
  const now = rounds.state.value
  useEffect(() => {
    void rounds.load()
  }, [])
  return (
    <>
      <Heading>{t('rounds.title')}</Heading>
      <p class="lead muted">{t('rounds.lead')}</p>
      <ResumeNotice>
        <button type="button" class="button" onClick={rounds.load}>
          {t('rounds.refresh')}
        </button>
      </ResumeNotice>
      {now.is === 'failed' && <LoadFailure failure={now.failure} retry={rounds.load} />}
      {now.data ? <Rounds rows={now.data.rows} /> : now.is === 'loading' && <div class="skeleton list" />}
      <MoreButton list={rounds} label={t('rounds.more')} />
    </>
  )
}

function Rounds({ rows }: { rows: readonly RoundAnswer[] }) {
  if (rows.length === 0) {
    return (
      <Empty title={t('rounds.empty.title')} text={t('rounds.empty.text')}>
        <HomeLink />
      </Empty>
    )
  }
  return (
    <ul class="rounds">
      {rows.map((round) => (
        <li key={round.publicId} class="round" data-testid="round">
          <Round round={round} />
        </li>
      ))}
    </ul>
  )
}

function Round({ round }: { round: RoundAnswer }) {
  const { names, decided, bet } = wordsOfRound(round)
  const isSettled = round.status === 'settled'
  return (
    <>
      <div class="round-what">
        <p class="round-names">{names.length > 0 ? names.join(', ') : t(`round.${round.status}`)}</p>
        {decided}
        <p class="muted">
          {round.settledAt ? dayAndTime(round.settledAt) : t(`round.${round.status}`)}
          {round.refundedMinor !== undefined &&
            ` · ${t('rounds.refunded', { amount: money(round.refundedMinor, round.currency) })}`}
        </p>
      </div>
      <dl class="round-sums">
        <div>
          <dt>{bet ?? t('rounds.paid')}</dt>
          <dd>{round.funding === 'operator' ? t('rounds.free') : money(round.betMinor, round.currency)}</dd>
        </div>
        <div>
          <dt>{t('rounds.won')}</dt>
          <dd>{money(round.payoutMinor, round.currency)}</dd>
        </div>
      </dl>
      {isSettled && <VerifyLink publicId={round.publicId}>{t('rounds.verify')}</VerifyLink>}
    </>
  )
}
