import { findEndlessRun, Graph } from './graph.ts'
import { Packing, Seen } from './packing.ts'

/**
 * A protocol as a machine: a first state and everything that may happen next. States are immutable records.
 * Whatever the code leaves to chance (the order of processes, the wallet's mood, the network) is one move each.
 */
export type Model<State> = {
  name: string
  start: State
  /**
   * Pushes the numbers that tell a state from others. States that behave alike from here on may give the same numbers; states that
   * differ in what is still to come, or in what the invariants look at, must not.
   */
  pack(state: State, into: Packing): void
  /** Calls `to` for every move. `breach` names a rule that the move itself breaks. */
  moves(state: State, to: Move<State>): void
  /** What is wrong in this state, whatever may still follow. */
  wrong(state: State): string | null
  /** What is wrong when nothing can happen any more. */
  wrongAtEnd(state: State): string | null
  /** How a run ended, in a few words, for the figures. */
  describeEnd(state: State): string
}

export type Move<State> = (sentence: string, next: State, breach?: string) => void

export type Report = {
  name: string
  states: number
  transitions: number
  terminals: number
  /** How runs end, and in how many states. */
  ends: Map<string, number>
  violation: { wrong: string; trace: string[] } | null
}

/** More than this is an error: a search that stops early proves nothing. */
const MAX_STATES = 16_000_000

/**
 * Visits every state that can be reached, breadth first, so that the trace of the first violation is a shortest one. Proves beside
 * the model's invariants that no run goes on for ever. Throws when there are more than `maxStates` states.
 */
export function explore<State>(model: Model<State>, maxStates = MAX_STATES): Report {
  return new Search(model, maxStates).run()
}

class Search<State> {
  private readonly model: Model<State>
  private readonly maxStates: number
  private readonly seen = new Seen()
  private readonly graph = new Graph()
  private readonly breaches = new Map<number, string>()
  private readonly ends = new Map<string, number>()
  private readonly packing = new Packing()

  constructor(model: Model<State>, maxStates: number) {
    this.model = model
    this.maxStates = maxStates
  }

  run(): Report {
    let level = [this.model.start]
    this.pack(this.model.start, '')
    this.add(-1)
    for (let first = 0; level.length > 0; ) {
      const next: State[] = []
      for (let place = 0; place < level.length; place++) {
        const wrong = this.visit(level[place]!, first + place, next)
        if (wrong !== null) return this.report({ wrong, trace: this.traceTo(first + place) })
      }
      first += level.length
      level = next
    }
    const endless = findEndlessRun(this.graph)
    return this.report(endless === null ? null : { wrong: 'a run can go on for ever', trace: this.traceTo(endless) })
  }

  /** Checks a state and notes its successors; those that are new go into `next`, in the order of their ids. */
  private visit(state: State, id: number, next: State[]): string | null {
    const wrong = this.breaches.get(id) ?? this.model.wrong(state)
    if (wrong !== null) return wrong
    let isTerminal = true
    this.graph.openRow()
    this.model.moves(state, (_sentence, successor, breach = '') => {
      isTerminal = false
      this.pack(successor, breach)
      let target = this.seen.find(this.packing)
      if (target === -1) {
        target = this.add(id)
        next.push(successor)
        if (breach !== '') this.breaches.set(target, breach)
      }
      this.graph.addEdge(target)
    })
    return isTerminal ? this.finish(state) : null
  }

  private finish(state: State): string | null {
    const end = this.model.describeEnd(state)
    this.ends.set(end, (this.ends.get(end) ?? 0) + 1)
    return this.model.wrongAtEnd(state)
  }

  /** Adds the state that was packed last. */
  private add(parent: number): number {
    if (this.seen.size >= this.maxStates) throw new Error(`${this.model.name}: more than ${this.maxStates} states`)
    this.graph.addState(parent)
    return this.seen.add(this.packing)
  }

  private pack(state: State, breach: string): void {
    this.packing.clear()
    this.model.pack(state, this.packing)
    for (let place = 0; place < breach.length; place++) this.packing.push(breach.charCodeAt(place))
  }

  /** The sentences of a shortest way to a state. Only its states' ids are kept, so it is walked again from the start. */
  private traceTo(id: number): string[] {
    const way: number[] = []
    for (let at = id; at > 0; at = this.graph.parentOf(at)) way.unshift(at)
    const sentences: string[] = []
    let state = this.model.start
    for (const step of way) {
      let taken: { sentence: string; successor: State } | null = null
      this.model.moves(state, (sentence, successor, breach = '') => {
        if (taken !== null) return
        this.pack(successor, breach)
        if (this.seen.find(this.packing) === step) taken = { sentence, successor }
      })
      const { sentence, successor } = taken as unknown as { sentence: string; successor: State }
      sentences.push(sentence)
      state = successor
    }
    return sentences
  }

  private report(violation: Report['violation']): Report {
    const terminals = [...this.ends.values()].reduce((sum, count) => sum + count, 0)
    const { name } = this.model
    return { name, states: this.seen.size, transitions: this.graph.edgeCount, terminals, ends: this.ends, violation }
  }
}
