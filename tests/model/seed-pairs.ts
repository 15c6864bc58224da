import type { Model, Move } from './support/explore.ts'
import type { Packing } from './support/packing.ts'

/** Paid rounds of one player that settle side by side while the player rotates the seed pair; each commit may fail and come again. */
export type PairsSetting = {
  rounds: number
  /** Rounds that are refused: they are voided and must burn no nonce. */
  refusals: number
  rotations: number
  faults: number
  mutants: ReadonlySet<PairsMutant>
}

export type PairsMutant = 'settle_without_lock' | 'rotation_without_lock' | 'nonce_before_money'

type State = Readonly<{
  rounds: readonly Round[]
  /** Nonces given out, for each pair so far; the last pair is the active one, the others are revealed. */
  pairs: readonly number[]
  rotation: 'none' | 'locked'
  rotationsLeft: number
  refusalsLeft: number
  faultsLeft: number
}>

/** `drawing`: inside its transaction, with the pair and the nonce that it read. */
type Round = Readonly<{ at: (typeof PLACES)[number]; pair: number; nonce: number }>

const PLACES = ['unpaid', 'paid', 'drawing', 'settled', 'voided'] as const
const UNPAID: Round = { at: 'unpaid', pair: 0, nonce: 0 }

export function seedPairs(name: string, setting: PairsSetting): Model<State> {
  return {
    name,
    start: {
      rounds: Array.from({ length: setting.rounds }, () => UNPAID),
      pairs: [0],
      rotation: 'none',
      rotationsLeft: setting.rotations,
      refusalsLeft: setting.refusals,
      faultsLeft: setting.faults,
    },
    pack,
    moves(state, to) {
      for (const place of state.rounds.keys()) roundMoves(state, place, setting, to)
      rotationMoves(state, setting, to)
    },
    wrong,
    wrongAtEnd: (state) =>
      state.rounds.every(({ at }) => at === 'settled' || at === 'voided') ? null : 'a round is stuck',
    describeEnd: ({ pairs }) => `${pairs.join('+')} nonces`,
  }
}

function pack({ rounds, pairs, rotation, rotationsLeft, refusalsLeft, faultsLeft }: State, into: Packing): void {
  for (const number of [rotation === 'locked' ? 1 : 0, rotationsLeft, refusalsLeft, faultsLeft, pairs.length])
    into.push(number)
  for (const given of pairs) into.push(given)
  for (const { at, pair, nonce } of rounds) into.push((pair * 8 + nonce) * PLACES.length + PLACES.indexOf(at))
  into.sortLast(rounds.length)
}

function roundMoves(state: State, place: number, { mutants }: PairsSetting, to: Move<State>): void {
  const round = state.rounds[place]!
  const name = `round ${place + 1}`
  const put = (sentence: string, next: Round, rest: Partial<State> = {}, breach?: string) =>
    to(`${name} ${sentence}`, { ...state, ...rest, rounds: state.rounds.with(place, next) }, breach)
  const isEarly = mutants.has('nonce_before_money')
  if (round.at === 'unpaid') {
    put('is paid', { ...round, at: 'paid' }, isEarly ? { pairs: withNonce(state) } : {})
    const burnt = isEarly ? { pairs: withNonce(state) } : {}
    if (state.refusalsLeft > 0)
      put('is refused', { ...round, at: 'voided' }, { refusalsLeft: state.refusalsLeft - 1, ...burnt })
  }
  if (round.at === 'paid' && (!isLocked(state) || mutants.has('settle_without_lock'))) {
    const pair = state.pairs.length - 1
    const nonce = state.pairs[pair]! - (isEarly ? 1 : 0)
    put(`locks pair ${pair + 1} and reads nonce ${nonce}`, { at: 'drawing', pair, nonce })
  }
  if (round.at !== 'drawing') return
  const breach = round.pair < state.pairs.length - 1 ? 'a round settles on a revealed seed pair' : undefined
  const pairs = isEarly ? state.pairs : state.pairs.with(round.pair, round.nonce + 1)
  put('commits', { ...round, at: 'settled' }, { pairs }, breach)
  if (state.faultsLeft > 0) put('fails to commit', { ...UNPAID, at: 'paid' }, { faultsLeft: state.faultsLeft - 1 })
}

function withNonce({ pairs }: State): readonly number[] {
  return pairs.with(pairs.length - 1, pairs.at(-1)! + 1)
}

/** A round that draws and a rotation hold the same lock. */
function isLocked(state: State): boolean {
  return state.rotation === 'locked' || state.rounds.some(({ at }) => at === 'drawing')
}

function rotationMoves(state: State, { mutants }: PairsSetting, to: Move<State>): void {
  const pair = state.pairs.length
  if (state.rotation === 'locked') {
    to(`the rotation commits: pair ${pair} is revealed`, { ...state, rotation: 'none', pairs: [...state.pairs, 0] })
  } else if (state.rotationsLeft > 0 && (!isLocked(state) || mutants.has('rotation_without_lock'))) {
    to(`a rotation locks pair ${pair}`, { ...state, rotation: 'locked', rotationsLeft: state.rotationsLeft - 1 })
  }
}

function wrong({ rounds, pairs }: State): string | null {
  for (const [pair, given] of pairs.entries()) {
    const nonces = rounds.filter((round) => round.at === 'settled' && round.pair === pair).map(({ nonce }) => nonce)
    if (new Set(nonces).size < nonces.length) return 'two rounds with one nonce'
    if (pair < pairs.length - 1 && nonces.length < given) return 'a revealed pair with a gap in its nonces'
  }
  return null
}
