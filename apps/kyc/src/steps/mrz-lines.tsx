import { ANSWER_LENGTHS } from '@coffer/contract/kyc-answers'
import { useState } from 'preact/hooks'
import { t } from '../kit/words.ts'
import { saveNow } from '../wizard/draft.ts'
import { described, FaultLine, fieldId, Hint } from '../wizard/field.tsx'

/** Folded up: most people are quicker without it. */
export function MrzLines({ value, onInput }: { value: string; onInput: (lines: string) => void }) {
  const path = 'document.mrz'
  const [isOpen] = useState(value !== '')
  return (
    <details class="more" open={isOpen}>
      <summary>{t('document.mrz.more')}</summary>
      <div class="field">
        <label for={fieldId(path)}>{t('document.mrz')}</label>
        <Hint path={path}>{t('document.mrz.hint')}</Hint>
        <textarea
          class="input mrz"
          id={fieldId(path)}
          name={path}
          rows={3}
          dir="ltr"
          maxLength={ANSWER_LENGTHS[path]}
          autocomplete="off"
          autoCapitalize="characters"
          spellcheck={false}
          value={value}
          onInput={(event) => onInput(event.currentTarget.value)}
          onBlur={() => void saveNow()}
          {...described(path, true)}
        />
        <FaultLine path={path} />
      </div>
    </details>
  )
}
