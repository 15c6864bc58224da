export type MessageParams = Readonly<Record<string, string | number>>

/** Puts values in the place of `{name}`; a name without a value stays as it is. */
export function fillIn(template: string, params: MessageParams): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole))
}
