import { useEffect } from 'preact/hooks'
import { FailureWords, LoadFailure } from '../kit/failure.tsx'
import { Heading } from '../kit/heading.tsx'
import { createResource } from '../kit/resource.ts'
import { VerifyLink } from '../kit/verify-link.tsx'
import { money, t } from '../kit/words.ts'
import { api } from '../session/api.ts'
import { isTossing, toss, tossFor } from './toss-coin.ts'

const prizes = createResource(() => api.call('coinPrizes', {}))

/** The prizes that a coin can be tossed for, and how it landed. */
export function CoinScreen() {
  const now = prizes.state.value
  useEffect(() => {
    void prizes.load()
  }, [])
  return (
    <>
      <Heading>{t('nav.coin')}</Heading>
      <p class="lead muted">{t('coin.lead')}</p>
      <Landed />
      {now.is === 'failed' && <LoadFailure failure={now.failure} retry={prizes.load} />}
      <ul>
        {now.data?.prizes.map((prize) => (
          <li key={prize.itemId}>
            <button type="button" class="button" disabled={isTossing()} onClick={() => tossFor(prize)}>
              {t('coin.toss', { prize: prize.name, bet: money(prize.betMinor, prize.currency) })}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}

function Landed() {
  const now = toss.value
  if (now?.is === 'refused') return <FailureWords code={now.failure.code} />
  if (now?.is !== 'shown') return null
  return (
    <p role="status" data-testid="coin-landed">
      {t(now.round.isWin ? 'coin.heads' : 'coin.tails', { prize: now.round.target.name })}{' '}
      <VerifyLink publicId={now.round.publicId}>{t('rounds.verify')}</VerifyLink>
    </p>
  )
}
