/** Nothing comes from the database: it was paused, or what lies between swallows everything. */
export class DatabaseSilent extends Error {
  override readonly name = 'DatabaseSilent'
  constructor() {
    super('The database does not answer')
  }
}
