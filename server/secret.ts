import type { Db } from '#server/context.ts'

/** A secret that every process of the installation shares; made by whoever needs it first. */
export async function sharedSecret(db: Db, name: string, random: (bytes: number) => Buffer): Promise<Buffer> {
  await db
    .insertInto('secret')
    .values({ name, value: random(32) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await db.selectFrom('secret').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return row.value
}
