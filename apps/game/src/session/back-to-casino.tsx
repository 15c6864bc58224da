import { postToHost } from '../host/host.ts'
import { t } from '../kit/words.ts'
import { session } from './session.ts'

/** The way back, where the casino has named one. The host hears of it as well, since it may rather close its frame. */
export function BackToCasino({ primary = false }: { primary?: boolean }) {
  const returnUrl = session.value?.bootstrap.returnUrl
  if (!returnUrl) return null
  return (
    <a class={primary ? 'button primary' : 'button'} href={returnUrl} target="_top" onClick={() => postToHost('close')}>
      {t('app.backToCasino')}
    </a>
  )
}
