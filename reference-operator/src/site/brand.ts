/** Each casino wears its own colours, by the order in which casinos were added, so that neighbours differ. */

type Brand = Readonly<Record<(typeof TOKENS)[number], string>>

const TOKENS = [
  ...(['scheme', 'accent', 'on-accent', 'glow', 'ground', 'surface', 'raised', 'line'] as const),
  ...(['text', 'muted', 'gain', 'loss'] as const),
] as const

const NIGHT = { scheme: 'dark', text: '#f2efe8', muted: '#a9aeb6', gain: '#6fd39b', loss: '#f28b84' }
const PAPER = { scheme: 'light', text: '#1b1d21', muted: '#5b6068', gain: '#1a7446', loss: '#a8261e' }

/** Text has a contrast of at least 4.5:1 on every ground it stands on. */
const BRANDS: readonly Brand[] = [
  {
    ...NIGHT,
    ...{ accent: '#dcb163', 'on-accent': '#1a1306', glow: '#352b19' },
    ...{ ground: '#100e0b', surface: '#191612', raised: '#25211b', line: '#3a342a' },
  },
  {
    ...NIGHT,
    ...{ accent: '#93c1f2', 'on-accent': '#07121e', glow: '#1c324c' },
    ...{ ground: '#0b1017', surface: '#121a24', raised: '#1a2532', line: '#2b3949' },
  },
  {
    ...PAPER,
    ...{ accent: '#8c2f4b', 'on-accent': '#ffffff', glow: '#fbe9ea' },
    ...{ ground: '#f5efea', surface: '#fdfaf7', raised: '#ffffff', line: '#e2d8d0' },
  },
  {
    ...NIGHT,
    ...{ accent: '#86d0ae', 'on-accent': '#06150e', glow: '#1d3a30' },
    ...{ ground: '#0a110f', surface: '#111a17', raised: '#1a2622', line: '#2b3b35' },
  },
  {
    ...NIGHT,
    ...{ accent: '#dcb0de', 'on-accent': '#1a0c1b', glow: '#3c2740' },
    ...{ ground: '#110d13', surface: '#19141d', raised: '#251d2a', line: '#3a2f41' },
  },
]

/** The style sheet of the colours of the casino that was added as number `order`, from 0. */
export function brandCss(order: number): string {
  const brand = BRANDS[order % BRANDS.length]!
  const tokens = TOKENS.map((token) => `  --${token}: ${brand[token]};`)
  return [':root {', ...tokens, `  color-scheme: ${brand.scheme};`, '}', ''].join('\n')
}
