/** The end of a title that names the operator, for staff of the platform; `slug` is null for staff of an operator. */
export function ofOperator(slug: string | null): string {
  return slug === null ? '' : ` of ${slug}`
}
