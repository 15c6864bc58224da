/** What staff and time can do to an operator, for whoever embeds the service: the first start, the test world, benches. */
export { verifyAuditChain } from './audit/index.ts'
export {
  approveValue,
  changeOperatorSettings as changeSettings,
  convertOperator,
  importCatalogue,
  importValues,
  recordValue,
  setStock,
} from './catalog/index.ts'
export {
  checkInvariants,
  type Diagnosis,
  type Examination,
  type WalletLedger,
  type WalletLedgerReader,
} from './doctor/index.ts'
export { JOBS, type JobName } from './jobs/index.ts'
export {
  authenticateKycBrowser,
  claimCase,
  decideCase,
  eraseKycOf,
  openKycLink,
  type Reviewer,
  saveKycDraft,
  storeKycImage,
  submitKyc,
} from './kyc/index.ts'
export {
  createKey,
  createOperator,
  findOperatorBySlug,
  getOperator,
  revokeKey,
  rotateKey,
  rotateOutboundSecret,
  setOperatorStatus,
} from './operators/index.ts'
export { exportPersonalData } from './personal-data/index.ts'
export { setRates } from './rates/index.ts'
export { changeOrder, eraseOrders } from './shipping/index.ts'
export { createStaff, mintStaffLink } from './staff/index.ts'
export { placeHistory } from './wallet/index.ts'
export {
  createEndpoint,
  listEndpoints,
  openPayloads,
  rotateEndpointSecret,
  setEndpointEnabled,
} from './webhooks/index.ts'
