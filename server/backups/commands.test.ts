import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logIn } from '#contract/accounts/accounts.ts'
import { ready } from '#contract/health.ts'
import { createSurvey, listSurveys } from '#contract/surveys/surveys.ts'
import { listTemplates } from '#contract/templates/templates.ts'
import { beginCommand, runCommand } from '#server/testing/backup-commands.ts'
import { restored } from '#server/testing/backups.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { type RealServer, startServer } from '#server/testing/real-server.ts'
import { backUp } from './back-up.ts'
import { openBackup, restore } from './restore.ts'

const admin = { email: 'admin@example.com', password: 'Correct7horse' }
const environment = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, SAMPLE: '1' }

let folder: string
let server: RealServer
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fieldbook-commands-'))
  server = await startServer({ dataDir: join(folder, 'data'), environment })
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true, maxRetries: 20 })
})

async function signedIn({ address }: RealServer): Promise<HttpApi> {
  const api = new HttpApi(address)
  const session = await api.call(logIn, { body: { data: { attributes: admin } } })
  return api.as(session?.body.meta.token ?? '')
}

/** Names of all surveys, page by page. */
async function surveysOf(api: HttpApi): Promise<readonly string[]> {
  const names: string[] = []
  for (let page = 1; ; page++) {
    const list = await api.call(listSurveys, { query: { page: String(page) } })
    const found = list?.body.data ?? []
    if (found.length === 0) return names
    names.push(...found.map(({ attributes }) => attributes.survey_name))
  }
}

/** Creates surveys until stopped; adds each acknowledged one to `made`. */
async function goOn(api: HttpApi, made: string[], stop: AbortSignal): Promise<void> {
  const templates = await api.call(listTemplates, {})
  const survey_template_id = templates?.body.survey_templates[0]?.id ?? ''
  while (!stop.aborted) {
    const survey_name = `House ${made.length + 1}`
    const sent = await api.call(createSurvey, {
      body: { survey_template_id, survey_name, owner_name: 'Mrs Dudley' },
    })
    expect(sent?.status).toBe(201)
    made.push(survey_name)
  }
}

test('commands back up a running server and restore it, and a user finds everything', async () => {
  const api = await signedIn(server)
  const [made, stop]: [string[], AbortController] = [[], new AbortController()]
  const working = goOn(api, made, stop.signal)
  await expect.poll(() => made.length).toBeGreaterThan(2)
  const before = made.length
  const [code, text] = await runCommand('backup', join(folder, 'data'), [join(folder, 'backups'), '--keep=3'])
  expect([code, text]).toEqual([
    0,
    expect.stringMatching(
      /^The database is read. Looking through \d+ files …\nBacked up to .*backups\/snapshots\/.*Z\n {2}\d+ tables with \d+ rows\n {2}\d+ files \([\d.]+ MB\), of them \d+ new \([\d.]+ MB\)\n$/,
    ),
  ])
  stop.abort()
  await working

  expect(await runCommand('restore', join(folder, 'data'), [join(folder, 'backups')])).toEqual([
    2,
    expect.stringMatching(/^Fieldbook is already running on .*: stop it first/),
  ])
  expect(await runCommand('restore', join(folder, 'none'), [join(folder, 'backups'), '--check'])).toEqual([
    0,
    expect.stringMatching(/^The backup .*Z \(\d+ tables, \d+ files, [\d.]+ MB\) is whole\.\n$/),
  ])
  expect(existsSync(join(folder, 'none'))).toBe(false)
  expect(await runCommand('restore', join(folder, 'again'), [join(folder, 'backups')])).toEqual([
    0,
    expect.stringMatching(/^Copying \d+ files …\nWriting \d+ tables …\nRestored .* Start Fieldbook now\.\n$/),
  ])
  const again = await startServer({ dataDir: join(folder, 'again'), environment })
  try {
    const there = new Set(await surveysOf(await signedIn(again)))
    expect(made.slice(0, before).filter((name) => !there.has(name))).toEqual([])
    expect(there).toContain('Sample: Harbor Point Lofts')
    const guest = new HttpApi(again.address)
    await expect.poll(async () => (await guest.call(ready, {}))?.body.status).toBe('ok')
  } finally {
    await again.stop()
  }
})

test('no server starts on a killed restore, and the next restore completes it', async () => {
  const dataDir = join(folder, 'killed')
  const unfinished = join(dataDir, 'restore.unfinished')
  /** Kills the restore once this path exists; false = it had completed before. */
  async function killedAt(moment: string): Promise<boolean> {
    const child = beginCommand('restore', dataDir, [join(folder, 'backups')])
    const ended = once(child, 'close')
    while (!existsSync(join(unfinished, moment)) && child.exitCode === null) await nextTurn()
    child.kill('SIGKILL')
    await ended
    return existsSync(unfinished)
  }
  await runCommand('backup', join(folder, 'data'), [join(folder, 'backups')])
  for (const moment of ['files/kept', 'postgres/postmaster.pid']) {
    // On a slow machine the restore may complete first: start again.
    while (!(await killedAt(moment))) await rm(dataDir, { recursive: true })
    const refused = await startServer({ dataDir }).catch((error: unknown) => String(error))
    expect(refused).toMatch(/A restore into .* was cut off: run it once more/)
  }
  const [code, text] = await runCommand('restore', dataDir, [join(folder, 'backups')])
  expect([code, text]).toEqual([0, expect.stringMatching(/\nRestored /)])
  const again = await startServer({ dataDir, environment })
  try {
    expect(await surveysOf(await signedIn(again))).toContain('Sample: Harbor Point Lofts')
  } finally {
    await again.stop()
  }
})

test('a backup moves data from the embedded database to a named one and back', async () => {
  const there = await restored(join(folder, 'backups'))
  const named = await backUp({ ...there, to: join(folder, 'named'), keep: null })
  const back = { dataDir: join(folder, 'back'), databaseUrl: null }
  await restore(await openBackup(join(folder, 'named'), null), back)
  const embedded = await backUp({ ...back, to: join(folder, 'embedded'), keep: null })
  const { manifest } = await openBackup(join(folder, 'backups'), null)
  for (const { tables, files, sequences } of [named.manifest, embedded.manifest])
    expect([tables, files, sequences]).toEqual([manifest.tables, manifest.files, manifest.sequences])
})

test.for([
  ['backup', []],
  ['backup', ['a', 'b']],
  ['backup', ['a', '--keep=0']],
  ['backup', ['a', '--kepe=1']],
  ['restore', []],
  ['restore', ['a', '--all']],
] as const)('%s %o prints its usage', async ([name, given]) => {
  expect(await runCommand(name, join(folder, 'data'), given)).toEqual([
    2,
    expect.stringMatching(new RegExp(`^Name the folder .*npm run ${name} -- /path/to/backups`)),
  ])
})
