export { checkInvariants, type Diagnosis, type Examination } from './check-invariants.ts'
export {
  type ExportedLedger,
  type LedgerEntry,
  readExportedLedger,
  type WalletLedger,
  type WalletLedgerReader,
} from './ledger.ts'
