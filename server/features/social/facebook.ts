import { createHmac } from 'node:crypto'
import * as z from 'zod/mini'
import type { FacebookProvider } from '#server/social-config.ts'
import type { Claims } from './person.ts'
import { NotProven, ProviderUnavailable } from './providers.ts'

/** Facebook has one issuer; the subject is the person's id within our app. */
export const facebookIssuer = 'https://www.facebook.com'

const patience = 5_000
const Token = z.object({ access_token: z.string() })
const Inspected = z.object({
  data: z.object({
    app_id: z.string(),
    type: z.string(),
    is_valid: z.boolean(),
    user_id: z.string().check(z.regex(/^\d{1,40}$/)),
  }),
})
const Me = z.object({
  id: z.string(),
  first_name: z.optional(z.string()),
  last_name: z.optional(z.string()),
  name: z.optional(z.string()),
  email: z.optional(z.string()),
})

export function facebookAddress(
  { dialogUrl, appId }: FacebookProvider,
  { state, returnTo }: { readonly state: string; readonly returnTo: string },
): string {
  const address = new URL(dialogUrl)
  address.search = new URLSearchParams({
    client_id: appId,
    redirect_uri: returnTo,
    state,
    response_type: 'code',
    scope: 'email,public_profile',
  }).toString()
  return address.href
}

/**
 * Exchanges the code, has the token inspected (it must be a person's, valid and made for this app) and reads
 * who it is. Facebook never says that it has proven an address, so the address counts as unproven. Throws
 * NotProven or ProviderAway.
 */
export async function facebookClaims(
  { apiUrl, appId, appSecret }: FacebookProvider,
  { code, returnTo }: { readonly code: string; readonly returnTo: string },
): Promise<Claims> {
  const { access_token } = await ask(Token, `${apiUrl}/oauth/access_token`, {
    client_id: appId,
    client_secret: appSecret,
    redirect_uri: returnTo,
    code,
  })
  const { data } = await ask(Inspected, `${apiUrl}/debug_token`, {
    input_token: access_token,
    access_token: `${appId}|${appSecret}`,
  })
  if (data.app_id !== appId) throw new NotProven('the token was made for another app')
  if (!data.is_valid || data.type !== 'USER') throw new NotProven('the token is of nobody')
  const me = await ask(Me, `${apiUrl}/me`, {
    fields: 'id,first_name,last_name,name,email',
    access_token,
    appsecret_proof: createHmac('sha256', appSecret).update(access_token).digest('hex'),
  })
  if (me.id !== data.user_id) throw new NotProven('the token is of somebody else')
  return {
    issuer: facebookIssuer,
    subject: me.id,
    email: me.email,
    emailVouched: false,
    firstName: me.first_name,
    lastName: me.last_name,
    fullName: me.name,
  }
}

async function ask<S extends z.core.$ZodType>(
  schema: S,
  address: string,
  values: Record<string, string>,
): Promise<z.output<S>> {
  const answer = await fetch(`${address}?${new URLSearchParams(values)}`, {
    signal: AbortSignal.timeout(patience),
    redirect: 'error',
  }).catch(() => null)
  const body = await answer?.json().catch(() => null)
  // Never include the address: it holds secrets.
  if (!answer || answer.status >= 500 || !body) throw new ProviderUnavailable('Facebook does not answer')
  const read = z.safeParse(schema, body)
  if (!answer.ok || !read.success) throw new NotProven(`Facebook answered ${answer.status}`)
  return read.data
}
