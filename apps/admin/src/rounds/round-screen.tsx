import type { AdminRound } from '@coffer/contract/admin'
import { ROUND_LIST } from '@coffer/contract/list'
import { Text } from '@mantine/core'
import { DetailScreen, RefreshButton } from '../list/detail-screen.tsx'
import { useDetailAddress } from '../list/use-detail-address.ts'
import { WalletSection } from '../list/wallet-section.tsx'
import { gameText } from '../text/rounds.ts'
import { Moment } from '../ui/moment.tsx'
import { RoundStatusChip } from '../ui/round-cells.tsx'
import { DeliverySection } from './delivery-section.tsx'
import { FactSection } from './fact-section.tsx'
import { MoneySection } from './money-section.tsx'
import { PlayerLink } from './player-link.tsx'
import { ProofSection } from './proof-section.tsx'
import { useRound } from './use-round.ts'

/** One round: the outcome of its money, its draws, its wallet calls, its webhook deliveries and its proof. */
export function RoundScreen({ publicId }: { publicId: string }) {
  const address = useDetailAddress(ROUND_LIST, '/rounds')
  const { operator, lacksOperator } = address
  const { round, readError, isReading, readAt, readAgain } = useRound(publicId, operator, { isEnabled: !lacksOperator })
  return (
    <DetailScreen
      address={address}
      noun="round"
      plural="rounds"
      title={`Round ${publicId}`}
      status={round !== null && <RoundStatusChip status={round.status} />}
      actions={round !== null && <RefreshButton readAt={readAt} isReading={isReading} onRefresh={readAgain} />}
      isMissing={round === null}
      readError={readError}
      readAgain={readAgain}
    >
      {round !== null && <RoundView round={round} operator={operator} />}
    </DetailScreen>
  )
}

function RoundView({ round, operator }: { round: AdminRound; operator: string | null }) {
  const { upgrade, playerExternalId, createdAt } = round
  return (
    <>
      <Text>
        {gameText(round)}
        {upgrade !== null && ` (${upgrade.targetName})`},{' '}
        <PlayerLink round={round} operator={operator}>{`player ${playerExternalId}`}</PlayerLink>, started{' '}
        <Moment at={createdAt} isExact />
      </Text>
      <MoneySection round={round} operator={operator} />
      <FactSection round={round} operator={operator} />
      <WalletSection operations={round.operations} />
      <DeliverySection round={round} operator={operator} />
      <ProofSection round={round} />
    </>
  )
}
