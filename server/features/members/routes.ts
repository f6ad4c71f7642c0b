import { t } from '#contract/messages/translate.ts'
import * as agreed from '#contract/sharing/members.ts'
import { findAccount } from '#server/features/accounts/data.ts'
import { openSurvey } from '#server/features/surveys/access.ts'
import { recordChange } from '#server/features/surveys/events/record.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { serve, servePrepared } from '#server/http/serve.ts'
import { addByAddress, prepareAdding } from './add.ts'
import * as data from './data.ts'
import { presentMember, presentOwner } from './present.ts'
import { record } from './record.ts'

export const memberRoutes = [
  serve(agreed.listMembers, async ({ db, account, params }) => {
    const survey = await openSurvey(db, account.id, params.id, 'read')
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
    const survey = await openSurvey(db, account.id, params.id, 'own', { lock: true })
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
    const survey = await openSurvey(db, account.id, params.id, 'read', { lock: true })
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
