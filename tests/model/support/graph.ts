/** The states that were reached, by number, with their edges: compact, because there are millions. */
export class Graph {
  private readonly parents = new Numbers()
  private readonly rows = new Numbers()
  private readonly targets = new Numbers()

  get stateCount(): number {
    return this.parents.length
  }

  get edgeCount(): number {
    return this.targets.length
  }

  /** The new state's number. */
  addState(parent: number): number {
    this.parents.push(parent)
    return this.parents.length - 1
  }

  parentOf(state: number): number {
    return this.parents.at(state)
  }

  /** Edges that are added from now on leave the next state; states are visited in the order of their numbers. */
  openRow(): void {
    this.rows.push(this.targets.length)
  }

  addEdge(target: number): void {
    this.targets.push(target)
  }

  eachTarget(state: number, visit: (target: number) => void): void {
    const end = state + 1 < this.rows.length ? this.rows.at(state + 1) : this.targets.length
    for (let edge = this.rows.at(state); edge < end; edge++) visit(this.targets.at(edge))
  }
}

/**
 * A state from which a run need not end, or null: states are taken away as long as one is left that no other leads to; what stays
 * lies on a circle or behind one.
 */
export function findEndlessRun(graph: Graph): number | null {
  const waysIn = new Int32Array(graph.stateCount)
  for (let state = 0; state < graph.stateCount; state++) graph.eachTarget(state, (target) => waysIn[target]!++)
  const free: number[] = []
  waysIn.forEach((ways, state) => {
    if (ways === 0) free.push(state)
  })
  while (free.length > 0) {
    graph.eachTarget(free.pop()!, (target) => {
      waysIn[target]!--
      if (waysIn[target] === 0) free.push(target)
    })
  }
  const left = waysIn.findIndex((ways) => ways > 0)
  return left === -1 ? null : left
}

/** A growing list of 32-bit integers. */
class Numbers {
  private values = new Int32Array(1024)
  length = 0

  at(place: number): number {
    return this.values[place]!
  }

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = new Int32Array(this.length * 2)
      grown.set(this.values)
      this.values = grown
    }
    this.values[this.length++] = value
  }
}
