/** Pearson's statistic of the counts seen against the counts expected. */
export function chiSquare(seen: readonly number[], expected: readonly number[]): number {
  return seen.reduce((sum, count, i) => sum + (count - expected[i]!) ** 2 / expected[i]!, 0)
}

/** The chance that honest draws give at least this statistic: the upper tail of chi-square with `freedom` degrees. */
export function tailProbability(statistic: number, freedom: number): number {
  const [a, x] = [freedom / 2, statistic / 2]
  if (x <= 0) return 1
  return x < a + 1 ? 1 - lowerSeries(a, x) : upperFraction(a, x)
}

/** The regularised lower incomplete gamma function as its power series, which converges fast for x < a + 1. */
function lowerSeries(a: number, x: number): number {
  let term = 1 / a
  let sum = term
  for (let n = 1; n < 10_000 && term > sum * 1e-15; n += 1) {
    term *= x / (a + n)
    sum += term
  }
  return sum * Math.exp(a * Math.log(x) - x - logGamma(a))
}

/** The regularised upper incomplete gamma function as its continued fraction, evaluated from the far end. */
function upperFraction(a: number, x: number): number {
  let tail = 0
  for (let n = 2_000; n >= 1; n -= 1) tail = (n * (a - n)) / (x + 2 * n + 1 - a + tail)
  return Math.exp(a * Math.log(x) - x - logGamma(a)) / (x + 1 - a + tail)
}

/** Stirling's series, after the argument is raised to where four terms of it suffice. */
function logGamma(value: number): number {
  let [z, shift] = [value, 0]
  for (; z < 20; z += 1) shift += Math.log(z)
  const series = 1 / (12 * z) - 1 / (360 * z ** 3) + 1 / (1260 * z ** 5) - 1 / (1680 * z ** 7)
  return (z - 0.5) * Math.log(z) - z + Math.log(2 * Math.PI) / 2 + series - shift
}
