import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import { freePort } from './real-server.ts'

/** Somebody who has an account at the provider. */
export interface PersonThere {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly given_name?: string
  readonly family_name?: string
  readonly name?: string
}

export const clientId = 'fieldbook'
export const clientSecret = 'a-secret-that-only-the-two-know'

interface Options {
  /** Where people are sent back to. */
  readonly returnTo: string
  /** Email and name only at the userinfo endpoint, as the standard has it; else within the id token, as Google does. */
  readonly thinTokens?: boolean
}

/** A real OpenID provider on a port of its own, with a login page that asks no password. */
export class TestProvider {
  readonly issuer: string
  private options: Options
  private readonly people = new Map<string, PersonThere>()
  private server: Server | null = null
  private key: JWK = {}

  private constructor(issuer: string, options: Options) {
    this.issuer = issuer
    this.options = options
  }

  static async start(options: Options): Promise<TestProvider> {
    const made = new TestProvider(`http://localhost:${await freePort()}`, options)
    made.key = await newKey()
    await made.open()
    return made
  }

  /** Environment of a server that has it configured as `acme`. */
  environment(): Record<string, string> {
    return {
      OIDC_PROVIDERS: 'acme',
      OIDC_ACME_ISSUER: this.issuer,
      OIDC_ACME_NAME: 'Acme',
      OIDC_ACME_CLIENT_ID: clientId,
      OIDC_ACME_CLIENT_SECRET: clientSecret,
    }
  }

  /** A new person with this address, proven unless said otherwise. */
  person(given: Omit<PersonThere, 'sub'> = {}): PersonThere {
    const sub = randomUUID()
    const made = {
      sub,
      email: `${sub}@acme.example`,
      email_verified: true,
      given_name: 'Robin',
      family_name: 'Hood',
      ...given,
    }
    this.people.set(sub, made)
    return made
  }

  /** Signs in as the browser would, from the address that the server gave; tells where it is sent back to. */
  async signIn(address: string, { sub }: PersonThere): Promise<URL> {
    const cookies = new Map<string, string>()
    let at = await visit(address, cookies)
    if (!at.pathname.startsWith('/sign-in/')) return at
    at = await visit(`${at.href}?sub=${sub}`, cookies)
    while (at.origin === this.issuer) at = await visit(at.href, cookies)
    return at
  }

  /** A token with the provider's own signature, or another one's. */
  async token(claims: Readonly<Record<string, unknown>>, key: JWK = this.key): Promise<string> {
    return new SignJWT(claims as JWTPayload)
      .setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '' })
      .sign(await importJWK(key, 'RS256'))
  }

  /** For a server whose address is known only once it runs. */
  async sendBackTo(returnTo: string): Promise<void> {
    await this.stop()
    this.options = { ...this.options, returnTo }
    await this.open()
  }

  /** New keys; what was signed with the old ones is good no more. */
  async rotateKeys(): Promise<void> {
    await this.stop()
    this.key = await newKey()
    await this.open()
  }

  async stop(): Promise<void> {
    if (!this.server) return
    this.server.closeAllConnections()
    this.server.close()
    await once(this.server, 'close')
    this.server = null
  }

  async open(): Promise<void> {
    const provider = new Provider(this.issuer, this.configuration())
    const callback = provider.callback()
    const server = createServer((request, response) => {
      const page = /^\/sign-in\/[\w-]+/.test(request.url ?? '')
      if (page) void this.showSignIn(provider, request, response)
      else void callback(request, response)
    })
    server.listen(Number(new URL(this.issuer).port), 'localhost')
    await once(server, 'listening')
    this.server = server
  }

  /** One link for each person there. */
  private async showSignIn(
    provider: Provider,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const sub = new URL(request.url ?? '', this.issuer).searchParams.get('sub')
    if (sub === 'nobody') {
      return provider.interactionFinished(request, response, { error: 'access_denied' })
    }
    if (sub) return provider.interactionFinished(request, response, { login: { accountId: sub } })
    const links = [...this.people.values()].map((one) => `<p><a href="?sub=${one.sub}">${one.email}</a></p>`)
    response.setHeader('content-type', 'text/html')
    response.end(
      `<!doctype html><html lang="en"><title>Acme</title><h1>Acme</h1>${links.join('')}<a href="?sub=nobody">Cancel</a></html>`,
    )
  }

  private configuration(): Configuration {
    return {
      clients: [
        {
          client_id: clientId,
          client_secret: clientSecret,
          redirect_uris: [this.options.returnTo],
          response_types: ['code'],
          grant_types: ['authorization_code'],
        },
      ],
      jwks: { keys: [this.key] },
      ttl: { AccessToken: 300, Grant: 300, IdToken: 300, Interaction: 300, Session: 300 },
      cookies: { keys: ['of the test'] },
      claims: {
        openid: ['sub'],
        email: ['email', 'email_verified'],
        profile: ['given_name', 'family_name', 'name'],
      },
      conformIdTokenClaims: this.options.thinTokens ?? false,
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, { uid }) => `/sign-in/${uid}` },
      findAccount: (_ctx, sub) => {
        const person = this.people.get(sub)
        return person && { accountId: sub, claims: () => ({ ...person }) }
      },
      // Everybody consents to telling name and address.
      loadExistingGrant: async (ctx) => {
        const { client, session, provider } = ctx.oidc
        const grant = new provider.Grant({
          clientId: client?.clientId ?? '',
          accountId: session?.accountId ?? '',
        })
        grant.addOIDCScope('openid email profile')
        await grant.save()
        return grant
      },
    }
  }
}

export async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), kid: randomUUID(), alg: 'RS256', use: 'sig' }
}

/** One step of a browser: cookies are kept, the redirection is told. */
async function visit(address: string, cookies: Map<string, string>): Promise<URL> {
  const answer = await fetch(address, {
    redirect: 'manual',
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
  })
  for (const cookie of answer.headers.getSetCookie()) {
    const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s)
    cookies.set(name, value)
  }
  const next = answer.headers.get('location')
  if (!next) throw new Error(`${address} answered ${answer.status}: ${await answer.text()}`)
  return new URL(next, address)
}
