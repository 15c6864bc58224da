import type { Home } from '@coffer/contract/admin'
import { Group, Text } from '@mantine/core'
import { Link } from 'wouter'
import { operatorPath } from '../list/operator-path.ts'
import { count, countOf } from '../text/numbers.ts'
import { WALLET_STATE_TEXT } from '../text/wallet-states.ts'
import { Chip } from '../ui/chip.tsx'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Section } from '../ui/section.tsx'
import { Oldest } from './oldest.tsx'

type Wallet = NonNullable<Home['wallet']>
type Props = { wallet: Wallet; at: string; operator: string | null }

/** How the wallet answers, and the debits and credits without a final outcome. */
export function WalletCard({ wallet, at, operator }: Props) {
  const { name, tone, description } = WALLET_STATE_TEXT[wallet.state]
  const link = (
    <Link className="text-link" href={operatorPath('/integration', operator)}>
      Go to Integration
    </Link>
  )
  return (
    <Section title="Wallet" buttons={link}>
      <Group gap={6}>
        <Chip tone={tone}>{name}</Chip>
        <Text>{description}</Text>
      </Group>
      <Calls {...wallet} />
      <Unresolved {...wallet} at={at} />
    </Section>
  )
}

function Calls({ state, calls, medianMs, p95Ms }: Wallet) {
  const { accepted, refused, unknown, neverSent } = calls
  if (accepted + refused + unknown + neverSent === 0) {
    // The sentence about an unused wallet says it already.
    return state === 'unused' ? null : <Text>No debits or credits were sent in the last 24 hours.</Text>
  }
  return (
    <>
      <Text c="dimmed">
        Debit and credit calls of the last 24 hours: those of the newest 500 operations, and of up to 500 unresolved
        ones
      </Text>
      <FactList>
        <Fact name="Accepted">{count(accepted)}</Fact>
        <Fact name="Refused">{count(refused)}</Fact>
        <Fact name="No usable answer">{count(unknown)}</Fact>
        <Fact name="Not sent">{count(neverSent)}</Fact>
        {medianMs !== null && <Fact name="Median time to answer">{count(medianMs)} ms</Fact>}
        {p95Ms !== null && <Fact name="95% answered within">{count(p95Ms)} ms</Fact>}
      </FactList>
    </>
  )
}

function Unresolved({ unresolvedCount, oldestUnresolvedAt, parkedCount, conflictCount, at }: Wallet & { at: string }) {
  return (
    <>
      {unresolvedCount === 0 ? (
        <Text>No unresolved debits or credits.</Text>
      ) : (
        <FactList>
          <Fact name="Unresolved">
            {countOf(unresolvedCount, { one: 'debit or credit', many: 'debits and credits' })}
            <Oldest since={oldestUnresolvedAt} at={at} />
          </Fact>
          {parkedCount > 0 && (
            <Fact name="Need a decision">
              {count(parkedCount)}
              <p>Coffer no longer retries them. Compare them with the records of the wallet.</p>
            </Fact>
          )}
        </FactList>
      )}
      {conflictCount > 0 && (
        <FactList>
          <Fact name="Conflicts">
            {count(conflictCount)}
            <p>
              The wallet accepted these credits after it had refused them. Compare them with the records of the wallet.
            </p>
          </Fact>
        </FactList>
      )}
    </>
  )
}
