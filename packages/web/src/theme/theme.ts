import { contrast, leastContrast, luminance, type Rgb, readColor, towardContrast, writeColor } from './contrast.ts'
import { houseTokens, type ThemeBase, type ThemeToken, type ThemeTokens } from './tokens.ts'

/** A token that was not taken as given: what was asked for, what stands now, and why. */
export type Correction = {
  readonly token: ThemeToken
  readonly given: string
  readonly used: string
  readonly reason: 'unreadable' | 'contrast'
}

export type Theme = {
  readonly base: ThemeBase
  readonly tokens: ThemeTokens
  readonly corrections: readonly Correction[]
}

const GROUNDS = ['colorGround', 'colorSurface', 'colorRaised'] as const
const TEXT_RATIO = 4.5
const CONTROL_RATIO = 3

/** Least contrast against the three grounds: text must be read, controls and tier shapes be seen. */
const ON_GROUNDS: readonly (readonly [ThemeToken, number])[] = [
  ['colorText', TEXT_RATIO],
  ['colorMuted', TEXT_RATIO],
  ['colorWin', TEXT_RATIO],
  ['colorDanger', TEXT_RATIO],
  ['colorInfo', TEXT_RATIO],
  ['colorPrimary', CONTROL_RATIO],
  ['tier1', CONTROL_RATIO],
  ['tier2', CONTROL_RATIO],
  ['tier3', CONTROL_RATIO],
  ['tier4', CONTROL_RATIO],
  ['tier5', CONTROL_RATIO],
]

/**
 * The house theme with an operator's overrides. Unknown names are ignored; a colour that cannot be read falls back to the house's;
 * one that would be too faint (text below 4.5:1, controls below 3:1) is moved toward black or white until it is not.
 */
export function makeTheme(overrides: Readonly<Record<string, string>>, fallback: ThemeBase = 'dark'): Theme {
  const base = baseOf(overrides, fallback)
  const house = houseTokens[base]
  const corrections: Correction[] = []
  const tokens = takeReadable(overrides, house, corrections)
  settleGrounds(tokens, house, corrections)
  const grounds = GROUNDS.map((name) => color(tokens, name))
  for (const [token, ratio] of ON_GROUNDS) settle(tokens, token, grounds, ratio, corrections)
  settle(tokens, 'colorOnPrimary', [color(tokens, 'colorPrimary')], TEXT_RATIO, corrections)
  return { base, tokens, corrections }
}

/** Custom property of a token: `colorGround` is `--color-ground`. */
export function cssName(token: string): string {
  return `--${token.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Writes a theme's custom properties to an element's style, through the CSSOM so that a strict CSP allows it. */
export function applyTheme(style: { setProperty(name: string, value: string): void }, theme: Theme): void {
  for (const [token, value] of Object.entries(theme.tokens)) style.setProperty(cssName(token), value)
  style.setProperty('color-scheme', theme.base)
}

/** An operator who brings a light ground gets the light preset for every token left out. */
function baseOf(overrides: Readonly<Record<string, string>>, fallback: ThemeBase): ThemeBase {
  const ground = readColor(overrides.colorGround ?? overrides.colorSurface ?? '')
  if (!ground) return fallback
  return luminance(ground) > 0.18 ? 'light' : 'dark'
}

function takeReadable(
  given: Readonly<Record<string, string>>,
  house: ThemeTokens,
  corrections: Correction[],
): ThemeTokens {
  const tokens = { ...house }
  for (const token of Object.keys(house) as ThemeToken[]) {
    const value = given[token]
    if (value === undefined) continue
    if (isColorToken(token) && !readColor(value)) {
      corrections.push({ token, given: value, used: house[token], reason: 'unreadable' })
    } else {
      tokens[token] = value
    }
  }
  return tokens
}

function isColorToken(token: ThemeToken): boolean {
  return token.startsWith('color') || token.startsWith('tier')
}

/** Grounds on which no single text colour can be read give way to the house's. */
function settleGrounds(tokens: ThemeTokens, house: ThemeTokens, corrections: Correction[]): void {
  const grounds = GROUNDS.map((name) => color(tokens, name))
  const best = Math.max(leastContrast([255, 255, 255], grounds), leastContrast([0, 0, 0], grounds))
  if (best >= TEXT_RATIO) return
  for (const token of GROUNDS) {
    if (tokens[token] === house[token]) continue
    corrections.push({ token, given: tokens[token], used: house[token], reason: 'contrast' })
    tokens[token] = house[token]
  }
}

function settle(
  tokens: ThemeTokens,
  token: ThemeToken,
  grounds: readonly Rgb[],
  ratio: number,
  corrections: Correction[],
): void {
  const given = color(tokens, token)
  if (grounds.every((ground) => contrast(given, ground) >= ratio)) return
  const used = writeColor(towardContrast(given, grounds, ratio) ?? readableOn(grounds))
  corrections.push({ token, given: tokens[token], used, reason: 'contrast' })
  tokens[token] = used
}

function readableOn(grounds: readonly Rgb[]): Rgb {
  return leastContrast([255, 255, 255], grounds) >= leastContrast([0, 0, 0], grounds) ? [255, 255, 255] : [0, 0, 0]
}

function color(tokens: ThemeTokens, token: ThemeToken): Rgb {
  const read = readColor(tokens[token])
  if (!read) throw new Error(`theme token ${token} is no colour`)
  return read
}
