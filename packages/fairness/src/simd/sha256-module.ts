/**
 * Writes the WebAssembly module that takes in a block of SHA-256 for four messages at once, by SIMD: a v128 holds the same word of each. It
 * exports its `memory` and `compress(state, block, to)`: addresses of a state (8 v128), of a block (16), and of where the state after it
 * goes, which may be that of the state. The round constants are expected at address 0.
 */

type Code = readonly number[]

const [I32, V128] = [0x7f, 0x7b]
const [TYPES, FUNCTIONS, MEMORIES, EXPORTS, CODES] = [1, 3, 5, 7, 10]
const [EXPORTED_FUNCTION, EXPORTED_MEMORY] = [0, 2]
const [LOOP, END, BRANCH_IF, NO_RESULT] = [0x03, 0x0b, 0x0d, 0x40]
const [I32_ADD, I32_NOT_EQUAL] = [0x6a, 0x47]
const V128_BYTES = 16

/** The locals: three addresses, then where the constants of these rounds stand, then v128. */
const [STATE, BLOCK, TO, CONSTANTS] = [0, 1, 2, 3]
/** The letters a to h, the sixteen newest words, what a round adds twice, and how b differs from c. */
const [FIRST_WORKING, FIRST_WORD, LOWER, CHANGED] = [4, 12, 28, 29]
const LOCALS = [...[2], ...[1, I32], ...[26, V128]]

const STATE_INDEXES = [0, 1, 2, 3, 4, 5, 6, 7]
const ROUND_INDEXES = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15]
type Letters = [a: Code, b: Code, c: Code, d: Code, e: Code, f: Code, g: Code, h: Code]

export function sha256Module(): Uint8Array<ArrayBuffer> {
  const body = [...LOCALS, ...compression(), END]
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(TYPES, [0x60, 3, I32, I32, I32, 0]),
    ...section(FUNCTIONS, [0]),
    ...section(MEMORIES, [0, 1]),
    ...section(EXPORTS, [...name('memory'), EXPORTED_MEMORY, 0], [...name('compress'), EXPORTED_FUNCTION, 0]),
    ...section(CODES, [...unsigned(body.length), ...body]),
  ])
}

function section(id: number, ...entries: readonly Code[]): Code {
  const content = [...unsigned(entries.length), ...entries.flat()]
  return [id, ...unsigned(content.length), ...content]
}

function name(text: string): Code {
  return [text.length, ...Array.from(text, (char) => char.charCodeAt(0))]
}

/** LEB128, the numbers of the format. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}

/** Signed, so bit 6 of the last byte is the sign. */
const number = (value: number): Code => [0x41, (value & 0x7f) | 0x80, value >> 7]
const get = (local: number): Code => [0x20, local]
const set = (local: number, value: Code): Code => [...value, 0x21, local]
const v128 = (code: number, ...operands: readonly Code[]): Code => [...operands.flat(), 0xfd, ...unsigned(code)]
const load = (base: number, index: number): Code => [...v128(0x00, get(base)), 4, ...unsigned(index * V128_BYTES)]
const store = (base: number, index: number, value: Code): Code => [
  ...v128(0x0b, get(base), value),
  ...[4, ...unsigned(index * V128_BYTES)],
]
/** The constant of a round, four times. */
const roundConstant = (round: number): Code => [...v128(0x09, get(CONSTANTS)), 2, ...unsigned(round * 4)]
const and = (a: Code, b: Code) => v128(0x4e, a, b)
const or = (a: Code, b: Code) => v128(0x50, a, b)
const xor = (...[first, ...rest]: readonly Code[]) => rest.reduce((all, one) => v128(0x51, all, one), first!)
/** The bits of `a` where `mask` has a one, and of `b` where it has none. */
const select = (a: Code, b: Code, mask: Code) => v128(0x52, a, b, mask)
const add = (...[first, ...rest]: readonly Code[]) => rest.reduce((all, one) => v128(0xae, all, one), first!)
const shiftedLeft = (a: Code, bits: number) => v128(0xab, a, number(bits))
const shiftedRight = (a: Code, bits: number) => v128(0xad, a, number(bits))
const rotated = (a: Code, bits: number) => or(shiftedRight(a, bits), shiftedLeft(a, 32 - bits))

/** The first sixteen rounds take the words of the block, and three times as many those that are made of them. */
function compression(): Code {
  return [
    ...STATE_INDEXES.flatMap((index) => set(FIRST_WORKING + index, load(STATE, index))),
    ...set(CHANGED, xor(get(FIRST_WORKING + 1), get(FIRST_WORKING + 2))),
    ...ROUND_INDEXES.flatMap((round) => [...set(FIRST_WORD + round, load(BLOCK, round)), ...mixed(round)]),
    ...[LOOP, NO_RESULT],
    ...set(CONSTANTS, [...get(CONSTANTS), ...number(16 * 4), I32_ADD]),
    ...ROUND_INDEXES.flatMap((round) => [...set(FIRST_WORD + round, newWord(round)), ...mixed(round)]),
    ...[...get(CONSTANTS), ...number(48 * 4), I32_NOT_EQUAL, BRANCH_IF, 0, END],
    ...STATE_INDEXES.flatMap((index) => store(TO, index, add(load(STATE, index), get(FIRST_WORKING + index)))),
  ]
}

/** The word that takes the place of the one that is sixteen rounds old. */
function newWord(round: number): Code {
  const wordBefore = (rounds: number) => get(FIRST_WORD + ((round - rounds) & 15))
  const [near, far] = [wordBefore(2), wordBefore(15)]
  const nearMix = xor(rotated(near, 17), rotated(near, 19), shiftedRight(near, 10))
  const farMix = xor(rotated(far, 7), rotated(far, 18), shiftedRight(far, 3))
  return add(nearMix, wordBefore(7), farMix, wordBefore(16))
}

/** One round. It moves no word: each letter names the next local after it, so after sixteen rounds the same one again. */
function mixed(round: number): Code {
  const local = (letter: number) => FIRST_WORKING + ((letter - round) & 7)
  const [a, b, , d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map((letter) => get(local(letter))) as Letters
  const lowerMix = xor(rotated(e, 6), rotated(e, 11), rotated(e, 25))
  const upperMix = xor(rotated(a, 2), rotated(a, 13), rotated(a, 22))
  // b is the majority of a, b and c, unless a and c both differ from it. How b differs from c was found in the round before.
  return [
    ...set(LOWER, add(h, roundConstant(round), get(FIRST_WORD + round), select(f, g, e), lowerMix)),
    ...set(local(3), add(d, get(LOWER))),
    ...set(CHANGED, and(get(CHANGED), xor(a, b))),
    ...set(local(7), add(get(LOWER), xor(b, get(CHANGED)), upperMix)),
    ...set(CHANGED, xor(a, b)),
  ]
}
