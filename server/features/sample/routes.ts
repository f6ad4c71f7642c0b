import { openSample } from '#contract/surveys/sample.ts'
import { lockAccount } from '#server/features/accounts/data.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { discardFiles } from '#server/features/media/ingest.ts'
import { fail } from '#server/http/failure.ts'
import { servePrepared } from '#server/http/serve.ts'
import { freePlace, liveSample, openConflicts } from './data.ts'
import { makeSample } from './make-sample.ts'
import { ingestSample } from './pictures.ts'

export const sampleRoutes = [
  servePrepared(
    openSample,
    {
      prepare: async ({ db, account, context }) => {
        if (await liveSample(context, db, account.id)) return null
        if ((await freePlace(context, db, account.id)) === null) return fail('sample.tooMany')
        return ingestSample(context)
      },
      undo: async ({ context }, pictures) => discardFiles(context, pictures?.kept ?? []),
    },
    async (call, pictures) => {
      const { db, account, context, body } = call
      // Two clicks at once make only one.
      await lockAccount(db, account.id)
      const known = await liveSample(context, db, account.id)
      if (known) {
        await discardFiles(context, pictures?.kept ?? [])
        return presented(known, await openConflicts(db, known.id))
      }
      const id = await freePlace(context, db, account.id)
      if (id === null) return fail('sample.tooMany')
      // It existed a moment ago, and has been deleted since.
      if (!pictures) return fail('service.unavailable')
      const made = await makeSample(call, { id, timeZone: body.time_zone ?? null }, pictures)
      if (!made) return fail('id.taken')
      await recordAudit(db, call, {
        action: 'survey.created',
        accountId: account.id,
        target: { type: 'survey', id },
      })
      return presented(made, await openConflicts(db, id))
    },
  ),
]

function presented(
  { id, templateId, name }: { readonly id: string; readonly templateId: string; readonly name: string },
  conflicts: Awaited<ReturnType<typeof openConflicts>>,
) {
  const attributes = { survey_template_id: templateId, survey_name: name, conflicts: [...conflicts] }
  return { data: { id, type: 'sample_survey', attributes } }
}
