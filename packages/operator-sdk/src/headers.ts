/** Headers as `fetch` or as `node:http` carries them. */
export type HeaderBag = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

/** Value of a header whatever its spelling; repeated ones are joined as HTTP does, so that no signed value can hide behind another. */
export function headerOf(headers: HeaderBag, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const values = Object.entries(headers)
    .filter(([key, value]) => key.toLowerCase() === name && value !== undefined)
    .flatMap(([, value]) => value as string | readonly string[])
  return values.length === 0 ? undefined : values.join(', ')
}
