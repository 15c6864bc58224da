import type { ApiFailure } from '@coffer/web'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { hrefOf } from '../kit/route.ts'
import { FIRST_VIEW } from '../kit/vault-view.ts'
import { dayAndTime, t, words } from '../kit/words.ts'

const REASONS = ['SELF_EXCLUDED', 'COOL_OFF', 'DAILY_SPEND', 'DAILY_OPENS'] as const

/** Why somebody may not play, until when where that is known: what PLAYER_RESTRICTED says, in calm words. */
export function restrictionWords(failure: ApiFailure): { what: string; until: string | null } {
  const { reason, until } = failure.answer?.error ?? {}
  const known = REASONS.find((name) => name === reason)
  if (!known) return { what: words.value.error('PLAYER_RESTRICTED').what, until: null }
  const moment = until ? t(`restricted.until.${known}`, { moment: dayAndTime(until) }) : null
  return {
    what: t(`restricted.what.${known}`),
    until: moment ?? (known === 'SELF_EXCLUDED' ? t('restricted.talk') : null),
  }
}

/** In place of the button that opens, whose focus it takes: no way around it is offered, only what still works. */
export function RestrictedNotice({ failure }: { failure: ApiFailure }) {
  const { what, until } = restrictionWords(failure)
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => ref.current?.focus(), [])
  return (
    <div
      ref={ref}
      class="notice is-info"
      role="alert"
      tabIndex={-1}
      data-testid="error-words"
      data-code="PLAYER_RESTRICTED"
    >
      <p class="notice-what">{what}</p>
      {until && <p>{until}</p>}
      <p>{t('restricted.stays')}</p>
      <div class="notice-actions">
        <a class="button" href={hrefOf({ screen: 'vault', view: FIRST_VIEW })}>
          {t('restricted.vault')}
        </a>
        <a class="button" href={hrefOf({ screen: 'rounds' })}>
          {t('restricted.rounds')}
        </a>
      </div>
    </div>
  )
}
