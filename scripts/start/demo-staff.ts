/** Who works at the demo's review desk: two, so that an operator may want four eyes. */
export const DEMO_STAFF = [
  { email: 'reviewer@coffer.example', roles: ['platform_admin', 'kyc_reviewer'] },
  { email: 'second.reviewer@coffer.example', roles: ['kyc_reviewer'] },
] as const
