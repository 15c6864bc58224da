import type { BoxDetail } from '@coffer/contract/shapes'
import { chanceDigits, formatChance, oneIn, type Tier, tierOf } from '@coffer/web'
import { Art } from '../kit/art.tsx'
import { TierMark } from '../kit/tier-mark.tsx'
import { money, t, words } from '../kit/words.ts'

const TIERS: readonly Tier[] = [5, 4, 3, 2, 1]

/** Every prize with its value and its chance, the most valuable first. */
export function OddsTable({ box }: { box: BoxDetail }) {
  const prizes = [...box.prizes].sort((one, other) => other.valueMinor - one.valueMinor)
  const digits = Math.max(...prizes.map((prize) => chanceDigits(prize.chanceUnits, box.totalUnits)))
  return (
    <section class="odds" aria-labelledby="odds-title">
      <h2 class="section-title" id="odds-title">
        {t('box.odds')}
      </h2>
      <table class="odds-table" data-testid="odds-table">
        <thead>
          <tr>
            <th scope="col">{t('odds.prize')}</th>
            <th scope="col" class="number">
              {t('odds.value')}
            </th>
            <th scope="col" class="number">
              {t('odds.chance')}
            </th>
            <th scope="col" class="number">
              {t('odds.oneIn')}
            </th>
          </tr>
        </thead>
        <tbody>
          {prizes.map((prize) => (
            <Prize key={prize.itemId} prize={prize} box={box} digits={digits} />
          ))}
        </tbody>
      </table>
      <TierLegend />
    </section>
  )
}

type PrizeProps = { prize: BoxDetail['prizes'][number]; box: BoxDetail; digits: number }

function Prize({ prize, box, digits }: PrizeProps) {
  const { locale } = words.value
  return (
    <tr>
      <th scope="row">
        <span class="odds-prize">
          <span class="thumb">
            <Art src={prize.imageUrl} lazy />
          </span>
          <span class="odds-name">
            {prize.name}
            <span class="odds-marks">
              <TierMark tier={tierOf(prize.valueMinor, box.priceMinor ?? 0)} />
              {!prize.inStock && <span class="chip">{t('odds.outOfStock')}</span>}
            </span>
          </span>
        </span>
      </th>
      <td class="number">{money(prize.valueMinor, prize.currency)}</td>
      <td class="number">{formatChance(prize.chanceUnits, box.totalUnits, locale, digits)}</td>
      <td class="number">{t('odds.oneInN', { n: oneIn(prize.chanceUnits, box.totalUnits, locale) })}</td>
    </tr>
  )
}

function TierLegend() {
  return (
    <div class="legend">
      <p>{t('odds.legend')}</p>
      <ul>
        {TIERS.map((tier) => (
          <li key={tier}>
            <TierMark tier={tier} /> <span class="muted">{t(`tier.${tier}.means`)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
