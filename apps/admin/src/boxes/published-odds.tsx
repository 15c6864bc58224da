/** A link to the odds of a version as players can read them. */
export function PublishedOdds({ boxVersionId }: { boxVersionId: number }) {
  return (
    <a className="text-link" href={`/fairness/box-versions/${boxVersionId}/snapshot`} target="_blank" rel="noreferrer">
      Published odds (JSON)
    </a>
  )
}
