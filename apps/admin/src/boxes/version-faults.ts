import type { AdminCheckedVersion } from '@coffer/contract/admin'

type Prizes = readonly { readonly name: string }[]

const PRIZE = /^prizes\.(\d+)(?:\.|$)/
const SUBJECTS: Readonly<Partial<Record<string, string>>> = { priceMinor: 'Price', prizes: 'The box', boxId: 'The box' }

/** Why a version cannot be published, as a sentence. `prizes`: those of the version. */
export function faultText({ path, message }: AdminCheckedVersion['faults'][number], prizes: Prizes): string {
  const [, index] = PRIZE.exec(path) ?? []
  const subject = index === undefined ? SUBJECTS[path] : prizes[Number(index)]?.name
  return subject === undefined ? capitalized(message) : `${subject} ${message}`
}

/** A text with its first letter in upper case. */
export function capitalized(text: string): string {
  const [first = '', ...rest] = text
  return first.toUpperCase() + rest.join('')
}
