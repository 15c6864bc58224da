import { useState } from 'preact/hooks'
import { failureOf } from '../kit/answers.ts'
import { FailureWords } from '../kit/failure.tsx'
import { t } from '../kit/words.ts'
import { isPlainSeed, rotateSeeds } from './seeds.ts'

/** Reveals the server seed and sets the player's own. */
export function SeedForm({ clientSeed }: { clientSeed: string }) {
  const [seed, setSeed] = useState(clientSeed)
  const [isWorking, setWorking] = useState(false)
  const [failureCode, setFailureCode] = useState<string | null>(null)
  const isPlain = isPlainSeed(seed)
  const submit = async (event: Event) => {
    event.preventDefault()
    if (!isPlain || isWorking) return
    setWorking(true)
    setFailureCode(null)
    try {
      await rotateSeeds(seed)
    } catch (thrown) {
      setFailureCode(failureOf(thrown).code)
    }
    setWorking(false)
  }
  return (
    <form class="panel seed-form" onSubmit={submit}>
      <h2 class="section-title">{t('fairness.change.title')}</h2>
      <p class="muted is-prose">{t('fairness.change.text')}</p>
      <label class="field">
        <span>{t('fairness.change.label')}</span>
        <input
          class="input"
          name="client-seed"
          value={seed}
          maxLength={128}
          autocomplete="off"
          spellcheck={false}
          aria-invalid={!isPlain}
          aria-describedby="seed-hint"
          onInput={(event) => setSeed(event.currentTarget.value)}
        />
      </label>
      <p class={isPlain ? 'hint' : 'hint is-bad'} id="seed-hint">
        {t(isPlain ? 'fairness.change.hint' : 'fairness.change.bad')}
      </p>
      {failureCode && <FailureWords code={failureCode} />}
      <button type="submit" class="button primary" disabled={!isPlain || isWorking} data-testid="rotate">
        {t(isWorking ? 'fairness.change.working' : 'fairness.change.action')}
      </button>
    </form>
  )
}
