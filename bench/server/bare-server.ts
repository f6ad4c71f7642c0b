import fastify from 'fastify'
import pg from 'pg'

/** As many connections as Fieldbook has. */
const connections = 16

const pool = new pg.Pool({ ...JSON.parse(process.env.CONNECTION ?? '{}'), max: connections })
const app = fastify()
app.put<{ Body: { user_survey_id: string } }>('/save', async ({ body }) => {
  const { rows } = await pool.query(
    `insert into bare_save (id, content) values ($1, $2)
     on conflict (id) do update set content = excluded.content returning id`,
    [body.user_survey_id, JSON.stringify(body)],
  )
  return { data: { id: rows[0].id } }
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
