/** Statuses of a verification. This file does not import the validation library, so that the pages can use it. */
export const KYC_STATUSES = ['PENDING', 'SUBMITTED', 'CONFIRMED', 'REJECTED'] as const
export type KycStatus = (typeof KYC_STATUSES)[number]
