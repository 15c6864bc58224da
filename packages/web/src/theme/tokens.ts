/** The palette of the house, dark and light. Operators override single tokens by name through `theme.tokens`. */

const shared = {
  radius: '14px',
  radiusSmall: '8px',
  space: '4px',
  fontText: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontDisplay: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
}

const dark = {
  ...shared,
  colorGround: '#0E1116',
  colorSurface: '#161B22',
  colorRaised: '#1F2630',
  colorText: '#F2EFE8',
  colorMuted: '#A7ADB8',
  colorLine: '#2B3340',
  colorPrimary: '#D9A441',
  colorOnPrimary: '#1A1408',
  colorWin: '#5CC98B',
  colorDanger: '#F0716A',
  colorInfo: '#6FA8F5',
  tier1: '#9AA4B2',
  tier2: '#5FA8D3',
  tier3: '#8E7CF0',
  tier4: '#E08AC2',
  tier5: '#E8B84A',
}

export type ThemeToken = keyof typeof dark
export type ThemeTokens = Record<ThemeToken, string>
export type ThemeBase = 'dark' | 'light'

const light: ThemeTokens = {
  ...shared,
  colorGround: '#F7F5F1',
  colorSurface: '#FFFFFF',
  colorRaised: '#FFFFFF',
  colorText: '#191C21',
  colorMuted: '#5C6370',
  colorLine: '#E3DED5',
  colorPrimary: '#8A5A00',
  colorOnPrimary: '#FFFFFF',
  colorWin: '#1D7F4B',
  colorDanger: '#B3261E',
  colorInfo: '#1F5FBF',
  tier1: '#6B7482',
  tier2: '#2C7CA8',
  tier3: '#5B47C9',
  tier4: '#B0478C',
  tier5: '#96690A',
}

export const houseTokens: Readonly<Record<ThemeBase, ThemeTokens>> = { dark, light }
