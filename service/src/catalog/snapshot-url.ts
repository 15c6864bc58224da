/** Where anyone reads the published odds of a version. */
export function snapshotUrl(baseUrl: string, boxVersionId: number): string {
  return `${baseUrl}/fairness/box-versions/${boxVersionId}/snapshot`
}
