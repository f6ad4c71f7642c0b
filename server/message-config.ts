import { isIP } from 'node:net'
import * as z from 'zod/mini'
import { emailPattern } from '#contract/rules/email-pattern.ts'
import { withoutTrailingSlash } from './trailing-slash.ts'

/** The mail server that SMTP_URL names. */
export interface SmtpConfig {
  readonly host: string
  readonly port: number
  /** TLS from the first byte (smtps); otherwise STARTTLS where the server offers it. */
  readonly secure: boolean
  readonly login: { readonly user: string; readonly pass: string } | null
}

/** The sender of every mail. */
export interface MailFrom {
  readonly name: string
  readonly address: string
}

/** A provider with Twilio's API for messages. */
export interface SmsConfig {
  /** Without a trailing slash. */
  readonly apiUrl: string
  readonly accountSid: string
  readonly authToken: string
  /** A number, a sender's name, or a messaging service's id (MG…). */
  readonly from: string
}

export const SmtpUrl = z.pipe(
  z.url({ protocol: /^smtps?$/, hostname: /./ }).check(z.refine((text) => new URL(text).search === '')),
  z.transform((text): SmtpConfig => {
    const url = new URL(text)
    const secure = url.protocol === 'smtps:'
    const login = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
    return {
      host: url.hostname.replaceAll(/[[\]]/g, ''),
      port: url.port === '' ? (secure ? 465 : 587) : Number(url.port),
      secure,
      login: login.user === '' ? null : login,
    }
  }),
)

const sender = /^(?:"?([^"<>\p{Cc}]{0,100}?)"?\s*<([^<>\s]+)>|([^<>\s]+))$/u

export const Sender = z.pipe(
  z.string().check(z.refine((text) => readSender(text) !== null)),
  z.transform((text): MailFrom => readSender(text) ?? { name: '', address: text }),
)

function readSender(text: string): MailFrom | null {
  const [, name = '', inBrackets, bare] = sender.exec(text.trim()) ?? []
  const address = inBrackets ?? bare ?? ''
  // Not the rule for typed addresses: 'fieldbook@localhost' is a valid sender too.
  return emailPattern.test(address) || /^[\w.%+-]{1,64}@[\w-]{1,63}$/.test(address) ? { name, address } : null
}

/** These calls contain codes and numbers, so only this machine may be reached without TLS. */
export const SmsApiUrl = z.pipe(
  z.url({ protocol: /^https?$/ }).check(
    z.refine((text) => {
      const { protocol, hostname } = new URL(text)
      return protocol === 'https:' || isThisMachine(hostname)
    }),
  ),
  withoutTrailingSlash,
)

export function isThisMachine(host: string): boolean {
  return ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host)
}

/** Returns the default sender, derived from the public address so that mail servers accept it. */
export function usualSender(publicUrl: string): MailFrom {
  const { hostname } = new URL(publicUrl)
  const isNumber = isIP(hostname.replaceAll(/[[\]]/g, '')) !== 0
  return { name: 'Fieldbook', address: `no-reply@${isNumber ? 'fieldbook.local' : hostname}` }
}

const smsParts = ['SMS_ACCOUNT_SID', 'SMS_AUTH_TOKEN', 'SMS_FROM'] as const

/**
 * Returns the provider's settings, or null if none are set. A partial set is an error, which would otherwise
 * appear only when a code does not arrive.
 */
export function smsConfig(read: (name: (typeof smsParts)[number] | 'SMS_API_URL') => string | null): {
  readonly sms: SmsConfig | null
  readonly missing: readonly string[]
} {
  const [accountSid, authToken, from] = smsParts.map(read)
  const apiUrl = read('SMS_API_URL') ?? 'https://api.twilio.com'
  if (accountSid && authToken && from) return { sms: { apiUrl, accountSid, authToken, from }, missing: [] }
  const given = [accountSid, authToken, from]
  const missing = smsParts.filter((_, index) => !given[index])
  return { sms: null, missing: missing.length === smsParts.length ? [] : missing }
}
