/** Another live process supervises the database of this data folder. */
export class DatabaseBusy extends Error {
  override readonly name = 'DatabaseBusy'

  constructor(directory: string, pid: number) {
    super(`The database in ${directory} is in use by process ${pid}.`)
  }
}
