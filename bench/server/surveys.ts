import { inDatabase } from './database.ts'

/** Copies one survey's row `surveys` times. The list reads no answers, so none are needed. */
export async function multiply(dataDir: string, id: string, surveys: number): Promise<void> {
  await inDatabase(dataDir, async (client) => {
    await client.query(
      `insert into survey (id, account_id, template_id, survey_name, owner_name, status, fillable, show_media, hide_empty, created_at, updated_at)
     select gen_random_uuid(), account_id, template_id, 'Survey ' || n::text, 'Owner ' || (n % 97)::text, status, fillable, show_media, hide_empty,
            created_at - n * interval '1 hour', updated_at
     from survey, generate_series(1, $2::integer) n where id = $1`,
      [id, surveys - 1],
    )
    await client.query('analyze survey')
  })
}
