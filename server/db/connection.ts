import type pg from 'pg'

/** So long a database has to say goodbye. */
const goodbyeWithin = 1_000

/** Whether what was asked is answered in time, whatever the answer; never throws. */
export async function answersWithin(asked: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    // What has arrived already while this process was busy is read before it is judged.
    timer = setTimeout(() => setImmediate(() => setImmediate(resolve, false)), milliseconds)
  })
  const answered = asked.then(
    () => true,
    () => true,
  )
  return Promise.race([answered, late]).finally(() => clearTimeout(timer))
}

/** Ends a connection, also one at whose other end nobody answers; never throws. */
export async function endConnection(client: pg.Client): Promise<void> {
  if (!(await answersWithin(client.end(), goodbyeWithin))) client.connection.stream.destroy()
}
