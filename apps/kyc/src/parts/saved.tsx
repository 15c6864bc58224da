import { saveNow, saving } from '../state/draft.ts'
import { t } from '../state/words.ts'
import { Icon } from './icons.tsx'

/** Quietly: whether what was typed is kept. Only a failure is worth a word aloud. */
export function Saved() {
  const is = saving.value
  return (
    <span class="saved" data-testid="saved" data-is={is}>
      {is === 'saved' && (
        <>
          <Icon name="check" />
          {t('save.saved')}
        </>
      )}
      {is === 'saving' && t('save.saving')}
      <span role="status">{is === 'failed' && t('save.failed')}</span>
      {is === 'failed' && (
        <button type="button" class="text-button" onClick={() => void saveNow()}>
          {t('save.retry')}
        </button>
      )}
    </span>
  )
}
