/** The text of a file, or what the file is instead, in words that go on after its name. */
export type Decoded = { text: string } | { fault: string }

/** Reads a file in UTF-8; a byte order mark is left out. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  const other = otherEncoding(bytes)
  if (other !== null) return { fault: `is ${other}, not UTF-8; save it as UTF-8` }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return { fault: 'is not UTF-8; save it as UTF-8' }
  }
}

/** By its byte order mark, or by the zero byte next to a first letter of ASCII. */
function otherEncoding([first, second, third, fourth]: Uint8Array): string | null {
  const isLittleMark = first === 0xff && second === 0xfe
  const isBigMark = first === 0xfe && second === 0xff
  if (isLittleMark && third === 0 && fourth === 0) return 'UTF-32'
  if (isLittleMark || isBigMark) return 'UTF-16'
  if (first === undefined || second === undefined) return null
  return (first === 0) !== (second === 0) ? 'UTF-16' : null
}
