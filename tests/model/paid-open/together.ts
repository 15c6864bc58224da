import type { Model, Move } from '../support/explore.ts'
import { commits, paidOpen } from './model.ts'
import type { Setting, State } from './state.ts'

/** The opens of two players of one operator. */
type Both = readonly [State, State]

/**
 * Whether a transaction of the one and a transaction of the other may be committed together: not at all, both or neither, or, as no database
 * does it, so that what the second one heard of the wallet is lost while it goes on as if it were not.
 */
export type Sharing = 'none' | 'whole' | 'half'

const BETWEEN = 60_000

export function twoOpens(name: string, setting: Setting, sharing: Sharing): Model<Both> {
  const one = paidOpen(name, setting)
  return {
    name: `${name}, ${sharing} shared`,
    start: [one.start, one.start],
    pack: ([first, second], into) => {
      one.pack(first, into)
      into.push(BETWEEN)
      one.pack(second, into)
    },
    moves: (both, to) => {
      const [first, second] = both
      one.moves(first, (sentence, next, breach) => to(`player 1: ${sentence}`, [next, second], breach))
      one.moves(second, (sentence, next, breach) => to(`player 2: ${sentence}`, [first, next], breach))
      if (sharing !== 'none') together(both, setting, sharing, to)
    },
    wrong: (both) => firstOf(both, one.wrong),
    wrongAtEnd: (both) => firstOf(both, one.wrongAtEnd),
    describeEnd: (both) => both.map(one.describeEnd).join('; '),
  }
}

/** Several are committed together: each does what it would do alone, and nothing comes between. */
function together([first, second]: Both, setting: Setting, sharing: Sharing, to: Move<Both>): void {
  commits(first, setting, (one, next, breach) => {
    commits(second, setting, (other, after, secondBreach) => {
      const isLost = sharing === 'half' && second.debit?.attempts.length === after.debit?.attempts.length
      const left = isLost ? { ...second, actors: after.actors } : after
      to(`together: player 1: ${one}; player 2: ${other}`, [next, left], breach || secondBreach)
    })
  })
}

function firstOf(both: Both, wrong: (state: State) => string | null): string | null {
  return wrong(both[0]) ?? wrong(both[1])
}
