/** The path of a screen with the operator that staff of the platform have chosen. `operator`: null for staff of an operator. */
export function operatorPath(path: string, operator: string | null): string {
  return operator === null ? path : `${path}?${new URLSearchParams({ operator })}`
}
