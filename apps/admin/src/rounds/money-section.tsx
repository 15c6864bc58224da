import type { AdminPrize, AdminRound } from '@coffer/contract/admin'
import { Alert, Group, Text } from '@mantine/core'
import classes from '../list/entries.module.css'
import { money } from '../text/numbers.ts'
import { Chip } from '../ui/chip.tsx'
import { Section } from '../ui/section.tsx'
import { betText, noPrizeText, prizeText } from './money-text.ts'
import { PrizeDeliveries } from './prize-deliveries.tsx'

type Props = { round: AdminRound; operator: string | null }

/** The answer to the question why a player was or was not paid. */
export function MoneySection({ round, operator }: Props) {
  const { tone, title, sentences } = betText(round)
  const noPrize = noPrizeText(round)
  return (
    <Section title="Money">
      <Alert color={tone} role="group" title={title}>
        {/* Without sentences the alert has no body. */}
        {sentences.length > 0 && sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
      </Alert>
      {noPrize !== null && <Text>{noPrize}</Text>}
      {round.won.length > 0 && (
        <ul className={classes.list} aria-label="Prizes">
          {round.won.map((prize, index) => (
            // Nuggets have no ID, and an item can be won more than once.
            <Prize key={prize.inventoryItemId ?? `nuggets ${index}`} prize={prize} round={round} />
          ))}
        </ul>
      )}
      <PrizeDeliveries round={round} operator={operator} />
    </Section>
  )
}

function Prize({ prize, round }: { prize: AdminPrize; round: AdminRound }) {
  const { tone, title, sentences } = prizeText(prize, round)
  return (
    <li className={classes.item}>
      <Group gap="xs">
        <span className={classes.name}>{prize.name}</span>
        {prize.inventoryItemId !== null && (
          <Text span c="dimmed">
            vault item {prize.inventoryItemId}
          </Text>
        )}
        <span>{money(prize.valueMinor, prize.currency)}</span>
        <Chip tone={tone}>{title}</Chip>
      </Group>
      {sentences.map((sentence) => (
        <Text key={sentence}>{sentence}</Text>
      ))}
    </li>
  )
}
