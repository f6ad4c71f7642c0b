import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { logIn, signUp } from '#contract/accounts.ts'
import { HttpApi } from '#server/testing/http-api.ts'
import { type RealServer, startServer } from '#server/testing/real-server.ts'

export const password = 'Correct7horse'

/** Somebody with an account, and their calls for setting the scene. */
export interface Surveyor {
  readonly email: string
  readonly password: string
  readonly name: string
  readonly api: HttpApi
}

export interface Site {
  readonly address: string
  /** What the program printed since its last start. */
  printed(): string
  /** SIGKILL: nothing gets a chance to tidy up. */
  kill(): Promise<void>
  /** Once more, on the same folder and port. */
  restart(): Promise<void>
  surveyor(lastName?: string): Promise<Surveyor>
  close(): Promise<void>
}

let count = 0

/** The real program on an empty folder. */
export async function openSite(environment: Readonly<Record<string, string>> = {}): Promise<Site> {
  const dataDir = await mkdtemp(join(tmpdir(), 'fieldbook-e2e-'))
  let server: RealServer | null = await startServer({ dataDir, environment })
  const { address } = server
  const guest = new HttpApi(address)
  async function restart(): Promise<void> {
    server = await startServer({ dataDir, environment, port: Number(new URL(address).port) })
  }
  return {
    address,
    printed: () => server?.printed() ?? '',
    kill: async () => {
      await server?.kill()
      server = null
    },
    restart,
    surveyor: (lastName = 'Rivera') => addSurveyor(guest, lastName),
    close: async () => {
      // A killed server leaves its database running; the next one takes it over and stops it.
      if (!server) await restart()
      await server?.stop()
      await rm(dataDir, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

async function addSurveyor(guest: HttpApi, lastName: string): Promise<Surveyor> {
  const email = `surveyor${++count}@example.com`
  const attributes = { first_name: 'Sam', last_name: lastName, email, password }
  await guest.call(signUp, { body: { data: { type: 'email_account', attributes } } })
  const session = await guest.call(logIn, { body: { data: { attributes: { email, password } } } })
  if (session?.status !== 200) throw new Error(`No login: ${JSON.stringify(session?.body)}`)
  return { email, password, name: `Sam ${lastName}`, api: guest.as(session.body.meta.token) }
}
