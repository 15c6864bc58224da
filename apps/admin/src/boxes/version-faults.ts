import type { AdminCheckedVersion } from '@coffer/contract/admin'
import { faultSentence } from '../api/api.ts'

type Prizes = readonly { readonly name: string }[]

/** Fields of a version that the service may refuse, with the subjects of the sentences about them. */
export const REFUSABLE: Readonly<Record<string, string>> = {
  priceMinor: 'The price',
  prizes: 'The box',
  boxId: 'The box',
  currency: 'The currency',
}

const PRIZE = /^prizes\.(\d+)(?:\.|$)/

/** The reason why a version cannot be published, as a sentence. `prizes`: those of the version. */
export function faultText({ path, message }: AdminCheckedVersion['faults'][number], prizes: Prizes): string {
  const [, index] = PRIZE.exec(path) ?? []
  const subject = index === undefined ? REFUSABLE[path] : prizes[Number(index)]?.name
  return faultSentence(message, subject ?? 'The version')
}
