/** Ends the operation loudly when something holds that cannot: a bug, answered as 500 and logged as an error. */
export function assert(condition: unknown, meaning: string): asserts condition {
  if (!condition) throw new Error(`broken assumption: ${meaning}`)
}

/** The value, or a loud end when it is missing. */
export function present<T>(value: T | null | undefined, meaning: string): T {
  assert(value !== null && value !== undefined, meaning)
  return value
}
