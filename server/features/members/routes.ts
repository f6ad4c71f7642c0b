import { v7 as newId } from 'uuid'
import type { AuditAction } from '#contract/admin/audit-actions.ts'
import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import type { addMember } from '#contract/sharing/members.ts'
import * as agreed from '#contract/sharing/members.ts'
import type { Db } from '#server/context.ts'
import { findAccount } from '#server/features/accounts/data.ts'
import { type Origin, recordAudit } from '#server/features/audit/record.ts'
import { openSurvey } from '#server/features/surveys/access.ts'
import { recordChange } from '#server/features/surveys/events/data.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { countEvent } from '#server/http/rate-limit.ts'
import { type Call, serve, servePrepared } from '#server/http/serve.ts'
import * as data from './data.ts'
import { mailShared } from './mail.ts'
import { presentMember, presentOwner } from './present.ts'

export const memberRoutes = [
  serve(agreed.listMembers, async ({ db, account, params }) => {
    const survey = await openSurvey(db, account, params.id, 'read')
    if (survey instanceof Failure) return survey
    const owner = await findAccount(db, survey.account_id)
    const all = await data.listMembers(db, survey.id)
    const shown =
      survey.role === 'owner'
        ? all
        : all.filter(({ openedAt, accountId }) => openedAt || accountId === account.id)
    return {
      data: [
        presentOwner(survey, owner, account.id),
        ...shown.map((member) => presentMember(member, account.id)),
      ],
      meta: { team: survey.role === 'owner' ? await data.listTeamReaders(db, survey.id) : [] },
    }
  }),

  servePrepared(agreed.addMember, { prepare: prepareAdding }, addByAddress),

  serve(agreed.changeMember, async (call) => {
    const { db, account, params, body } = call
    const survey = await openSurvey(db, account, params.id, 'own', { lock: true })
    if (survey instanceof Failure) return survey
    const member = await data.findMember(db, survey.id, { id: params.member_id })
    if (!member) return fail('member.notFound')
    if (member.role !== body.role) {
      await data.setRole(db, member.id, body.role)
      await record(call, 'member.changed', survey.id, { member: member.id, from: member.role, to: body.role })
      await recordChange(db, survey.id, call, { kind: 'survey' })
    }
    return { data: presentMember({ ...member, role: body.role }, account.id) }
  }),

  serve(agreed.removeMember, async (call) => {
    const { db, account, params } = call
    const survey = await openSurvey(db, account, params.id, 'read', { lock: true })
    if (survey instanceof Failure) return survey
    const member = await data.findMember(db, survey.id, { id: params.member_id })
    const leaves = member?.accountId === account.id
    if (survey.role !== 'owner' && !leaves) return fail('survey.ownerOnly')
    if (!member) return fail('member.notFound')
    await data.removeMember(db, member.id)
    if (leaves) await data.removePendingMembership(db, survey.id, account.id)
    else await data.grantPendingMembership(db, survey.id)
    await record(call, 'member.removed', survey.id, { member: member.id, by: leaves ? 'member' : 'owner' })
    // Open streams without access are notified, and the device of a leaving member syncs again.
    await recordChange(db, survey.id, call, { kind: 'survey' })
    return { data: { message: t(leaves ? 'members.left' : 'members.removed') } }
  }),
]

type Adding = Call<typeof addMember>

/**
 * Checks and counts before an invitation. The inviter must have a proven contact, and mails to one recipient
 * count across all senders, with or without an account.
 */
async function prepareAdding({ db, account, params, body, now }: Adding) {
  const survey = await openSurvey(db, account, params.id, 'own')
  if (survey instanceof Failure) return survey
  const owner = await findAccount(db, account.id)
  if (!owner?.email_proven_at && !owner?.phone_proven_at) return fail('member.proveFirst')
  const bucket = `member/to/${body.email}`
  return countEvent(db, { bucket, limit: limits.sharedMailsPerPersonHour, seconds: 3600 }, now)
}

/** Shares the survey with an address. Reply, queries and mail are the same with and without an account. */
async function addByAddress(call: Adding) {
  const { db, account, params, body, now } = call
  const survey = await openSurvey(db, account, params.id, 'own', { lock: true })
  if (survey instanceof Failure) return survey
  const owner = await findAccount(db, account.id)
  if (!owner || owner.email === body.email) return fail('member.yourself')
  const reader = await data.lockAddress(db, body.email)
  const known = await data.findMember(db, survey.id, { email: body.email })
  if (!known) {
    if ((await data.countMembers(db, survey.id)) >= limits.membersPerSurvey)
      return fail('member.tooMany', { values: { count: limits.membersPerSurvey } })
    const { email, role } = body
    const id = body.id ?? newId()
    const accountId = reader?.id ?? null
    await data.addMember(db, { id, surveyId: survey.id, email, accountId, role, addedBy: account.id }, now)
    await mailShared(call, { survey, owner, email, role, reader })
    await record(call, 'member.added', survey.id, { member: id, role })
  } else if (known.role !== body.role) {
    await data.setRole(db, known.id, body.role)
    await record(call, 'member.changed', survey.id, { member: known.id, from: known.role, to: body.role })
    await recordChange(db, survey.id, call, { kind: 'survey' })
  }
  await data.grantPendingMembership(db, survey.id)
  const added = await data.findMember(db, survey.id, { email: body.email })
  if (!added) throw new Error('The member is missing')
  return { data: presentMember(added, account.id) }
}

/** Members by their ids: the log is kept forever and doesn't need an address. */
async function record(
  call: Origin & { readonly db: Db; readonly account: { readonly id: string } },
  action: Extract<AuditAction, `member.${string}`>,
  surveyId: string,
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  const target = { type: 'survey', id: surveyId }
  await recordAudit(call.db, call, { action, accountId: call.account.id, target, detail })
}
