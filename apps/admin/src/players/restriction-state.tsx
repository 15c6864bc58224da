import type { Restrictions } from '@coffer/contract/players'
import { Alert, Text } from '@mantine/core'
import { count, money } from '../text/numbers.ts'
import { spendLimit } from '../text/players.ts'
import { moment } from '../text/time.ts'
import { Chip } from '../ui/chip.tsx'
import { Fact, FactList } from '../ui/fact-list.tsx'
import classes from './players.module.css'

const MONEY_CONTINUES = 'Refunds and payouts continue. The operator’s backend can still cash back items.'

/** The restrictions that hold now, in words. */
export function RestrictionState({ restrictions }: { restrictions: Restrictions }) {
  const { selfExcluded, coolOffUntil, dailySpendMinor, dailyOpensCount } = restrictions
  const hasLimit = dailySpendMinor !== null || dailyOpensCount !== null
  return (
    <>
      {!selfExcluded && coolOffUntil === null && !hasLimit && <Text>No restrictions are set.</Text>}
      {selfExcluded && (
        <Alert color="bad" role="group" title="Self-excluded">
          The player cannot start or continue a game until the exclusion is lifted. {MONEY_CONTINUES}
        </Alert>
      )}
      {coolOffUntil !== null && (
        <Alert color="bad" role="group" title={`Cooling off until ${moment(coolOffUntil)}`}>
          The player cannot start or continue a game until then. {MONEY_CONTINUES}
        </Alert>
      )}
      {hasLimit && <Limits restrictions={restrictions} />}
    </>
  )
}

/** The limits per day, with what counts towards them today. */
function Limits({ restrictions }: { restrictions: Restrictions }) {
  const { dailySpendMinor, dailyOpensCount, today } = restrictions
  const spend = spendText(restrictions)
  const isSpendReached = isReached(dailySpendMinor, today.spentMinor)
  const isOpensReached = isReached(dailyOpensCount, today.opensCount)
  return (
    <>
      <FactList>
        {spend !== null && (
          <Fact name="Daily spend limit">
            <LimitText text={spend} isReached={isSpendReached} />
          </Fact>
        )}
        {dailyOpensCount !== null && (
          <Fact name="Daily opens limit">
            <LimitText text={opensText(dailyOpensCount, today.opensCount)} isReached={isOpensReached} />
          </Fact>
        )}
      </FactList>
      <Text size="xs" c="dimmed">
        {isSpendReached || isOpensReached
          ? 'A limit is reached. It begins again at 00:00 UTC.'
          : 'A day begins at 00:00 UTC.'}
      </Text>
    </>
  )
}

function LimitText({ text, isReached }: { text: string; isReached: boolean }) {
  return (
    <span className={classes.limit}>
      <span>{text}</span>
      {isReached && <Chip tone="bad">Limit reached</Chip>}
    </span>
  )
}

/** A limit of 0 is not one that is reached: it holds all day. */
function isReached(limit: number | null, used: number | null): boolean {
  return limit !== null && limit > 0 && used !== null && used >= limit
}

function spendText(restrictions: Restrictions): string | null {
  const limit = spendLimit(restrictions)
  if (limit === null) return null
  return restrictions.dailySpendMinor === 0 ? `${limit}: no paid opens.` : `${limit}, ${spentToday(restrictions)}`
}

function spentToday({ today: { spentMinor }, dailySpendCurrency }: Restrictions): string {
  if (spentMinor === null || dailySpendCurrency === null) {
    return 'spent today: not known, because an exchange rate is missing'
  }
  return `spent today ${money(spentMinor, dailySpendCurrency)}`
}

function opensText(limit: number, used: number): string {
  return limit === 0 ? '0: no opens.' : `${count(limit)}, opened today ${count(used)}`
}
