export { appendAudit } from './append-audit.ts'
export type { AuditEntry } from './audit-entry.ts'
export { type ChainVerdict, verifyAuditChain } from './verify-audit-chain.ts'
