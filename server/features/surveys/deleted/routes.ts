import { t } from '#contract/messages/translate.ts'
import * as agreed from '#contract/surveys/surveys-deleted.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { removeAll } from '#server/files/remove-all.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { serve, servePrepared } from '#server/http/serve.ts'
import { openSurvey } from '../access.ts'
import { lockDeleted } from '../lifecycle/data.ts'
import { countDeletedRows, listDeletedRows, removeSurveys } from './data.ts'
import { presentDeleted } from './present.ts'

/** Keys of bytes that are unused once the call is committed. */
interface Freed {
  storeKeys: readonly string[]
}

export const deletedRoutes = [
  serve(agreed.listDeleted, async ({ db, account, query, now }) => {
    const { page, per_page } = query
    const count = await countDeletedRows(db, account, now)
    const slice = { limit: per_page, offset: (page - 1) * per_page }
    const rows = count > slice.offset ? await listDeletedRows(db, { ...account, now }, slice) : []
    return {
      data: rows.map(presentDeleted),
      meta: { total_pages: Math.ceil(count / per_page), total_count: count, current_page: page },
    }
  }),

  servePrepared(
    agreed.deleteForGood,
    {
      prepare: async (): Promise<Freed> => ({ storeKeys: [] }),
      // The daily cleanup of files without a row removes leftovers of a crash.
      after: async ({ context: { files, log } }, { storeKeys }) => {
        try {
          await removeAll(files, storeKeys)
        } catch (error) {
          log.warn({ err: error }, 'Files are left behind')
        }
      },
    },
    async (call, freed) => {
      const { db, account, params } = call
      const survey = await lockDeleted(db, account, params.id)
      if (!survey) {
        const live = await openSurvey(db, account, params.id, 'own')
        return live instanceof Failure ? live : fail('survey.notDeleted')
      }
      freed.storeKeys = await removeSurveys(db, [survey.id])
      await recordAudit(db, call, {
        action: 'survey.deletedForGood',
        accountId: account.id,
        target: { type: 'survey', id: survey.id },
      })
      return { data: { message: t('surveys.deletedForGood') } }
    },
  ),
]
