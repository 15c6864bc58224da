import type { FairnessState, RevealedPair } from '@coffer/contract/shapes'
import { useEffect, useState } from 'preact/hooks'
import { LoadFailure } from '../kit/failure.tsx'
import { Heading } from '../kit/heading.tsx'
import { MoreButton } from '../kit/more-button.tsx'
import { isPreview } from '../kit/preview.ts'
import { dayAndTime, plural, t } from '../kit/words.ts'
import { SeedForm } from './seed-form.tsx'
import { commitment, revealedSeeds } from './seeds.ts'

/** The commitment in force, the player's own seed, and the seeds revealed so far. */
export function FairnessScreen() {
  const now = commitment.state.value
  useEffect(() => {
    void commitment.load()
    void revealedSeeds.load()
  }, [])
  return (
    <>
      <Heading>{t('fairness.title')}</Heading>
      <p class="lead muted is-prose">{t('fairness.lead')}</p>
      {now.is === 'failed' && <LoadFailure failure={now.failure} retry={commitment.load} />}
      {now.data ? <Commitment state={now.data} /> : now.is === 'loading' && <div class="skeleton list" />}
      <Revealed />
      {!isPreview && (
        <p>
          <a class="text-link" href="/fairness/verify" target="_blank" rel="noopener">
            {t('fairness.verify')}
          </a>
        </p>
      )}
    </>
  )
}

function Commitment({ state }: { state: FairnessState }) {
  return (
    <>
      <dl class="panel facts">
        <Digits label={t('fairness.serverSeedHash')} value={state.serverSeedHash} />
        <Digits label={t('fairness.nextServerSeedHash')} value={state.nextServerSeedHash} />
        <Digits label={t('fairness.clientSeed')} value={state.clientSeed} />
        <Digits label={t('fairness.nonce')} value={String(state.nextNonce)} />
        <Digits label={t('fairness.algorithm')} value={state.algorithmKey} />
      </dl>
      <SeedForm key={state.clientSeed} clientSeed={state.clientSeed} />
    </>
  )
}

function Revealed() {
  const page = revealedSeeds.state.value.data
  if (!page) return null
  return (
    <section aria-labelledby="revealed-title">
      <h2 class="section-title" id="revealed-title">
        {t('fairness.revealed.title')}
      </h2>
      {page.rows.length === 0 && <p class="muted">{t('fairness.revealed.empty')}</p>}
      {page.rows.map((pair) => (
        <RevealedSeed key={pair.serverSeedHash} pair={pair} />
      ))}
      <MoreButton list={revealedSeeds} label={t('rounds.more')} />
    </section>
  )
}

function RevealedSeed({ pair }: { pair: RevealedPair }) {
  return (
    <div class="panel" data-testid="revealed-seed">
      <dl class="facts">
        <Digits label={t('fairness.revealed.seed')} value={pair.serverSeed} />
        <Digits label={t('fairness.serverSeedHash')} value={pair.serverSeedHash} />
        <Digits label={t('fairness.clientSeed')} value={pair.clientSeed} />
      </dl>
      <p class="muted">
        {plural('fairness.revealed.rounds', pair.roundCount)} · {dayAndTime(pair.revealedAt)}
      </p>
    </div>
  )
}

const LONG = 20
/** False on a page that came over plain http, and in a preview, whose sandbox has no clipboard. */
const hasClipboard = !isPreview && 'clipboard' in navigator

/** A named value made for comparing: every character of one width, and a button that copies it when it is long. */
function Digits({ label, value }: { label: string; value: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <div class="fact">
      <dt>{label}</dt>
      <dd>
        <code>{value}</code>
        {value.length > LONG && hasClipboard && (
          <button
            type="button"
            class="button quiet is-small"
            aria-label={`${t('fairness.copy')}: ${label}`}
            onClick={copy}
          >
            {t(isCopied ? 'fairness.copied' : 'fairness.copy')}
          </button>
        )}
      </dd>
    </div>
  )
}
