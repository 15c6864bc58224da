import type { AdminRound } from '@coffer/contract/admin'
import { Code } from '@mantine/core'
import { money, percent } from '../text/numbers.ts'
import { gameText, paymentText } from '../text/rounds.ts'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/section.tsx'
import { DrawTable } from './draw-table.tsx'
import { PlayerLink } from './player-link.tsx'

/** Details of a round. */
export function FactSection({ round, operator }: { round: AdminRound; operator: string | null }) {
  const { playerExternalId, createdAt, settledAt, refundedAt, refundedMinor, clientActionId } = round
  const { betMinor, payoutMinor, currency, operatorBetMinor, operatorPayoutMinor, operatorCurrency } = round
  const isSettled = round.status === 'settled'
  return (
    <Section title="Facts">
      <FactList>
        <Fact name="Player ID">
          <PlayerLink round={round} operator={operator}>
            {playerExternalId}
          </PlayerLink>
        </Fact>
        <Fact name="Game">{gameText(round)}</Fact>
        <Fact name="Paid by">{paymentText(round)}</Fact>
        <Fact name="Bet">{money(betMinor, currency)}</Fact>
        {isSettled && <Fact name="Prize value">{money(payoutMinor, currency)}</Fact>}
        {operatorCurrency !== currency && (
          <>
            <Fact name={`Bet in ${operatorCurrency}`}>{money(operatorBetMinor, operatorCurrency)}</Fact>
            {isSettled && (
              <Fact name={`Prize value in ${operatorCurrency}`}>{money(operatorPayoutMinor, operatorCurrency)}</Fact>
            )}
          </>
        )}
        <Fact name="Started">
          <Moment at={createdAt} isExact />
        </Fact>
        {settledAt !== null && (
          <Fact name="Settled">
            <Moment at={settledAt} isExact />
          </Fact>
        )}
        {refundedAt !== null && (
          <Fact name={refundedMinor === 0 ? 'Cancelled' : 'Refunded'}>
            {refundedMinor !== null && refundedMinor > 0 && `${money(refundedMinor, currency)}, `}
            <Moment at={refundedAt} isExact />
          </Fact>
        )}
        <Fact name="Client action ID">
          <Code>{clientActionId}</Code>
        </Fact>
        {round.upgrade !== null && <UpgradeFacts upgrade={round.upgrade} currency={currency} />}
      </FactList>
      {round.draws.length > 0 && <DrawTable draws={round.draws} currency={currency} />}
    </Section>
  )
}

type UpgradeProps = { upgrade: NonNullable<AdminRound['upgrade']>; currency: string }

function UpgradeFacts({ upgrade, currency }: UpgradeProps) {
  const { targetName, targetValueMinor, chanceBps, rolledBps, isWin, stakes } = upgrade
  return (
    <>
      <Fact name="Target">
        {targetName}, {money(targetValueMinor, currency)}
      </Fact>
      <Fact name="Chance">{percent(chanceBps)}</Fact>
      <Fact name="Rolled">{rolledBps === null ? 'Not rolled' : percent(rolledBps)}</Fact>
      {isWin !== null && <Fact name="Result">{isWin ? 'Won' : 'Lost'}</Fact>}
      {stakes.length > 0 && (
        <Fact name="Staked items">
          <ul>
            {stakes.map(({ inventoryItemId, countedMinor }) => (
              <li key={inventoryItemId}>
                Vault item {inventoryItemId}, counted as {money(countedMinor, currency)}
              </li>
            ))}
          </ul>
        </Fact>
      )}
    </>
  )
}
