import { sumMinor } from '@coffer/contract/money'
import { Art } from '../kit/art.tsx'
import { Dialog } from '../kit/dialog.tsx'
import { money, plural, t, words } from '../kit/words.ts'
import { confirmMany, dropMany, type Entry, isAsked, isUndecided, type Many, many } from './cash-back-many.ts'
import { Before, PartsBar, partsOf } from './cash-back-parts.tsx'
import { basisOf, type Offer } from './offer.ts'

/** Asks once about several items, shows how each fares, and asks again about those whose price changed. */
export function CashBackManyDialog() {
  const now = many.value
  if (!now) return null
  const isNew = now.entries.every(({ outcome }) => outcome.is === 'waiting') && !now.progress
  const asked = now.entries.filter(isAsked)
  const title = isNew ? plural('many.title', now.entries.length) : t(now.progress ? 'many.working' : 'many.outcome')
  return (
    <Dialog title={title} canClose={!now.progress} onClose={dropMany}>
      <ul class="many" data-testid="many">
        {now.entries.map((entry) => (
          <CashBackEntry key={entry.offer.item.id} entry={entry} isNew={isNew} />
        ))}
      </ul>
      <div class="dialog-foot">
        <p class="dialog-note" role="status" data-testid="many-status">
          {statusOf(now, isNew)}
        </p>
        <div class="dialog-actions">
          <button
            type="button"
            class="button"
            data-testid="drop-many"
            disabled={now.progress !== null}
            onClick={dropMany}
          >
            {t(isNew || now.progress ? 'app.cancel' : asked.length > 0 ? 'many.keep' : 'many.done')}
          </button>
          {(isNew || asked.length > 0 || now.progress) && (
            <button
              type="button"
              class="button primary"
              data-testid="confirm-many"
              disabled={now.progress !== null}
              onClick={confirmMany}
            >
              {now.progress ? t('cashback.working') : askLabel(asked, isNew)}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function askLabel(asked: readonly Entry[], isNew: boolean): string {
  const amount = totalOf(asked)
  return isNew ? t('cashback.confirm', { amount }) : plural('many.again', asked.length, { amount })
}

function statusOf({ entries, progress }: Many, isNew: boolean): string {
  if (progress) return t('many.progress', { n: progress.done + 1, of: progress.of })
  if (isNew) return t('many.warn')
  const paid = entries.flatMap(({ outcome }) => (outcome.is === 'paid' ? [outcome.item] : []))
  if (paid.length === 0) return t(entries.some(isUndecided) ? 'many.undecided' : 'many.nothingPaid')
  const amount = totalIn(paid.map(({ cashbackMinor: minor, currency }) => ({ minor, currency })))
  return t('many.paid', { n: paid.length, of: entries.length, amount })
}

/** What these items pay together. */
function totalOf(entries: readonly Entry[]): string {
  return totalIn(entries.map(({ offer }) => ({ minor: offer.cashbackMinor, currency: offer.currency })))
}

/** A sum for each currency: items won before the casino changed its currency keep theirs. */
export function totalIn(amounts: readonly { readonly minor: number; readonly currency: string }[]): string {
  const currencies = [...new Set(amounts.map(({ currency }) => currency))]
  const sumIn = (currency: string) =>
    sumMinor(amounts.filter((one) => one.currency === currency).map((one) => one.minor))
  return currencies.map((currency) => money(sumIn(currency), currency)).join(' + ')
}

/** One of several items: what it pays and what it does not, then what became of it. */
function CashBackEntry({ entry: { offer, outcome }, isNew }: { entry: Entry; isNew: boolean }) {
  return (
    <li
      class={`many-item is-${outcome.is}`}
      data-testid="many-item"
      data-item-id={offer.item.id}
      data-outcome={outcome.is}
    >
      <span class="thumb">
        <Art src={offer.item.imageUrl} lazy />
      </span>
      <p class="many-name">{offer.item.name}</p>
      <p class="many-amount">
        {outcome.is === 'changed' && offer.before && <Before before={offer.before} />}
        {outcome.is === 'paid'
          ? money(outcome.item.cashbackMinor, outcome.item.currency)
          : money(offer.cashbackMinor, offer.currency)}
      </p>
      <div class="many-words">
        {(isNew || outcome.is === 'changed') && <Parts offer={offer} />}
        {!isNew && <WhatBecame outcome={outcome} />}
      </div>
    </li>
  )
}

/** The value, and each part of it that is not paid. */
function Parts({ offer }: { offer: Offer }) {
  const parts = partsOf(offer)
  if (parts.length === 0) return null
  return (
    <>
      <PartsBar offer={offer} />
      <ul class="many-parts">
        <li>{t('many.part.value', { amount: money(basisOf(offer), offer.currency) })}</li>
        {parts.map(({ name, minor }) => (
          <li key={name}>
            <span class={`swatch part is-${name}`} aria-hidden="true" />
            {t(`many.part.${name}`, { amount: money(minor, offer.currency) })}
          </li>
        ))}
      </ul>
    </>
  )
}

function WhatBecame({ outcome }: { outcome: Entry['outcome'] }) {
  if (outcome.is === 'refused') {
    const { what, next } = words.value.error(outcome.code)
    return (
      <p class="many-outcome" data-testid="error-words" data-code={outcome.code}>
        {what} {next}
      </p>
    )
  }
  return <p class="many-outcome">{t(`many.is.${outcome.is}`)}</p>
}
