import { changeAccountAccess, listAccounts } from '#contract/admin/admin.ts'
import { createTeam, handOver, listTeams, removeTeamMember, setTeamMember } from '#contract/sharing/teams.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { startSurvey, submitFilled } from './scene.ts'
import { admin, loggedIn, ownSource, proven, type Site, type Surveyor } from './site.ts'

/** Creates a team of a surveyor and a reviewer. */
export async function teamOf(site: Site, surveyor: Surveyor, reviewer: Surveyor): Promise<void> {
  const office = await asAdmin(site)
  const made = await office.call(createTeam, { body: { name: 'North' } })
  for (const [person, granted] of [
    [surveyor, 'none'],
    [reviewer, 'review'],
  ] as const) {
    const params = { id: made?.body.data.id ?? '', account_id: await idOf(office, person) }
    const set = await office.call(setTeamMember, { params, body: { granted } })
    if (set?.status !== 200) throw new Error(JSON.stringify(set?.body))
  }
}

/** Creates a survey that Sam Rivera submitted, with Sam Jones as a reviewer in the same team. */
export async function submittedToTeam(site: Site) {
  const surveyor = await proven(site, 'Rivera')
  const reviewer = await proven(site, 'Jones')
  await teamOf(site, surveyor, reviewer)
  const survey = await startSurvey(surveyor)
  await submitFilled(surveyor, survey)
  return { surveyor, reviewer, survey }
}

/** Removes an account from all teams. */
export async function leaveTeam(site: Site, person: Surveyor): Promise<void> {
  const office = await asAdmin(site)
  const account_id = await idOf(office, person)
  const teams = (await office.call(listTeams, {}))?.body.data ?? []
  for (const { id, attributes } of teams)
    if (attributes.members.some((one) => one.account_id === account_id))
      await office.call(removeTeamMember, { params: { id, account_id } })
}

export async function makeAdmin(site: Site, person: Surveyor): Promise<void> {
  const office = await asAdmin(site)
  const params = { id: await idOf(office, person) }
  const made = await office.call(changeAccountAccess, { params, body: { role: 'admin' } })
  if (made?.status !== 200) throw new Error(JSON.stringify(made?.body))
}

/** Disables the account and gives its surveys to another one. */
export async function leaveTo(site: Site, leaver: Surveyor, heir: Surveyor): Promise<void> {
  const office = await asAdmin(site)
  const params = { id: await idOf(office, leaver) }
  await office.call(changeAccountAccess, { params, body: { disabled: true } })
  const done = await office.call(handOver, { params, body: { to: await idOf(office, heir) } })
  if (done?.status !== 200) throw new Error(JSON.stringify(done?.body))
}

const asAdmin = ({ address }: Site) => loggedIn(new HttpApi(address, null, ownSource()), admin)

async function idOf(office: HttpApi, { email }: Surveyor): Promise<string> {
  const found = await office.call(listAccounts, { query: { search_query: email } })
  return found?.body.data[0]?.id ?? ''
}

/** So many surveys that Sam Rivera submitted one after the other, named 'House 1' and so on. */
export async function queueOfSubmitted(site: Site, count: number) {
  const surveyor = await proven(site, 'Rivera')
  const reviewer = await proven(site, 'Jones')
  await teamOf(site, surveyor, reviewer)
  const surveys = []
  for (let number = 1; number <= count; number++) {
    const survey = await startSurvey(surveyor, { name: `House ${number}` })
    await submitFilled(surveyor, survey)
    surveys.push(survey)
  }
  return { surveyor, reviewer, surveys }
}
