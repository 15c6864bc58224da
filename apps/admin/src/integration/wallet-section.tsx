import type { Integration } from '@coffer/contract/admin'
import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { Chip } from '../ui/chip.tsx'
import { Fact, FactList } from '../ui/fact-list.tsx'
import { Moment } from '../ui/moment.tsx'
import { Section } from '../ui/section.tsx'

type Props = {
  wallet: Integration['wallet']
  /** Buttons to change it. */
  children: ReactNode
}

/** The URL, the undecided debits and credits, and the outbound secret of the wallet. */
export function WalletSection({ wallet: { url, undecidedCount, oldSecretEndsAt }, children }: Props) {
  return (
    <Section title="Wallet" buttons={children}>
      <FactList>
        <Fact name="URL">{url === '' ? <NoWallet /> : url}</Fact>
        <Fact name="Undecided debits and credits">
          {undecidedCount}
          {undecidedCount > 0 && <p>Sent to the wallet, without a final answer yet.</p>}
        </Fact>
        <Fact name="Outbound secret">
          <p>Signs every call to the wallet.</p>
          {oldSecretEndsAt !== null && (
            <Group gap={6}>
              <Chip tone="info">Overlap</Chip>
              <span>
                The old secret signs until <Moment at={oldSecretEndsAt} />, then the new one does.
              </span>
            </Group>
          )}
        </Fact>
      </FactList>
    </Section>
  )
}

function NoWallet() {
  return (
    <Group gap={6}>
      <Chip tone="bad">None</Chip>
      <span>Every spend is refused until a URL is set.</span>
    </Group>
  )
}
