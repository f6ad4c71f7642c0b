import * as z from 'zod/mini'
import { oneLine } from '#contract/rules/one-line.ts'
import type { Config } from '#server/config.ts'
import type { SmsConfig } from '#server/message-config.ts'
import { SendFailure, type Transport } from './transport.ts'

const Taken = z.object({ sid: z.string().check(z.minLength(1), z.maxLength(200)) })
const Refused = z.object({ message: z.string(), code: z.optional(z.union([z.number(), z.string()])) })

/** Text messages through Twilio's API, or a provider's compatible one. */
export function smsTransport(
  sms: SmsConfig,
  config: Pick<Config, 'publicUrl' | 'bounceSecret'>,
  sendWithin: number,
): Transport {
  const address = `${sms.apiUrl}/2010-04-01/Accounts/${encodeURIComponent(sms.accountSid)}/Messages.json`
  const login = Buffer.from(`${sms.accountSid}:${sms.authToken}`).toString('base64')
  const callback = statusCallback(config)
  return {
    send: async ({ recipient, body }) => {
      const form = new URLSearchParams({ To: recipient, Body: body })
      form.set(/^MG[0-9a-f]{32}$/.test(sms.from) ? 'MessagingServiceSid' : 'From', sms.from)
      if (callback) form.set('StatusCallback', callback)
      const response = await fetch(address, {
        method: 'POST',
        headers: { authorization: `Basic ${login}`, accept: 'application/json' },
        body: form,
        redirect: 'error',
        signal: AbortSignal.timeout(sendWithin),
      }).catch((error: unknown) => {
        throw new SendFailure(unreachable(error), { final: false })
      })
      const reply: unknown = await response.json().catch(() => null)
      const taken = z.safeParse(Taken, reply)
      if (response.ok && taken.success) return { providerId: taken.data.sid }
      throw refusal(response.status, reply)
    },
  }
}

/** Callback for delivery reports, only over TLS and only with authentication. */
function statusCallback({ publicUrl, bounceSecret }: Pick<Config, 'publicUrl' | 'bounceSecret'>) {
  if (!bounceSecret || !publicUrl.startsWith('https://')) return null
  const url = new URL(`${publicUrl}/api/admin/outbox/sms_status`)
  url.username = 'sms'
  url.password = encodeURIComponent(bounceSecret)
  return url.href
}

/** A problem with the message itself is permanent; a login, a limit or a server that is down can be fixed. */
function refusal(status: number, reply: unknown): SendFailure {
  const said = z.safeParse(Refused, reply)
  const words = said.success ? `${said.data.message} (${said.data.code ?? status})` : `HTTP ${status}`
  const final = status >= 400 && status < 500 && ![401, 403, 404, 407, 408, 425, 429].includes(status)
  return new SendFailure(oneLine(words), { final })
}

function unreachable(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? error.cause : error
  return oneLine('code' in cause ? `${cause.message} (${String(cause.code)})` : cause.message)
}
