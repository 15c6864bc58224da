import type { Restrictions } from '@coffer/contract/players'
import { Alert, Text } from '@mantine/core'
import { count, money } from '../text/numbers.ts'
import { spendLimit } from '../text/players.ts'
import { moment } from '../text/time.ts'
import { Fact, FactList } from '../ui/fact-list.tsx'

const MONEY_CONTINUES = 'Payouts, refunds and cashback continue.'

/** The restrictions that hold now, in words. */
export function RestrictionState({ restrictions }: { restrictions: Restrictions }) {
  const { selfExcluded, coolOffUntil, dailyOpensCount, today } = restrictions
  const spend = spendLimit(restrictions)
  const hasLimit = spend !== null || dailyOpensCount !== null
  return (
    <>
      {!selfExcluded && coolOffUntil === null && !hasLimit && (
        <Text>The player may play. No restrictions are set.</Text>
      )}
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
      {hasLimit && (
        <>
          <FactList>
            {spend !== null && (
              <Fact name="Daily spend limit">
                {spend}, {spentToday(restrictions)}
              </Fact>
            )}
            {dailyOpensCount !== null && (
              <Fact name="Daily opens limit">
                {count(dailyOpensCount)}, opened today {count(today.opensCount)}
              </Fact>
            )}
          </FactList>
          <Text size="xs" c="dimmed">
            A day begins at 00:00 UTC.
          </Text>
        </>
      )}
    </>
  )
}

function spentToday({ today: { spentMinor }, dailySpendCurrency }: Restrictions): string {
  if (spentMinor === null || dailySpendCurrency === null) {
    return 'spent today: not known, because an exchange rate is missing'
  }
  return `spent today ${money(spentMinor, dailySpendCurrency)}`
}
