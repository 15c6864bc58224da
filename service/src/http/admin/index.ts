import type { adminRoutes } from '@coffer/contract/admin'
import type { AdminHandler, OpenAdminHandler, UnauthenticatedAdminRoute } from '../handlers.ts'
import { claimKycCase } from './claim-kyc-case.ts'
import { decideKycCase } from './decide-kyc-case.ts'
import { getKycCase } from './get-kyc-case.ts'
import { getKycCaseImage } from './get-kyc-case-image.ts'
import { listKycQueue } from './list-kyc-queue.ts'
import { me } from './me.ts'
import { noteKycCase } from './note-kyc-case.ts'
import { releaseKycCase } from './release-kyc-case.ts'
import { signInHandler } from './sign-in.ts'
import { signOutHandler } from './sign-out.ts'

type AdminHandlers = {
  [Name in keyof typeof adminRoutes]: Name extends UnauthenticatedAdminRoute
    ? OpenAdminHandler<Name>
    : AdminHandler<Exclude<Name, UnauthenticatedAdminRoute>>
}

export const adminHandlers: AdminHandlers = {
  signIn: signInHandler,
  signOut: signOutHandler,
  me,
  listKycQueue,
  getKycCase,
  getKycCaseImage,
  claimKycCase,
  releaseKycCase,
  noteKycCase,
  decideKycCase,
}
