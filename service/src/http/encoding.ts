/** What an answer can be compressed with, the smaller result first. */
export const ENCODINGS = ['br', 'gzip'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** What a client takes (`Accept-Encoding`) of what is offered, the best for both; null when the answer is to go out as it is. */
export function encodingFor(accepted: string | undefined, offered: readonly Encoding[] = ENCODINGS): Encoding | null {
  if (accepted === undefined) return null
  const weights = new Map(accepted.split(',').map(weightOf))
  const weight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const asItIs = weights.get('identity') ?? 0
  const wanted = offered.filter((name) => weight(name) > 0 && weight(name) >= asItIs)
  return wanted.reduce<Encoding | null>((best, name) => (best && weight(best) >= weight(name) ? best : name), null)
}

function weightOf(part: string): [name: string, weight: number] {
  const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
  const weightParameter = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = weightParameter === undefined ? 1 : Number(weightParameter.slice(2))
  return [name, Number.isFinite(weight) ? weight : 0]
}

/** Whether a client that names these tags (`If-None-Match`) has the answer already. What compresses on the way makes a tag weak. */
export function hasTag(known: string | undefined, etag: string): boolean {
  if (known === undefined) return false
  return known.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag)
}
