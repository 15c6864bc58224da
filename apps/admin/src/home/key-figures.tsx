import type { Home, HomeDay } from '@coffer/contract/admin'
import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { count, countOf, money, percent } from '../text/numbers.ts'
import { day } from '../text/time.ts'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/section.tsx'
import { Amount } from './amount.tsx'
import classes from './home.module.css'
import { rtpBpsOf, type Totals, totalsOf } from './totals.ts'

/** Figures of the current day, compared with those of the day before and of the whole period. */
export function KeyFigures({
  play: { currency, days, missingSince, otherCurrencies },
}: {
  play: NonNullable<Home['play']>
}) {
  const [today] = days
  const periods = { today: totalsOf(days.slice(0, 1)), yesterday: totalsOf(days.slice(1, 2)), all: totalsOf(days) }
  const { all } = periods
  const rtpBps = rtpBpsOf(all)
  const period = `the last ${days.length} days`
  const tile = (name: string, figureOf: (totals: Totals) => ReactNode, detail = '') => (
    <Tile name={name} periods={periods} figureOf={figureOf} dayCount={days.length} detail={detail} />
  )
  const amount = (minor: number) => <Amount minor={minor} currency={currency} />
  return (
    <Section title="Key figures">
      {missingSince !== null && (
        <Text>
          These figures are incomplete: rounds since <Moment at={missingSince} /> are not counted yet.
        </Text>
      )}
      {today && <Text>Today, {day(today.date)} (UTC)</Text>}
      <div className={classes.tiles}>
        {tile('Bets', ({ betMinor }) => amount(betMinor))}
        {tile('Payouts', ({ payoutMinor }) => amount(payoutMinor))}
        {tile('GGR', ({ ggrMinor }) => amount(ggrMinor))}
        {tile('Rounds', ({ roundCount }) => count(roundCount), today && roundsText(today.roundCounts))}
      </div>
      <FactList>
        <Fact name="RTP">{rtpBps === null ? '–' : `${percent(rtpBps)} in ${period}`}</Fact>
        {all.freeCount > 0 && (
          <Fact name="Free rounds">
            {count(all.freeCount)}, prizes worth {money(all.freePayoutMinor, currency)}, in {period}
          </Fact>
        )}
      </FactList>
      {otherCurrencies.length > 0 && (
        <Text>Rounds in {otherCurrencies.join(', ')} are not included: the operator’s currency was changed.</Text>
      )}
      <Text size="xs" c="dimmed" maw="80ch">
        Bets: what players staked. Payouts: value of the prizes when drawn. GGR: bets less payouts. RTP: payouts as a
        share of bets. The amounts and the RTP do not include free rounds. Days are UTC.
      </Text>
    </Section>
  )
}

/** The rounds by type, such as "12 opens, 3 upgrades". Types without rounds are left out. */
function roundsText(counts: HomeDay['roundCounts']): string {
  const played = Object.entries(counts).filter(([, value]) => value > 0)
  return played.map(([type, value]) => countOf(value, { one: type, many: `${type}s` })).join(', ')
}

type TileProps = {
  name: string
  periods: { readonly today: Totals; readonly yesterday: Totals; readonly all: Totals }
  figureOf: (totals: Totals) => ReactNode
  dayCount: number
  /** Words about the value of today; empty for none. */
  detail: string
}

function Tile({ name, periods: { today, yesterday, all }, figureOf, dayCount, detail }: TileProps) {
  return (
    <dl className={classes.tile}>
      <dt>{name}</dt>
      <dd className={classes.figure}>{figureOf(today)}</dd>
      {detail !== '' && <dd>{detail}</dd>}
      <dd>Yesterday {figureOf(yesterday)}</dd>
      <dd>
        Last {dayCount} days {figureOf(all)}
      </dd>
    </dl>
  )
}
