import { ApiFailure, untilDecided } from '@coffer/web'

/** The failure of a call; what is none is thrown on. */
export function failureOf(thrown: unknown): ApiFailure {
  if (thrown instanceof ApiFailure) return thrown
  throw thrown
}

/** What a call waits for that has no answer yet: the casino's confirmation, or its turn after too many requests. */
export type Unanswered = 'confirming' | 'slowed'

/** Sends a call until it is decided, for at most so long. Throws what it is decided as, or that it still is not. */
export function untilAnswered<Answer>(
  send: () => Promise<Answer>,
  giveUpMs: number,
  onWaiting: (is: Unanswered) => void,
): Promise<Answer> {
  return untilDecided({
    send,
    sleep,
    now: () => performance.now(),
    giveUpMs,
    onUndecided: ({ code }) => onWaiting(code === 'RATE_LIMITED' ? 'slowed' : 'confirming'),
  })
}

function sleep(ms: number): Promise<void> {
  return new Promise((wake) => setTimeout(wake, ms))
}
