import fastify from 'fastify'
import pg from 'pg'
import { v7 as newId } from 'uuid'

interface SavedBody {
  readonly user_survey_id: string
  readonly user_survey_sections_attributes: readonly {
    readonly user_survey_sub_sections_attributes: readonly {
      readonly user_survey_sub_section_details_attributes: readonly {
        readonly id: string
        readonly field_value: string
      }[]
    }[]
  }[]
}

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
/**
 * Writes what a save leaves behind in one statement without reads: answers, previous values, an event and the
 * reply.
 */
app.put<{ Body: SavedBody; Headers: { 'idempotency-key': string } }>('/rows', async ({ body, headers }) => {
  const answers = body.user_survey_sections_attributes.flatMap(
    ({ user_survey_sub_sections_attributes: parts }) =>
      parts.flatMap(({ user_survey_sub_section_details_attributes: details }) =>
        details.map(({ id, field_value }) => ({ id, version: newId(), value: field_value })),
      ),
  )
  const reply = { data: { id: body.user_survey_id, saved: answers.map(({ id }) => id) } }
  await pool.query({
    name: 'rows',
    text: `with new as (
        select * from json_to_recordset($2::json) as new (id uuid, version uuid, value text)
      ), changed as (
        insert into bare_answer (id, survey_id, value, revision, edited_at) select id, $1, value, 1, now() from new
        on conflict (id) do update set value = excluded.value, revision = bare_answer.revision + 1, edited_at = now()
      ), kept as (
        insert into bare_history (id, answer_id, survey_id, value, received_at)
        select version, id, $1, value, now() from new
      ), told as (
        insert into bare_event (survey_id, content) values ($1, $2::jsonb)
      )
      insert into bare_reply (key, body, created_at) values ($3, $4, now())`,
    values: [body.user_survey_id, JSON.stringify(answers), headers['idempotency-key'], JSON.stringify(reply)],
  })
  return reply
})

console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
