/** The database does not respond: it is paused, or the network drops everything. */
export class DatabaseUnresponsive extends Error {
  override readonly name = 'DatabaseUnresponsive'
  constructor() {
    super('The database does not answer')
  }
}
