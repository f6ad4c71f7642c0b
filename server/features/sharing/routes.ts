import { t } from '#contract/messages/translate.ts'
import * as agreed from '#contract/sharing/sharing.ts'
import type { Context } from '#server/context.ts'
import { recordAudit } from '#server/features/audit/record.ts'
import { openSurvey } from '#server/features/surveys/access.ts'
import { Failure, fail } from '#server/http/failure.ts'
import { type Call, serve, servePrepared } from '#server/http/serve.ts'
import { addressOfLink } from './address.ts'
import {
  closeLinks,
  countView,
  findEndedLink,
  findLink,
  findLiveLink,
  type LinkRow,
  openLink,
} from './data.ts'
import { countLinkGuess, isSameToken } from './identify.ts'
import { openByLinkId } from './open-by-link-id.ts'
import { isLive } from './policy.ts'
import { presentLink } from './present.ts'
import { linkMark, recordOpening } from './record.ts'
import { prepareSending, sendLink } from './send-link.ts'

export const sharingRoutes = [
  serve(agreed.generateLink, async (call) => {
    const { db, account, body, now, context } = call
    const endsAt = body.ends_at ? new Date(body.ends_at) : null
    if (endsAt && endsAt <= now) return fail('link.endPast')
    const survey = await openSurvey(db, account, body.link_share_id, 'own', { lock: true })
    if (survey instanceof Failure) return survey
    await closeLinks(db, survey.id, now)
    const link = {
      id: context.random(16).toString('base64url'),
      token: context.random(32).toString('base64url'),
      surveyId: survey.id,
      endsAt,
    }
    await recordAudit(db, call, {
      action: 'link.generated',
      accountId: account.id,
      target: { type: 'survey', id: survey.id },
      detail: { link: linkMark(link.id) },
    })
    return { data: presentLink(context.config.publicUrl, await openLink(db, link, now)) }
  }),

  serve(
    agreed.activeLink,
    async (call) => (await ownersLink(call)) ?? (await provenGuest(call)) ?? refuseGuess(call),
  ),

  servePrepared(agreed.sendLink, { prepare: prepareSending }, sendLink),

  serve(agreed.revokeAccess, async (call) => {
    const { db, account, body, now } = call
    const survey = await openByLinkId(db, account, body.link_share_id, { lock: true })
    if (survey instanceof Failure) return survey
    if ((await closeLinks(db, survey.id, now)) > 0) {
      const target = { type: 'survey', id: survey.id }
      await recordAudit(db, call, { action: 'link.revoked', accountId: account.id, target })
    }
    return { data: { message: t('sharing.revoked') } }
  }),
]

type Asked = Call<typeof agreed.activeLink>

const nothing = { data: { active_link: null, link: null } }

/**
 * The id is as hard to guess as a token and opens every guest call, so anyone who has it may know the address.
 */
async function provenGuest(call: Asked) {
  const { db, params, query, now, context } = call
  const id = params.id ?? query.link_share_id
  if (id === undefined) return null
  const link = await findLink(db, id)
  if (!link || !isSameToken(link.token, query.link_token ?? link.token)) return null
  // Someone who has the id of a link that is over hasn't guessed anything.
  if (!isLive(link, now)) return nothing
  // A view is a guest's page opened with a live link.
  await countView(db, link.id)
  await recordOpening(call, link)
  return { data: { active_link: addressOfLink(context.config.publicUrl, link), link: null } }
}

async function refuseGuess({ context, account, address, now }: Asked) {
  if (account) return nothing
  return (await countLinkGuess(context.db, address, now)) ?? nothing
}

/**
 * The owner names the survey, as in `generate_link`, or the link; with a token they open it the way guests do.
 */
async function ownersLink({ db, account, params, query, now, context }: Asked) {
  if (!account || query.link_token !== undefined) return null
  const named = query.user_survey_id ?? params.id ?? query.link_share_id
  if (named === undefined) return null
  const survey = await openByLinkId(db, account, named)
  if (survey instanceof Failure) return null
  const link = await findLiveLink(db, survey.id, now)
  if (link) return shownToOwner(context, link)
  const endedAt = await findEndedLink(db, survey.id, now)
  return endedAt && { data: { ...nothing.data, ended_at: endedAt.toISOString() } }
}

function shownToOwner({ config }: Context, link: LinkRow) {
  return {
    data: { active_link: addressOfLink(config.publicUrl, link), link: presentLink(config.publicUrl, link) },
  }
}
