import { money, t } from '../kit/words.ts'
import { basisOf, type Offer } from './offer.ts'

type Part = { readonly name: 'fall' | 'rise' | 'share'; readonly minor: number }

/** What is not paid, by cause; a cause that takes nothing is not shown. */
export function partsOf({ uncredited }: Offer): readonly Part[] {
  const parts: readonly Part[] = [
    { name: 'fall', minor: uncredited.priceFallMinor },
    { name: 'rise', minor: uncredited.priceRiseMinor },
    { name: 'share', minor: uncredited.creditsShareMinor },
  ]
  return parts.filter(({ minor }) => minor > 0)
}

/** The whole value as a bar of what is paid and what is not. The table beside it says the same, so it is silent. */
export function PartsBar({ offer }: { offer: Offer }) {
  return (
    <div class="parts-bar" data-testid="parts-bar" aria-hidden="true">
      {offer.cashbackMinor > 0 && <span class="part is-paid" style={{ flexGrow: offer.cashbackMinor }} />}
      {partsOf(offer).map(({ name, minor }) => (
        <span key={name} class={`part is-${name}`} style={{ flexGrow: minor }} />
      ))}
    </div>
  )
}

/** Value = paid + each part that is not paid, with the reason of each. */
export function PartsTable({ offer }: { offer: Offer }) {
  const { currency, before } = offer
  const hasMoved = offer.wonValueMinor !== null && offer.wonValueMinor !== offer.valueMinor
  return (
    <dl class="sums" data-testid="parts">
      <div class="sum">
        <dt>{t(hasMoved ? 'cashback.basis' : 'cashback.value')}</dt>
        <dd>{money(basisOf(offer), currency)}</dd>
      </div>
      {partsOf(offer).map((part) => (
        <div key={part.name} class="sum" data-part={part.name}>
          <dt>
            <span class={`swatch part is-${part.name}`} aria-hidden="true" />
            <span>
              {t(`cashback.part.${part.name}`)}
              <span class="sum-why">{t(`cashback.why.${part.name}`)}</span>
            </span>
          </dt>
          <dd>{money(-part.minor, currency)}</dd>
        </div>
      ))}
      <div class="sum is-total">
        <dt>
          <span class="swatch part is-paid" aria-hidden="true" />
          {t('cashback.get')}
        </dt>
        <dd>
          {before && <Before before={before} />} {money(offer.cashbackMinor, currency)}
        </dd>
      </div>
    </dl>
  )
}

/** The amount of before, struck through, and said to be of before. */
export function Before({ before }: { before: NonNullable<Offer['before']> }) {
  return (
    <del class="before" data-testid="before">
      <span class="visually-hidden">{t('cashback.before')} </span>
      {money(before.cashbackMinor, before.currency)}
    </del>
  )
}
