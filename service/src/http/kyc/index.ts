import type { kycPageRoutes } from '@coffer/contract/kyc'
import type { KycPageHandler } from '../handlers.ts'
import { kycImageHandler } from './kyc-image.ts'
import { kycPageHandler } from './kyc-page.ts'
import { removeKycImageHandler } from './remove-kyc-image.ts'
import { saveKycDraftHandler } from './save-kyc-draft.ts'
import { storeKycImageHandler } from './store-kyc-image.ts'
import { submitKycHandler } from './submit-kyc.ts'

/** What answers each route of the verification page. */
export const kycPageHandlers: { [Name in keyof typeof kycPageRoutes]: KycPageHandler<Name> } = {
  kycPage: kycPageHandler,
  saveKycDraft: saveKycDraftHandler,
  storeKycImage: storeKycImageHandler,
  kycImage: kycImageHandler,
  removeKycImage: removeKycImageHandler,
  submitKyc: submitKycHandler,
}
