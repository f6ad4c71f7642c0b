import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logIn, signUp } from '#contract/accounts/accounts.ts'
import { confirmEmail } from '#contract/accounts/entry.ts'
import { outbox } from '#contract/admin/outbox.ts'
import type { ReplyOf } from '#contract/endpoint.ts'
import { runCommand } from '#server/testing/backup-commands.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { type RealServer, startServer } from '#server/testing/real-server.ts'

export const password = 'Correct7horse'

/** A site's first administrator, whose initial password is already final. */
export const admin = { email: 'admin@example.com', password }

/** An account and its API client for preparing data. */
export interface Surveyor {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly api: HttpApi
}

export interface Site {
  readonly address: string
  /** The program's output since its last start. */
  printed(): string
  /** Sends SIGKILL: nothing is flushed. */
  kill(): Promise<void>
  /** Starts the server again on the same folder and port. */
  restart(): Promise<void>
  /** Runs the operator's commands; the backup runs beside the program. */
  backUp(): Promise<void>
  putBack(): Promise<void>
  /** Restarts the server if a journey ended with it killed. */
  revive(): Promise<void>
  surveyor(lastName?: string): Promise<Surveyor>
  /** Returns the texts sent to an address or number, the newest first, from the admin's outbox. */
  mailsTo(recipient: string): Promise<string[]>
  close(): Promise<void>
}

type Credentials = Pick<Surveyor, 'email' | 'password'>

let count = 0

/** Returns a unique client address, as set by a site's proxy, so that per-address limits are not reached. */
export function ownSource(): { readonly 'x-forwarded-for': string } {
  const at = ++count
  return { 'x-forwarded-for': `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}` }
}

/** Starts the real program on an empty folder. */
export async function openSite(given: Readonly<Record<string, string>> = {}): Promise<Site> {
  const environment = {
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    TRUST_PROXY: '1',
    ...given,
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldbook-e2e-'))
  let server: RealServer | null = await startServer({ dataDir, environment })
  const { address } = server
  const guest = new HttpApi(address)
  async function restart(): Promise<void> {
    server = await startServer({ dataDir, environment, port: Number(new URL(address).port) })
  }
  async function revive(): Promise<void> {
    if (!server) await restart()
  }
  const backups = `${dataDir}.backups`
  async function command(name: 'backup' | 'restore'): Promise<void> {
    const [code, text] = await runCommand(name, dataDir, [backups])
    if (code !== 0) throw new Error(`No ${name}: ${text}`)
  }
  return {
    address,
    printed: () => server?.printed() ?? '',
    kill: async () => {
      await server?.kill()
      server = null
    },
    restart,
    backUp: () => command('backup'),
    putBack: async () => {
      await server?.stop()
      server = null
      await rm(dataDir, { recursive: true, maxRetries: 20 })
      await command('restore')
      await restart()
    },
    revive,
    surveyor: (lastName = 'Rivera') => addSurveyor(new HttpApi(address, null, ownSource()), lastName),
    mailsTo: (recipient) => mailsTo(guest, recipient),
    close: async () => {
      // A killed server leaves its database running; the next one takes it over and stops it.
      await revive()
      await server?.stop()
      for (const folder of [dataDir, backups])
        await rm(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

/** Creates an account with a confirmed address, which shared surveys require. */
export async function proven(site: Site, lastName: string): Promise<Surveyor> {
  const surveyor = await site.surveyor(lastName)
  const [mail = ''] = await site.mailsTo(surveyor.email)
  const token = /[?#&]token=([\w-]+)/.exec(mail)?.[1] ?? ''
  const done = await surveyor.api.call(confirmEmail, { body: { token } })
  if (done?.status !== 200) throw new Error(`Not confirmed: ${mail} ${JSON.stringify(done?.body)}`)
  return surveyor
}

async function mailsTo(guest: HttpApi, to: string): Promise<string[]> {
  const found = await (await loggedIn(guest, admin)).call(outbox, { query: { to } })
  if (found?.status !== 200) throw new Error(`No outbox: ${JSON.stringify(found?.body)}`)
  return found.body.data.map(({ attributes }) => attributes.body)
}

export async function addSurveyor(guest: HttpApi, lastName: string): Promise<Surveyor> {
  const email = `surveyor${++count}@example.com`
  const attributes = { first_name: 'Sam', last_name: lastName, email, password }
  await guest.call(signUp, { body: { data: { type: 'email_account', attributes } } })
  return { email, password, name: `Sam ${lastName}`, api: await loggedIn(guest, { email, password }) }
}

/** Returns API calls in a session of this account. */
export async function loggedIn(guest: HttpApi, given: Credentials): Promise<HttpApi> {
  return guest.as((await newSession(guest, given)).meta.token)
}

/** Returns the reply to a login. */
export async function newSession(
  api: HttpApi,
  { email, password }: Credentials,
): Promise<ReplyOf<typeof logIn>> {
  const session = await api.call(logIn, { body: { data: { attributes: { email, password } } } })
  if (session?.status !== 200) throw new Error(`No login: ${JSON.stringify(session?.body)}`)
  return session.body
}
