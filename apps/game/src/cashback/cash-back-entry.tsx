import { Art } from '../kit/art.tsx'
import { money, t, words } from '../kit/words.ts'
import type { Entry } from './cash-back-many.ts'
import { Before, PartsBar, partsOf } from './cash-back-parts.tsx'
import { basisOf, type Offer } from './offer.ts'

/** One of several items: what it pays and what it does not, then what became of it. */
export function CashBackEntry({ entry: { offer, told }, isNew }: { entry: Entry; isNew: boolean }) {
  return (
    <li class={`many-item is-${told.is}`} data-testid="many-item" data-item-id={offer.item.id} data-told={told.is}>
      <span class="thumb">
        <Art src={offer.item.imageUrl} lazy />
      </span>
      <p class="many-name">{offer.item.name}</p>
      <p class="many-amount">
        {told.is === 'changed' && offer.before && <Before before={offer.before} />}
        {told.is === 'paid'
          ? money(told.item.cashbackMinor, told.item.currency)
          : money(offer.cashbackMinor, offer.currency)}
      </p>
      <div class="many-words">
        {(isNew || told.is === 'changed') && <Parts offer={offer} />}
        {!isNew && <WhatBecame told={told} />}
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

function WhatBecame({ told }: { told: Entry['told'] }) {
  if (told.is === 'refused') {
    const { what, next } = words.value.error(told.code)
    return (
      <p class="many-told" data-testid="error-words" data-code={told.code}>
        {what} {next}
      </p>
    )
  }
  return <p class="many-told">{t(`many.is.${told.is}`)}</p>
}
