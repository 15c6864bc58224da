import type { Outside } from './world.ts'

/**
 * A refund's own operation, in short. It only rolls forward, so of its attempts nothing matters but what the wallet did: a call is
 * credited and heard of, credited unheard (at once or late), refused, or lost.
 */
export type Refund = Readonly<{
  /** `refused`: heard, and for the flow to decide. `parked`: the wallet refuses for ever; shown, and left to a person. */
  at: (typeof PLACES)[number]
  credited: boolean
}>

const PLACES = ['none', 'due', 'sent', 'done', 'refused', 'parked'] as const

export const NO_REFUND: Refund = { at: 'none', credited: false }
export const REFUND_DUE: Refund = { at: 'due', credited: false }

export function refundMoves(
  refund: Refund,
  mayFail: boolean,
  emit: (sentence: string, refund: Refund, faults: number) => void,
): void {
  if (refund.at === 'due') emit('the refund is sent', { ...refund, at: 'sent' }, 0)
  if (refund.at !== 'sent') return
  emit('the wallet credits the refund', { at: 'done', credited: true }, 0)
  if (!mayFail || refund.credited) return
  emit('the refund is lost on its way', { at: 'due', credited: false }, 1)
  emit('the wallet credits the refund, but nobody hears it', { at: 'due', credited: true }, 1)
  emit('the wallet refuses the refund', { at: 'refused', credited: false }, 1)
}

/** A refund that is refused is tried again; a wallet that keeps every answer will only repeat itself. */
export function afterRefusal(refund: Refund, { wallet }: Outside): Refund {
  return { ...refund, at: wallet === 'keeps_all' ? 'parked' : 'due' }
}

export function packRefund({ at, credited }: Refund): number {
  return PLACES.indexOf(at) * 2 + (credited ? 1 : 0)
}
