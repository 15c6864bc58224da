/**
 * The path of a screen with the operator that staff of the platform have chosen. `path`: may have a query. `operator`: null for staff of an
 * operator.
 */
export function operatorPath(path: string, operator: string | null): string {
  if (operator === null) return path
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ operator })}`
}
