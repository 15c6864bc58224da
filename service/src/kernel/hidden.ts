import { inspect } from 'node:util'

/** A secret or a personal datum: prints as `[hidden]` wherever it is logged, inspected or put into JSON. */
export class Hidden<T> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
  }

  /** The value itself; call it at the last moment. */
  reveal(): T {
    return this.#value
  }

  toString(): string {
    return '[hidden]'
  }

  toJSON(): string {
    return '[hidden]'
  }

  [inspect.custom](): string {
    return '[hidden]'
  }
}
