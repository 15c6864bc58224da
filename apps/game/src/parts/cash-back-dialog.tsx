import { type CashBack, cashBack, confirmCashBack, dropCashBack, type Offer } from '../state/cash-back.ts'
import { money, t } from '../state/words.ts'
import { Dialog } from './dialog.tsx'
import { FailureWords } from './failure.tsx'

/** Asks before an item leaves the vault, and shows what is credited and what is not. */
export function CashBackDialog() {
  const now = cashBack.value
  if (!now) return null
  return (
    <Dialog
      title={t('cashback.title', { name: now.offer.item.name })}
      canClose={now.is === 'asking'}
      onClose={dropCashBack}
    >
      <Sums offer={now.offer} />
      <State now={now} />
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
            ? t('cashback.confirm', { amount: money(now.offer.cashbackMinor, now.offer.currency) })
            : t('cashback.working')}
        </button>
      </div>
    </Dialog>
  )
}

function Sums({ offer }: { offer: Offer }) {
  const { priceFallMinor, priceRiseMinor, creditsShareMinor } = offer.uncredited
  const basisMinor = offer.cashbackMinor + priceFallMinor + priceRiseMinor + creditsShareMinor
  return (
    <dl class="sums">
      <Sum label={t('cashback.value')} minor={basisMinor} currency={offer.currency} />
      {priceFallMinor > 0 && <Sum label={t('cashback.priceFall')} minor={-priceFallMinor} currency={offer.currency} />}
      {priceRiseMinor > 0 && <Sum label={t('cashback.priceRise')} minor={-priceRiseMinor} currency={offer.currency} />}
      {creditsShareMinor > 0 && (
        <Sum label={t('cashback.share')} minor={-creditsShareMinor} currency={offer.currency} />
      )}
      <Sum label={t('cashback.get')} minor={offer.cashbackMinor} currency={offer.currency} isTotal />
    </dl>
  )
}

function Sum(props: { label: string; minor: number; currency: string; isTotal?: boolean }) {
  return (
    <div class={props.isTotal ? 'sum is-total' : 'sum'}>
      <dt>{props.label}</dt>
      <dd>{money(props.minor, props.currency)}</dd>
    </div>
  )
}

function State({ now }: { now: CashBack }) {
  if (now.is === 'confirming' || now.is === 'slowed') {
    return (
      <p class="notice is-info" role="status">
        {t(`cashback.${now.is}`)}
      </p>
    )
  }
  if (now.failureCode === 'PRICE_CHANGED') {
    return (
      <p class="notice is-info" role="alert" data-testid="error-words" data-code="PRICE_CHANGED">
        {t('cashback.changed')}
      </p>
    )
  }
  if (now.failureCode) return <FailureWords code={now.failureCode} />
  return <p class="dialog-note">{t('cashback.warn')}</p>
}
