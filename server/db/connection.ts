import type pg from 'pg'

/** How long closing a connection may take, in milliseconds. */
const closeTimeout = 1_000

/** Whether a promise settles in time, with any result. Never throws. */
export async function settlesWithin(asked: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    // If this process was busy, the answer may have arrived already: read it before giving up.
    timer = setTimeout(() => setImmediate(() => setImmediate(resolve, false)), milliseconds)
  })
  const answered = asked.then(
    () => true,
    () => true,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

/** Closes a connection, even if the other end does not answer. Never throws. */
export async function endConnection(client: pg.Client): Promise<void> {
  if (!(await settlesWithin(client.end(), closeTimeout))) client.connection.stream.destroy()
}
