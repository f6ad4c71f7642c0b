import { statfs } from 'node:fs/promises'
import * as agreed from '#contract/admin/admin-system.ts'
import { t } from '#contract/messages/translate.ts'
import { readLastBackup } from '#server/backups/last-backup.ts'
import { loadsUntil } from '#server/features/analytics/data.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { findProblems } from '#server/features/health/health-problems.ts'
import { wholeAccount } from '#server/features/surveys/access.ts'
import { lockDeleted, unhideSurvey } from '#server/features/surveys/lifecycle/data.ts'
import { mayBeRestored, restorableUntil } from '#server/features/surveys/policy.ts'
import { fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import { jobResults } from '#server/job-results.ts'
import { ownVersion } from '#server/version.ts'
import {
  countDeletedRows,
  databaseVersion,
  listDeletedRows,
  messagesByState,
  ownerOfDeleted,
} from './data.ts'

export const systemRoutes = [
  serve(agreed.systemState, async ({ context, db, now }) => {
    const { database = 'ok' as const, files = 'ok' as const } = await findProblems(context)
    const seen = jobResults(context.db)
    return {
      data: {
        version: ownVersion(),
        node: process.versions.node,
        database_version: await databaseVersion(db),
        started_at: new Date(Date.now() - process.uptime() * 1_000).toISOString(),
        health: { database, files, missing_files: context.fileWatch.missing() },
        disk: await diskOf(context.config.dataDir),
        jobs: agreed.jobNames.map((name) => {
          const ended = seen.get(name)
          return { name, last_run_at: ended?.at.toISOString() ?? null, failed: ended?.failed ?? false }
        }),
        last_backup: await lastBackup(context.config.dataDir),
        messages: await messagesByState(db),
        app_loaded: { is_counted: context.config.analytics, ...(await loadsUntil(db, now)) },
      },
    }
  }),

  serve(agreed.deletedSurveys, async ({ db, query, now }) => {
    const { page, per_page: limit } = query
    const rows = await listDeletedRows(db, now, { limit, offset: (page - 1) * limit })
    const total_count = await countDeletedRows(db, now)
    return {
      data: rows.map((row) => {
        // The query returns only deleted ones.
        const deletedAt = row.deleted_at ?? now
        return {
          id: row.id,
          type: 'deleted_survey',
          attributes: {
            owner_id: row.account_id,
            owner_name: row.owner_name,
            template_name: row.name,
            date_created: row.created_at.toISOString(),
            deleted_at: deletedAt.toISOString(),
            restorable_until: restorableUntil(deletedAt).toISOString(),
            files: row.files,
          },
        }
      }),
      meta: { total_pages: Math.ceil(total_count / limit), total_count, current_page: page },
    }
  }),

  serve(agreed.restoreForOwner, async (call) => {
    const { db, account: admin, params, now } = call
    const owner = await ownerOfDeleted(db, params.id)
    const survey = owner && (await lockDeleted(db, wholeAccount(owner), params.id))
    if (!survey) return fail('survey.notFound')
    if (!mayBeRestored(survey, now)) return fail('survey.restoreTooLate')
    await unhideSurvey(db, survey.id, call)
    await recordAudit(db, call, {
      action: 'survey.restored',
      accountId: admin.id,
      target: { type: 'survey', id: survey.id },
    })
    return { data: { message: t('admin.deletedRestored') } }
  }),
]

async function lastBackup(dataDir: string) {
  const last = await readLastBackup(dataDir)
  return last && { at: last.madeAt, missing_files: last.missing }
}

async function diskOf(folder: string) {
  const stats = await statfs(folder).catch(() => null)
  return stats && { free_bytes: stats.bavail * stats.bsize, total_bytes: stats.blocks * stats.bsize }
}
