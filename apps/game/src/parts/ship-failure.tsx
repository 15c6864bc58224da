import type { ErrorWords, PlayFailure } from '@coffer/web'
import { money, t } from '../state/words.ts'
import { FailureWords, referenceOf } from './failure.tsx'
import { restrictionWords } from './restricted.tsx'

/** Why an order was not placed, in the words of an order. */
export function ShipFailure({ failure }: { failure: PlayFailure }) {
  return <FailureWords code={failure.code} reference={referenceOf(failure)} said={wordsOf(failure)} />
}

function wordsOf(failure: PlayFailure): ErrorWords | undefined {
  const { code } = failure
  const { minimumMinor, valueMinor, currency } = failure.answer?.error ?? {}
  switch (code) {
    case 'SHIPMENT_BELOW_MINIMUM': {
      if (minimumMinor === undefined || valueMinor === undefined || currency === undefined) return
      const amounts = { minimum: money(minimumMinor, currency), value: money(valueMinor, currency) }
      return { what: t(`ship.failed.${code}`, amounts), next: t(`ship.failed.next.${code}`) }
    }
    case 'INSUFFICIENT_FUNDS':
    case 'VALIDATION_FAILED':
      return { what: t(`ship.failed.${code}`), next: t(`ship.failed.next.${code}`) }
    case 'PLAYER_RESTRICTED': {
      const { what, until } = restrictionWords(failure)
      return { what, next: [until, t('restricted.stays')].filter((words) => words !== null).join(' ') }
    }
  }
}
