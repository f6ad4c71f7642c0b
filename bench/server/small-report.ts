import { logIn, signUp } from '#contract/accounts/accounts.ts'
import { reportDownload } from '#contract/sharing/reports.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { type Figure, median } from '../measure.ts'
import { inDatabase } from './database.ts'
import { type Drained, drain } from './drain.ts'
import { fillRooms } from './rooms.ts'
import { openSite, type Site, startSurvey } from './site.ts'
import { addTemplate, roomsTemplate } from './template.ts'

const large = 6
const rooms = 500
/** Characters per answer: short reports take seconds, long ones make others wait. */
const lengths = [300, 2_000]
const asks = 7

/** The PDF of a small survey while another account renders six large ones, compared to an idle server. */
export async function benchSmallReport(): Promise<Figure[]> {
  const site = await openSite()
  try {
    await addTemplate(site.dataDir, roomsTemplate())
    const colleague = await anotherAccount(site)
    const small = await startSurvey(colleague, 'A small one')
    const address = await pdfAddress(site, colleague, small.id)
    await drain(address)
    const figures: Figure[] = []
    for (const length of lengths) figures.push(...(await besideLarge(site, address, length)))
    return figures
  } finally {
    await site.close()
  }
}

async function besideLarge(site: Site, address: string, length: number): Promise<Figure[]> {
  const others: string[] = []
  while (others.length < large) others.push(await addLargeText(site, length))
  const alone = await drainAgain(address)
  const gone = new AbortController()
  const asked = await Promise.all(others.map((id) => pdfAddress(site, site.api, id)))
  const drawn = asked.map((one) => fetch(one, { signal: gone.signal }).then((answer) => answer.arrayBuffer()))
  const over = Promise.allSettled(drawn)
  const beside = await drainAgain(address)
  gone.abort()
  await over
  return [
    {
      name: `a small PDF beside six of another account with answers of ${length} characters`,
      value: median(beside.map(({ total }) => total)),
      unit: 'ms',
      baseline: { name: 'alone', value: median(alone.map(({ total }) => total)) },
    },
    {
      name: 'the slowest of them',
      value: Math.max(...beside.map(({ total }) => total)),
      unit: 'ms',
      baseline: { name: 'the slowest alone', value: Math.max(...alone.map(({ total }) => total)) },
    },
  ]
}

async function drainAgain(address: string): Promise<Drained[]> {
  const drained: Drained[] = []
  while (drained.length < asks) drained.push(await drain(address))
  return drained
}

async function addLargeText(site: Site, length: number): Promise<string> {
  const { survey } = await fillRooms(site, rooms)
  await inDatabase(site.dataDir, async (client) => {
    await client.query(
      `update answer set value = left(repeat('Panel in the north corridor, fed from the basement. ', 200), $2)
       where survey_id = $1 and value <> ''`,
      [survey, length],
    )
  })
  return survey
}

async function anotherAccount({ server }: Site): Promise<HttpApi> {
  const api = new HttpApi(server.address)
  const attributes = { email: 'colleague@example.com', password: 'Correct7horse' }
  const names = { first_name: 'Col', last_name: 'League' }
  await api.call(signUp, {
    body: { data: { type: 'email_account', attributes: { ...attributes, ...names } } },
  })
  const session = await api.call(logIn, { body: { data: { attributes } } })
  const token = session?.body.meta.token
  if (!token) throw new Error('The colleague could not sign up')
  return api.as(token)
}

async function pdfAddress({ server }: Site, api: HttpApi, id: string): Promise<string> {
  const answer = await api.call(reportDownload, { params: { id } })
  return server.address + (answer?.body.data.url ?? '')
}
