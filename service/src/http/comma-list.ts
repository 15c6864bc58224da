/** The tokens of a comma list in a query. What they mean is for whoever knows them. */
export function commaList(list: string | undefined): string[] {
  return (list ?? '').split(',').map((token) => token.trim())
}
