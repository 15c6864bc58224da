import { Dialog } from '../kit/dialog.tsx'
import { FailureWords } from '../kit/failure.tsx'
import { ValueChange } from '../kit/value-change.tsx'
import { money, t } from '../kit/words.ts'
import { type CashBack, cashBack, confirmCashBack, dropCashBack } from './cash-back.ts'
import { PartsBar, PartsTable } from './cash-back-parts.tsx'
import type { Offer } from './offer.ts'

/** Asks before an item leaves the vault, and shows what is paid, what is not, and why. */
export function CashBackDialog() {
  const now = cashBack.value
  if (!now) return null
  const { offer } = now
  return (
    <Dialog
      title={t('cashback.title', { name: offer.item.name })}
      canClose={now.is === 'asking'}
      onClose={dropCashBack}
    >
      <State now={now} />
      <ThenAndNow offer={offer} />
      <PartsBar offer={offer} />
      <PartsTable offer={offer} />
      <div class="dialog-foot">
        <p class="dialog-note">{t('cashback.warn')}</p>
        <div class="dialog-actions">
          <button type="button" class="button" disabled={now.is !== 'asking'} onClick={dropCashBack}>
            {t('app.cancel')}
          </button>
          <button
            type="button"
            class="button primary"
            data-testid="confirm-cash-back"
            disabled={now.is !== 'asking'}
            onClick={confirmCashBack}
          >
            {now.is === 'asking'
              ? t('cashback.confirm', { amount: money(offer.cashbackMinor, offer.currency) })
              : t('cashback.working')}
          </button>
        </div>
      </div>
    </Dialog>
  )
}

/** A collectible's value at the win beside its value now. */
function ThenAndNow({ offer: { wonValueMinor, valueMinor, currency } }: { offer: Offer }) {
  if (wonValueMinor === null) return null
  return (
    <dl class="then-now" data-testid="then-and-now">
      <div>
        <dt>{t('cashback.then')}</dt>
        <dd>{money(wonValueMinor, currency)}</dd>
      </div>
      <div>
        <dt>{t('cashback.now.value')}</dt>
        <dd>
          {money(valueMinor, currency)} <ValueChange wonMinor={wonValueMinor} nowMinor={valueMinor} />
        </dd>
      </div>
    </dl>
  )
}

function State({ now }: { now: CashBack }) {
  const { offer, failureCode } = now
  if (now.is === 'confirming' || now.is === 'slowed') {
    return (
      <p class="notice is-info" role="status">
        {t(`cashback.${now.is}`)}
      </p>
    )
  }
  if (failureCode === 'PRICE_CHANGED') return <Changed offer={offer} />
  return failureCode ? <FailureWords code={failureCode} /> : null
}

function Changed({ offer: { before, cashbackMinor, currency } }: { offer: Offer }) {
  return (
    <div class="notice is-info" role="alert" data-testid="error-words" data-code="PRICE_CHANGED">
      <p class="notice-what">{t('cashback.changed')}</p>
      {before && (
        <p>
          {t('cashback.changedText', {
            before: money(before.cashbackMinor, before.currency),
            now: money(cashbackMinor, currency),
          })}
        </p>
      )}
    </div>
  )
}
