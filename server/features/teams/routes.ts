import { v7 as newId } from 'uuid'
import type { AuditAction } from '#contract/admin/audit-actions.ts'
import { limits } from '#contract/limits.ts'
import { t } from '#contract/messages/translate.ts'
import * as agreed from '#contract/sharing/teams.ts'
import type { Db } from '#server/context.ts'
import { publishAccess } from '#server/db/notifications.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import type { Actor } from '#server/features/surveys/events/data.ts'
import { fail } from '#server/http/failure.ts'
import { serve } from '#server/http/serve.ts'
import * as data from './data.ts'
import { lockSides, transferSurveys } from './hand-over.ts'
import { isMore, mailGrant } from './mail.ts'
import { presentMine, presentTeam } from './present.ts'

export const teamRoutes = [
  serve(agreed.listTeams, async ({ db }) => ({ data: (await data.readTeams(db, 'all')).map(presentTeam) })),

  serve(agreed.createTeam, async (call) => {
    const { db, body, now } = call
    await data.lockTeams(db)
    if ((await data.countTeams(db)) >= limits.teamsMax)
      return fail('team.tooMany', { values: { count: limits.teamsMax } })
    const team = { id: newId(), name: body.name }
    await data.addTeam(db, team, now)
    await record(call, 'team.created', team.id, { name: team.name })
    return { data: presentTeam({ ...team, members: [] }) }
  }),

  serve(agreed.renameTeam, async (call) => {
    const { db, params, body } = call
    const team = await data.lockTeam(db, params.id)
    if (!team) return fail('team.notFound')
    if (team.name !== body.name) {
      await data.renameTeam(db, team.id, body.name)
      await record(call, 'team.renamed', team.id, { from: team.name, to: body.name })
    }
    return { data: presentTeam({ ...team, name: body.name }) }
  }),

  serve(agreed.deleteTeam, async (call) => {
    const { db, params } = call
    const team = await data.lockTeam(db, params.id)
    if (!team) return fail('team.notFound')
    await data.removeTeam(db, team.id)
    await record(call, 'team.deleted', team.id, { name: team.name, members: team.members.length })
    await publishAccess(db)
    return { data: { message: t('teams.deleted') } }
  }),

  serve(agreed.setTeamMember, async (call) => {
    const { db, params, body, now } = call
    const [person] = await lockSides(db, [params.account_id])
    if (!person) return fail('team.accountNotFound')
    const team = await data.lockTeam(db, params.id)
    if (!team) return fail('team.notFound')
    const before = memberOf(team, person.id)
    if (!before && team.members.length >= limits.teamMembersMax)
      return fail('team.full', { values: { count: limits.teamMembersMax } })
    if (before?.granted === body.granted) return { data: presentTeam(team) }
    await data.setGrant(db, team.id, { id: person.id, granted: body.granted }, now)
    await record(call, 'team.memberSet', team.id, {
      ...{ name: team.name, member: person.id, granted: body.granted, from: before?.granted ?? '' },
    })
    await publishAccess(db)
    const [changed] = await data.readTeams(db, { id: team.id })
    const member = changed && memberOf(changed, person.id)
    if (!changed || !member) return fail('team.notFound')
    if (!before || isMore(body.granted, before.granted)) await mailGrant(call, changed, member, !before)
    return { data: presentTeam(changed) }
  }),

  serve(agreed.removeTeamMember, async (call) => {
    const { db, params } = call
    const team = await data.lockTeam(db, params.id)
    if (!team) return fail('team.notFound')
    await data.removeMember(db, team.id, params.account_id)
    if (memberOf(team, params.account_id)) {
      await record(call, 'team.memberRemoved', team.id, { name: team.name, member: params.account_id })
      await publishAccess(db)
    }
    const members = team.members.filter(({ account_id }) => account_id !== params.account_id)
    return { data: presentTeam({ ...team, members }) }
  }),

  serve(agreed.handOver, async (call) => {
    const { db, params, body } = call
    if (params.id === body.to) return fail('handOver.sameAccount')
    const sides = await lockSides(db, [params.id, body.to])
    const [from, to] = [params.id, body.to].map((id) => sides.find((side) => side.id === id))
    if (!from || !to || to.disabled) return fail('team.accountNotFound')
    if (!from.disabled) return fail('handOver.notDisabled')
    const surveys = await transferSurveys(db, from, to, call)
    await recordAudit(db, call, {
      action: 'survey.handedOver',
      accountId: call.account.id,
      target: { type: 'account', id: from.id },
      detail: { to: to.id, surveys },
    })
    return { data: { surveys, message: t('teams.handedOver', { count: surveys }) } }
  }),

  serve(agreed.myTeams, async ({ db, account }) => ({
    data: (await data.readTeams(db, { of: account.id })).map(presentMine),
  })),
]

function memberOf({ members }: data.TeamRow, accountId: string) {
  return members.find(({ account_id }) => account_id === accountId)
}

async function record(
  call: Actor & { readonly db: Db },
  action: Extract<AuditAction, `team.${string}`>,
  id: string,
  detail: Readonly<Record<string, string | number>>,
): Promise<void> {
  const target = { type: 'team', id }
  await recordAudit(call.db, call, { action, accountId: call.account.id, target, detail })
}
