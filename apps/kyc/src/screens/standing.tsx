import type { KycPage } from '@coffer/contract/kyc'
import { useState } from 'preact/hooks'
import { t } from '../state/words.ts'
import { Told } from './told.tsx'

/** What became of it, once it was handed in. */
export function Standing({ status }: { status: KycPage['status'] }) {
  if (status === 'CONFIRMED') {
    return (
      <Told name="confirmed" icon="check" title={t('confirmed.title')} lead={t('confirmed.text')}>
        <CloseButton />
      </Told>
    )
  }
  if (status === 'REJECTED') {
    return (
      <Told name="rejected" icon="alert" title={t('rejected.title')} lead={t('rejected.text')}>
        <CloseButton />
      </Told>
    )
  }
  return (
    <Told name="done" icon="check" title={t('done.title')} lead={t('done.lead')}>
      <h2 class="points-title">{t('done.next')}</h2>
      <ol class="next">
        <li>{t('done.next.check')}</li>
        <li>{t('done.next.told')}</li>
        <li>{t('done.next.again')}</li>
      </ol>
      <CloseButton />
    </Told>
  )
}

/** A browser lets a page close only a window that another page opened. */
function CloseButton() {
  const [isLeft, setLeft] = useState(!window.opener)
  if (isLeft) return <p class="hint">{t('done.closable')}</p>
  return (
    <button
      type="button"
      class="button primary is-wide"
      data-testid="close"
      onClick={() => {
        window.close()
        setLeft(true)
      }}
    >
      {t('done.close')}
    </button>
  )
}
