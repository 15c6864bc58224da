import type { AdminPlayer } from '@coffer/contract/admin'
import { OrderSection } from './order-section.tsx'
import { OverviewSection } from './overview-section.tsx'
import { PersonalDataSection } from './personal-data-section.tsx'
import { RestrictionSection } from './restriction-section.tsx'
import { RoundSection } from './round-section.tsx'
import { SpendSection } from './spend-section.tsx'
import type { PlayerKey } from './use-player.ts'
import { VaultSection } from './vault-section.tsx'
import { VerificationSection } from './verification-section.tsx'

type Props = {
  player: AdminPlayer
  playerKey: PlayerKey
  /** Reads the player again; null when that failed. */
  read: () => Promise<AdminPlayer | null>
}

/** The sections about a player. */
export function PlayerView({ player, playerKey, read }: Props) {
  return (
    <>
      <OverviewSection player={player} playerKey={playerKey} />
      <RestrictionSection player={player} playerKey={playerKey} read={read} />
      <SpendSection playerKey={playerKey} />
      <RoundSection player={player} playerKey={playerKey} />
      <VaultSection playerKey={playerKey} />
      <OrderSection playerKey={playerKey} />
      <VerificationSection verifications={player.verifications} operator={playerKey.operator} />
      <PersonalDataSection playerKey={playerKey} />
    </>
  )
}
