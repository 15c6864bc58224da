import type { Tier } from '@coffer/web'
import { t } from './words.ts'

const SHAPES: Readonly<Record<Tier, string>> = {
  1: 'M8 2.2a5.8 5.8 0 1 0 0 11.6A5.8 5.8 0 0 0 8 2.2Z',
  2: 'M8 2 14.6 13.5H1.4Z',
  3: 'M8 1.2 14.8 8 8 14.8 1.2 8Z',
  4: 'M8 1.4 14.8 6.4 12.2 14.4H3.8L1.2 6.4Z',
  5: 'M8 .9 10.2 5.6 15.3 6.2 11.5 9.7 12.5 14.8 8 12.2 3.5 14.8 4.5 9.7 .7 6.2 5.8 5.6Z',
}

/** The shape of a tier in its colour: circle, triangle, diamond, pentagon, star. */
export function TierShape({ tier }: { tier: Tier }) {
  return (
    <svg class={`tier-shape tier-${tier}`} viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[tier]} />
    </svg>
  )
}

/** Shape and word together: a tier is never shown by colour alone. */
export function TierMark({ tier }: { tier: Tier }) {
  return (
    <span class="tier-mark">
      <TierShape tier={tier} />
      {t(`tier.${tier}`)}
    </span>
  )
}
