/** The numbers (0 to 65535) that tell a state from others. One is filled again and again, as there are millions of states. */
export class Packing {
  numbers = new Uint16Array(1024)
  length = 0

  clear(): void {
    this.length = 0
  }

  push(value: number): void {
    if (this.length === this.numbers.length) this.numbers = grown(this.numbers)
    this.numbers[this.length++] = value
  }

  /** Orders the numbers that were pushed last, so that things which differ only in their order give the same. */
  sortLast(count: number): void {
    const first = this.length - count
    for (let place = first + 1; place < this.length; place++) {
      const value = this.numbers[place]!
      let free = place
      for (; free > first && this.numbers[free - 1]! > value; free--) this.numbers[free] = this.numbers[free - 1]!
      this.numbers[free] = value
    }
  }
}

/** Every packing that was seen, numbered in the order in which they came: one long list, as each as a value of its own is dear. */
export class Seen {
  private numbers = new Uint16Array(1024)
  /** Where each packing begins in the list, and behind the last one where the next would. */
  private starts = new Int32Array(1024)
  private hashes = new Int32Array(1024)
  /** A place for each hash: the packing's number and one, or 0. Whoever finds the place taken looks at the next one. */
  private table = new Int32Array(4096)
  size = 0

  /** The number of a packing, or -1. */
  find(packing: Packing): number {
    const hash = hashOf(packing)
    const mask = this.table.length - 1
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const id = this.table[place]! - 1
      if (id === -1 || (this.hashes[id] === hash && this.isAt(id, packing))) return id
    }
  }

  /** Adds a packing that was not found, and returns its number. */
  add(packing: Packing): number {
    const id = this.size++
    const start = this.starts[id]!
    const end = start + packing.length
    if (this.size === this.hashes.length) {
      this.hashes = grown(this.hashes)
      this.starts = grown(this.starts)
    }
    while (end > this.numbers.length) this.numbers = grown(this.numbers)
    for (let place = 0; place < packing.length; place++) this.numbers[start + place] = packing.numbers[place]!
    this.starts[id + 1] = end
    this.hashes[id] = hashOf(packing)
    if (this.size * 2 > this.table.length) this.spread()
    else this.note(id)
    return id
  }

  private isAt(id: number, packing: Packing): boolean {
    const start = this.starts[id]!
    if (this.starts[id + 1]! - start !== packing.length) return false
    for (let place = 0; place < packing.length; place++)
      if (this.numbers[start + place] !== packing.numbers[place]) return false
    return true
  }

  /** A table twice as large: half of its places stay free, so that the next one is rarely asked. */
  private spread(): void {
    this.table = new Int32Array(this.table.length * 2)
    for (let id = 0; id < this.size; id++) this.note(id)
  }

  private note(id: number): void {
    const mask = this.table.length - 1
    let place = this.hashes[id]! & mask
    while (this.table[place] !== 0) place = (place + 1) & mask
    this.table[place] = id + 1
  }
}

/** Equal packings have equal hashes, and others seldom: what two share is compared in full. */
function hashOf({ numbers, length }: Packing): number {
  let hash = length
  for (let place = 0; place < length; place++) hash = Math.imul(hash ^ numbers[place]!, 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return hash ^ (hash >>> 13)
}

function grown<T extends Uint16Array | Int32Array>(values: T): T {
  const larger = new (values.constructor as new (length: number) => T)(values.length * 2)
  larger.set(values)
  return larger
}
