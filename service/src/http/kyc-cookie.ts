import type { Cookie } from './cookies.ts'

/** The browser that a link of a verification was opened in: a window of its own, never a frame. */
export const KYC_COOKIE: Cookie = { name: 'coffer_kyc', path: '/kyc', isFramed: false }
