import type { KycPage } from '@coffer/contract/kyc'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Icon, type IconName } from '../kit/icons.tsx'
import { casinoName, t } from '../kit/words.ts'
import { Heading } from '../wizard/heading.tsx'

/** What became of it, once it was handed in. */
export function Outcome({ status }: { status: KycPage['status'] }) {
  if (status === 'CONFIRMED') {
    return (
      <Message name="confirmed" icon="check" title={t('confirmed.title')} lead={t('confirmed.text')}>
        <CloseButton />
      </Message>
    )
  }
  if (status === 'REJECTED') {
    return (
      <Message name="rejected" icon="alert" title={t('rejected.title')} lead={t('rejected.text')}>
        <CloseButton />
      </Message>
    )
  }
  return (
    <Message name="done" icon="check" title={t('done.title')} lead={t('done.lead')}>
      <h2 class="points-title">{t('done.next')}</h2>
      <ol class="next">
        <li>{t('done.next.check')}</li>
        <li>{t('done.next.told')}</li>
        <li>{t('done.next.again')}</li>
      </ol>
      <CloseButton />
    </Message>
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

export function Ended() {
  return (
    <Message name="ended" icon="clock" title={t('ended.title')} lead={t('ended.why')}>
      <p class="told-strong">{t('ended.kept')}</p>
      <p>{casinoName.value ? t('ended.next') : t('ended.nextUnknown')}</p>
    </Message>
  )
}

type Props = { name: string; icon: IconName; title: string; lead?: string; children?: ComponentChildren }

/** A screen that tells how it stands, where nothing is filled in. */
export function Message({ name, icon, title, lead, children }: Props) {
  return (
    <section class={`told is-${name}`} data-testid={name}>
      <span class="told-mark">
        <Icon name={icon} />
      </span>
      <Heading title={title} lead={lead} />
      {children}
    </section>
  )
}
