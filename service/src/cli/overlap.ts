import { hours } from '../kernel/index.ts'
import { UserError } from './say.ts'

/** How long a secret that is replaced goes on working beside the new one. */
export type OverlapOption = { overlapHours: string }

export function overlapMs({ overlapHours }: OverlapOption): number {
  if (!/^\d{1,4}$/.test(overlapHours)) throw new UserError('--overlap-hours takes a whole number of up to four digits.')
  return hours(Number(overlapHours))
}
