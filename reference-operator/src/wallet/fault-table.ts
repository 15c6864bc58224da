import { type Fault, type FaultName, faults, type LostAnswer, type PlainFault } from './faults.ts'

/** Every fault by its name: what it is called, what will happen, and what may be chosen. The page, HTTP and tests read this table. */

export type FaultGroup = 'In order' | 'Slow' | 'Silence' | 'Broken answers' | 'Refusals'
export type FaultOptions = { waitMs?: number; errorCode?: string }

export type FaultEntry = {
  group: FaultGroup
  title: string
  /** For whoever watches: what the caller gets, and whether money moves. */
  words: string
  /** What may be chosen, with what is taken when it is not. */
  options: FaultOptions
  make(options: FaultOptions): Fault
}

const NOTHING_MOVES = 'Nothing moves.'
const MONEY_MOVES = 'The money moves all the same.'

type Lost = { group: FaultGroup; title: string; words: string; make: (options: { apply: boolean }) => Fault }

const LOST_ANSWERS: Readonly<Record<LostAnswer, Lost>> = {
  hang: { group: 'Silence', title: 'Silence', words: 'No answer ever comes.', make: faults.hang },
  reset: { group: 'Silence', title: 'Cut connection', words: 'The connection is cut.', make: faults.reset },
  'server-error': {
    ...{ group: 'Broken answers', title: 'Status 500', make: faults.serverError },
    words: 'The answer is an internal error.',
  },
  garbage: {
    ...{ group: 'Broken answers', title: 'Half an answer', make: faults.garbage },
    words: 'The JSON of the answer breaks off in the middle.',
  },
  empty: {
    ...{ group: 'Broken answers', title: 'Empty answer', make: faults.empty },
    words: 'Status 200 comes back with nothing in it.',
  },
  'accepted-as-text': {
    ...{ group: 'Broken answers', title: 'accepted: "true"', make: faults.acceptedAsText },
    words: 'The answer looks like a yes, but its yes is a text and no boolean.',
  },
  redirect: {
    ...{ group: 'Broken answers', title: 'Redirect', make: faults.redirect },
    words: 'The answer points to another address of this wallet, which says yes to whoever follows.',
  },
  trickle: {
    ...{ group: 'Broken answers', title: 'Byte by byte', make: faults.trickle },
    words: 'The answer comes at one byte every half second.',
  },
  huge: {
    ...{ group: 'Broken answers', title: '10 MB answer', make: faults.huge },
    words: 'The answer is a proper one, padded to 10 MB.',
  },
}

const OTHERS: Readonly<Record<PlainFault, FaultEntry>> = {
  ok: {
    ...{ group: 'In order', title: 'Proper answer', options: {}, make: faults.ok },
    words: 'The wallet decides and answers at once. Above another rule, it lets these calls pass.',
  },
  slow: {
    ...{ group: 'Slow', title: 'Slow, but in time', options: { waitMs: 9_900 } },
    words: 'The wallet sleeps, then decides and answers. Coffer waits 10 seconds, so 9.9 are just in time.',
    make: ({ waitMs = 9_900 }) => faults.slow(waitMs),
  },
  'too-slow': {
    ...{ group: 'Slow', title: 'Slow, and too late', options: { waitMs: 10_100 } },
    words: 'The wallet sleeps, then moves the money and answers. Coffer waits 10 seconds and is gone after 10.1.',
    make: ({ waitMs = 10_100 }) => faults.tooSlow(waitMs),
  },
  'hang-then-apply': {
    ...{ group: 'Silence', title: 'Silence, then the money moves', options: { waitMs: 30_000 } },
    words: 'No answer comes. Long after Coffer has given up, the wallet moves the money.',
    make: ({ waitMs = 30_000 }) => faults.hangThenApply(waitMs),
  },
  refuse: {
    ...{ group: 'Refusals', title: 'Refusal', options: { errorCode: 'INSUFFICIENT_FUNDS' } },
    words: 'The wallet says no and gives this reason. A key that it accepted before it accepts again.',
    make: ({ errorCode = 'INSUFFICIENT_FUNDS' }) => faults.refuse(errorCode),
  },
  'refuse-without-code': {
    ...{ group: 'Refusals', title: 'Refusal without a reason', options: {}, make: faults.refuseWithoutCode },
    words: 'The wallet says no and does not say why. A key that it accepted before it accepts again.',
  },
}

const bothWays = Object.entries<Lost>(LOST_ANSWERS).flatMap(([name, { words, make, ...rest }]) => [
  [name, { ...rest, options: {}, words: `${words} ${NOTHING_MOVES}`, make: () => make({ apply: false }) }],
  [`apply-then-${name}`, { ...rest, options: {}, words: `${words} ${MONEY_MOVES}`, make: () => make({ apply: true }) }],
])

export const FAULT_TABLE: Readonly<Record<FaultName, FaultEntry>> = { ...OTHERS, ...Object.fromEntries(bothWays) }

export function isFaultName(name: unknown): name is FaultName {
  return typeof name === 'string' && Object.hasOwn(FAULT_TABLE, name)
}

/** The fault of a name, with the options that the table gives where none are chosen. */
export function faultNamed(name: FaultName, options: FaultOptions = {}): Fault {
  return FAULT_TABLE[name].make(options)
}
