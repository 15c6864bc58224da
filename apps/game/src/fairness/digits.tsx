import { useState } from 'preact/hooks'
import { t } from '../kit/words.ts'

const LONG = 20

/** A named value made for comparing: every character of one width, and a button that copies it when it is long. */
export function Digits({ label, value }: { label: string; value: string }) {
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
        {value.length > LONG && (
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
