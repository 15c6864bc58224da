/** A colour as three channels, 0 to 255. */
export type Rgb = readonly [number, number, number]

/** Reads `#rgb`, `#rrggbb`, `rgb(…)` and `hsl(…)`. Null for anything else, and for a colour that lets its ground through. */
export function readColor(text: string): Rgb | null {
  return readHex(text.trim()) ?? readFunction(text.trim())
}

function readHex(text: string): Rgb | null {
  const match = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.exec(text)
  if (!match) return null
  const digits = match[1]!.length === 3 ? match[1]!.replace(/./g, '$&$&') : match[1]!
  const channel = (start: number) => Number.parseInt(digits.slice(start, start + 2), 16)
  return [channel(0), channel(2), channel(4)]
}

function readFunction(text: string): Rgb | null {
  const match = /^(rgb|hsl)\(\s*([\d.]+)(?:deg)?[\s,]+([\d.]+)%?[\s,]+([\d.]+)%?\s*\)$/i.exec(text)
  if (!match) return null
  const [first, second, third] = [Number(match[2]), Number(match[3]), Number(match[4])]
  if (match[1]!.toLowerCase() === 'hsl') return fromHsl(first, second / 100, third / 100)
  return [first, second, third].every((channel) => channel <= 255) ? [first, second, third] : null
}

function fromHsl(hue: number, saturation: number, lightness: number): Rgb {
  const amplitude = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12
    return Math.round(255 * (lightness - amplitude * Math.max(-1, Math.min(k - 3, 9 - k, 1))))
  }
  return [channel(0), channel(8), channel(4)]
}

/** Contrast ratio of two colours by WCAG 2, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

export function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const share = channel / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The least contrast of a colour against several grounds. */
export function leastContrast(color: Rgb, grounds: readonly Rgb[]): number {
  return Math.min(...grounds.map((ground) => contrast(color, ground)))
}

const BLACK: Rgb = [0, 0, 0]
const WHITE: Rgb = [255, 255, 255]
const STEPS = 20

/** The colour nearest to the given one, on the way to black or white, that stands out from every ground. Null when none does. */
export function towardContrast(color: Rgb, grounds: readonly Rgb[], ratio: number): Rgb | null {
  const goal = leastContrast(WHITE, grounds) >= leastContrast(BLACK, grounds) ? WHITE : BLACK
  for (let step = 0; step <= STEPS; step++) {
    const mixed = mix(color, goal, step / STEPS)
    if (leastContrast(mixed, grounds) >= ratio) return mixed
  }
  return null
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const channel = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share)
  return [channel(0), channel(1), channel(2)]
}

export function writeColor(color: Rgb): string {
  return `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`
}
