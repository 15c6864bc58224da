/** What a check is about, for programs; its `name` says the same to a person. */
export type CheckKind =
  | 'readable'
  | 'settled'
  | 'algorithm'
  | 'game'
  | 'commitment'
  | 'reels'
  | 'snapshot'
  | 'odds'
  | 'draw'
  | 'chance'
  | 'result'

/**
 * One comparison in words: `expected` is what an honest round must show, by the commitment, the pinned hash or computing it anew;
 * `actual` is what this proof shows.
 */
export type Check = { kind: CheckKind; name: string; ok: boolean; expected: string; actual: string }

const SHOWN_LENGTH = 160

/** The check that two texts are the same. */
export function compared(kind: CheckKind, name: string, expected: string, actual: string): Check {
  return { kind, name, ok: expected === actual, expected: printable(expected), actual: printable(actual) }
}

/** A proof is untrusted: its texts may not steer a terminal, reverse a line or flood a page. */
function printable(text: string): string {
  const plain = text.slice(0, SHOWN_LENGTH + 1).replace(/[\p{Cc}\p{Bidi_Control}\p{Surrogate}]/gu, '\ufffd')
  return plain.length > SHOWN_LENGTH ? `${plain.slice(0, SHOWN_LENGTH)}…` : plain
}
