import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import Provider, { type Configuration } from 'oidc-provider'
import { freePort } from './real-server.ts'

/** A user of the provider. */
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
  /** Address that users are redirected to. */
  readonly returnTo: string
  /**
   * Whether email and name are only at the userinfo endpoint (as in the standard) or in the id token (as at
   * Google).
   */
  readonly thinTokens?: boolean
}

/** A real OpenID provider on its own port, with a login page without passwords. */
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

  /** Environment of a server with this provider as `acme`. */
  environment(): Record<string, string> {
    return {
      OIDC_PROVIDERS: 'acme',
      OIDC_ACME_ISSUER: this.issuer,
      OIDC_ACME_NAME: 'Acme',
      OIDC_ACME_CLIENT_ID: clientId,
      OIDC_ACME_CLIENT_SECRET: clientSecret,
    }
  }

  /** Adds a user with this address, verified by default. */
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

  /** Signs in like a browser, from the server's address; returns the redirect address. */
  async signIn(address: string, { sub }: PersonThere): Promise<URL> {
    const cookies = new Map<string, string>()
    let at = await visit(address, cookies)
    if (!at.pathname.startsWith('/sign-in/')) return at
    at = await visit(`${at.href}?sub=${sub}`, cookies)
    while (at.origin === this.issuer) at = await visit(at.href, cookies)
    return at
  }

  /** Returns a token signed by the provider, or with another key. */
  async token(claims: Readonly<Record<string, unknown>>, key: JWK = this.key): Promise<string> {
    return new SignJWT(claims as JWTPayload)
      .setProtectedHeader({ alg: 'RS256', kid: key.kid ?? '' })
      .sign(await importJWK(key, 'RS256'))
  }

  /** For a server whose address is known only after its start. */
  async sendBackTo(returnTo: string): Promise<void> {
    await this.stop()
    this.options = { ...this.options, returnTo }
    await this.open()
  }

  /** Replaces the keys; tokens signed with old ones become invalid. */
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

  /** Shows a link for each user. */
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
      // All users consent to sharing name and address.
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

/** Makes one request with cookies; returns the redirect address. */
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
