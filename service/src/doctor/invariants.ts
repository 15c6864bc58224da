import { answersInvariants } from './answers-checks.ts'
import { auditInvariants } from './audit-checks.ts'
import { campaignsInvariants } from './campaigns-checks.ts'
import { catalogInvariants } from './catalog-checks.ts'
import { fairnessInvariants } from './fairness-checks.ts'
import { feesInvariants } from './fees-checks.ts'
import { gamesInvariants } from './games.ts'
import { healedInvariants } from './healed-checks.ts'
import { historyInvariants } from './history-checks.ts'
import type { Invariant } from './invariant.ts'
import { inventoryInvariants } from './inventory-checks.ts'
import { isolationInvariants } from './isolation-checks.ts'
import { kycInvariants } from './kyc-checks.ts'
import { noticesInvariants } from './notices-checks.ts'
import { outboxInvariants } from './outbox-checks.ts'
import { personalInvariants } from './personal-checks.ts'
import { reportsInvariants } from './reports-checks.ts'
import { restrictionsInvariants } from './restrictions-checks.ts'
import { roundsInvariants } from './rounds-checks.ts'
import { sealingInvariants } from './sealing-checks.ts'
import { sessionsInvariants } from './sessions-checks.ts'
import { shippingInvariants } from './shipping-checks.ts'
import { vaultInvariants } from './vault-checks.ts'
import { walletInvariants } from './wallet-checks.ts'

/** Everything that the database alone can show, in the order in which it is asked. */
export const INVARIANTS: readonly Invariant[] = [
  ...walletInvariants,
  ...roundsInvariants,
  ...gamesInvariants,
  ...answersInvariants,
  ...historyInvariants,
  ...reportsInvariants,
  ...inventoryInvariants,
  ...vaultInvariants,
  ...shippingInvariants,
  ...feesInvariants,
  ...noticesInvariants,
  ...catalogInvariants,
  ...fairnessInvariants,
  ...outboxInvariants,
  ...sessionsInvariants,
  ...campaignsInvariants,
  ...restrictionsInvariants,
  ...kycInvariants,
  ...personalInvariants,
  ...isolationInvariants,
  ...sealingInvariants,
  ...auditInvariants,
  ...healedInvariants,
]
