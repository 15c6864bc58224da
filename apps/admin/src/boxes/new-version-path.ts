/** Parameter of the address of a new version: the version that it starts from. */
export const START_PARAMETER = 'from'
/** Its value for the scheduled version of the box. Any other is the ID of a version. */
export const FROM_SCHEDULE = 'schedule'

/** The path of the screen that makes a new version of a box. `start`: omitted for the live version. */
export function newVersionPath(boxId: number, queryString: string, start?: string): string {
  const query = new URLSearchParams(queryString)
  if (start !== undefined) query.set(START_PARAMETER, start)
  const text = `${query}`
  return `/boxes/${boxId}/new-version${text === '' ? '' : `?${text}`}`
}
