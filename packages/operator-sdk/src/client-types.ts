import type { Answers, Inputs } from './wire.ts'

/** How long a call may take, and how it is ended early. */
export type CallOptions = {
  /** Ends the call. What was sent before may still take effect: see `undecided` of the error. */
  signal?: AbortSignal | undefined
  /** Longest wait for one answer, in milliseconds. */
  timeoutMs?: number | undefined
  /** For how long the call is repeated, in milliseconds; 0 never repeats. */
  retry?: { forMs: number } | undefined
}

type Arguments<Input> =
  Record<never, never> extends Input
    ? [input?: Input, options?: CallOptions]
    : undefined extends Input
      ? [input?: undefined, options?: CallOptions]
      : [input: Input, options?: CallOptions]

/** One method for each route of the backend API. */
export type Coffer = {
  readonly [K in keyof Inputs]: (...input: Arguments<Inputs[K]>) => Promise<Answers[K]>
}
