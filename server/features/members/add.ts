import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import type { addMember } from '#contract/sharing/members.ts'
import { findAccount } from '#server/features/accounts/data.ts'
import { openSurvey } from '#server/features/surveys/access.ts'
import { recordChange } from '#server/features/surveys/events/record.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { countEvent } from '#server/http/rate-limit.ts'
import type { Call } from '#server/http/serve.ts'
import * as data from './data.ts'
import { mailShared } from './mail.ts'
import { presentMember } from './present.ts'
import { record } from './record.ts'

type Adding = Call<typeof addMember>

/**
 * Checks and counts before an invitation. The inviter must have a proven contact, and mails to one recipient
 * count across all senders, with or without an account.
 */
export async function prepareAdding({ db, account, params, body, now }: Adding) {
  const survey = await openSurvey(db, account.id, params.id, 'own')
  if (survey instanceof Failure) return survey
  const owner = await findAccount(db, account.id)
  if (!owner?.email_proven_at && !owner?.phone_proven_at) return fail('member.proveFirst')
  const bucket = `member/to/${body.email}`
  return countEvent(db, { bucket, limit: limits.sharedMailsPerPersonHour, seconds: 3600 }, now)
}

/** Shares the survey with an address. Reply, queries and mail are the same with and without an account. */
export async function addByAddress(call: Adding) {
  const { db, account, params, body, now } = call
  const survey = await openSurvey(db, account.id, params.id, 'own', { lock: true })
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
