/** Whether messages may go to an origin and come from it. `*` stands for any, which the service sends in development only. */
export function isAllowed(origin: string, allowed: readonly string[]): boolean {
  return origin !== 'null' && (allowed.includes('*') || allowed.includes(origin))
}
