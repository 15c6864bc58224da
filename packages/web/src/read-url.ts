/** An absolute URL, or null when the text is none. The pages' oldest browsers have neither `URL.parse` nor `URL.canParse`. */
export function readUrl(text: string): URL | null {
  try {
    return new URL(text)
  } catch {
    return null
  }
}
