import { EventEmitter } from 'node:events'

/** Tells whoever listens that something of an operator changed. What changed is read again; the bell says only that it did. */
export class Changes {
  readonly #events = new EventEmitter().setMaxListeners(0)

  /** Calls back with the operator. Returns the function that stops it. */
  onChange(listener: (operator: string) => void): () => void {
    this.#events.on('change', listener)
    return () => this.#events.off('change', listener)
  }

  changed(operator: string): void {
    this.#events.emit('change', operator)
  }
}
