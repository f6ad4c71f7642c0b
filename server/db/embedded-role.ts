import pg from 'pg'

/**
 * The application works as a role that owns its database and nothing else: a superuser could read files and run
 * programs through SQL. Asked at every start, so that a start that was killed in between is made good by the next.
 */
export async function ensureDatabase(host: string): Promise<void> {
  const client = new pg.Client({ host, port: 5432, user: 'postgres', database: 'postgres' })
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = 'fieldbook') as role,
              exists (select from pg_database where datname = 'fieldbook') as database`,
    )
    if (!rows[0]?.role) await client.query('create role fieldbook login')
    if (!rows[0]?.database) await client.query('create database fieldbook owner fieldbook')
  } finally {
    await client.end()
  }
}
