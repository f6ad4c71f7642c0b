import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { DatabaseUrl, databaseUrlExpects } from './database-config.ts'
import { MenuLinks } from './menu-config.ts'
import {
  type MailFrom,
  Sender,
  SmsApiUrl,
  type SmsConfig,
  type SmtpConfig,
  SmtpUrl,
  smsConfig,
  usualSender,
} from './message-config.ts'
import {
  S3Bucket,
  type S3Config,
  S3Endpoint,
  S3KeyId,
  S3Prefix,
  S3Region,
  S3Secret,
  s3Config,
} from './s3-config.ts'
import { readSocialProviders, type SocialProvider } from './social-config.ts'
import { withoutTrailingSlash } from './trailing-slash.ts'

export interface Config {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Without a trailing slash; links in shares and mails are built from it. */
  readonly publicUrl: string
  /** Additional addresses of this installation, accepted in recovery links. */
  readonly otherPublicUrls: readonly string[]
  /** Null: the embedded database in `dataDir`. */
  readonly databaseUrl: string | null
  /** Maximum number of database connections. */
  readonly databasePool: number
  /** Id of a file folder whose files are lost for good, from the message of a rejected start; null: none. */
  readonly adoptDataDir: string | null
  /** Bucket for photos, videos and other files; null: in `dataDir`. */
  readonly s3: S3Config | null
  readonly adminEmail: string
  /** Null: creates and prints a one-time password. */
  readonly adminPassword: string | null
  /** Whether an empty installation gets the sample survey. */
  readonly sample: boolean
  /** Whether to count app loads. */
  readonly analytics: boolean
  /** Folder with additional fonts for the PDF. */
  readonly fontDir: string | null
  readonly trustProxy: boolean
  readonly logLevel: string
  /** Whether to log each write in `DATA_DIR/logs`. */
  readonly writeLog: boolean
  /** Maximum bytes of one survey's answers. */
  readonly surveyBytes: number
  /** Memory for reading whole surveys, in bytes; half of it for guests. */
  readonly readingBytes: number
  /** Maximum milliseconds for rendering one PDF. */
  readonly pdfWithin: number
  /** Milliseconds for calls in flight when the server stops. */
  readonly stopWithin: number
  /** Digits of one-time codes. Null: four (spec §9), six while codes are being guessed. */
  readonly otpLength: number | null
  /** Lifetimes in milliseconds: one-time codes, password reset links, idle sessions. */
  readonly otpTtl: number
  readonly resetTtl: number
  readonly sessionIdle: number
  /** Social sign-in providers; empty: none. */
  readonly social: readonly SocialProvider[]
  /** Null: mails stay in the outbox, where an admin can read them. */
  readonly smtp: SmtpConfig | null
  readonly mailFrom: MailFrom
  /** Null: text messages stay in the outbox. */
  readonly sms: SmsConfig | null
  /**
   * Countries (ISO 3166) that codes are texted to (empty: all), and the installation's maximum text messages
   * per day.
   */
  readonly smsCountries: readonly string[]
  readonly smsPerDay: number
  /** Authenticates bounce reports from providers; null: rejects all. */
  readonly bounceSecret: string | null
  /** Additional items of the side menu. */
  readonly menuLinks: z.output<typeof MenuLinks>
}

export class BadConfig extends Error {}

const port = z.pipe(
  z.string().check(
    z.regex(/^\d{1,5}$/),
    z.refine((text) => Number(text) < 65_536),
  ),
  z.transform(Number),
)
const seconds = z.pipe(
  z.string().check(
    z.regex(/^\d{1,9}$/),
    z.refine((text) => Number(text) > 0),
  ),
  z.transform((text) => Number(text) * 1000),
)
const megabytes = z.pipe(
  z.string().check(
    z.regex(/^\d{1,6}$/),
    z.refine((text) => Number(text) > 0),
  ),
  z.transform((text) => Number(text) * 1024 * 1024),
)
const flag = z.pipe(
  z.enum(['0', '1', 'true', 'false']),
  z.transform((text) => text === '1' || text === 'true'),
)
const webAddress = z.pipe(z.url({ protocol: /^https?$/ }), withoutTrailingSlash)
const webAddresses = z.pipe(
  z.string(),
  z.pipe(
    z.transform((text: string) => text.split(',').map((one) => one.trim())),
    z.array(webAddress),
  ),
)

const countries = z.pipe(
  z.string().check(z.toUpperCase(), z.regex(/^ *[A-Z]{2} *(?:, *[A-Z]{2} *)*$/)),
  z.transform((text) => text.split(',').map((one) => one.trim())),
)

const variables = {
  PORT: { schema: port, expects: 'a port number from 0 to 65535' },
  HOST: { schema: z.string().check(z.minLength(1)), expects: 'an address to listen on' },
  DATA_DIR: { schema: z.string().check(z.minLength(1)), expects: 'a folder' },
  PUBLIC_URL: { schema: webAddress, expects: 'an address that begins with http:// or https://' },
  OTHER_PUBLIC_URLS: {
    schema: webAddresses,
    expects: 'addresses that begin with http:// or https://, with commas between them',
  },
  DATABASE_URL: { schema: DatabaseUrl, expects: databaseUrlExpects },
  DATABASE_POOL: {
    schema: z.pipe(z.string().check(z.regex(/^[1-9]\d{0,2}$/)), z.transform(Number)),
    expects: 'a number of connections from 1 to 999',
  },
  ADOPT_DATA_DIR: {
    schema: z.string().check(z.regex(/^[0-9a-f-]{36}$/)),
    expects: 'the id that a refused start told',
  },
  S3_BUCKET: { schema: S3Bucket, expects: 'the name of a bucket' },
  S3_PREFIX: { schema: S3Prefix, expects: 'a folder in the bucket, such as fieldbook' },
  S3_ENDPOINT: {
    schema: S3Endpoint,
    expects: 'an address that begins with http:// or https://, without a user or a password',
  },
  S3_REGION: { schema: S3Region, expects: 'a region such as eu-central-1' },
  S3_ACCESS_KEY_ID: { schema: S3KeyId, expects: 'the id of a key' },
  S3_SECRET_ACCESS_KEY: { schema: S3Secret, expects: 'the secret of that key' },
  S3_PATH_STYLE: { schema: flag, expects: '0 or 1' },
  ADMIN_EMAIL: {
    schema: z.string().check(z.trim(), z.toLowerCase(), z.regex(/^[^@\s]+@[^@\s]+$/)),
    expects: 'an email address',
  },
  ADMIN_PASSWORD: {
    schema: z.string().check(z.minLength(8), z.maxLength(128)),
    expects: 'a password of 8 to 128 characters',
  },
  SAMPLE: { schema: flag, expects: '0 or 1' },
  ANALYTICS: { schema: flag, expects: '0 or 1' },
  FONT_DIR: { schema: z.string().check(z.minLength(1)), expects: 'a folder' },
  TRUST_PROXY: { schema: flag, expects: '0 or 1' },
  OTP_LENGTH: {
    schema: z.pipe(z.string().check(z.regex(/^[4-8]$/)), z.transform(Number)),
    expects: 'a number of digits from 4 to 8',
  },
  OTP_TTL: { schema: seconds, expects: 'a number of seconds' },
  RESET_TTL: { schema: seconds, expects: 'a number of seconds' },
  SESSION_IDLE: { schema: seconds, expects: 'a number of seconds' },
  SMTP_URL: {
    schema: SmtpUrl,
    expects: 'an address such as smtp://user:password@host:587 or smtps://user:password@host',
  },
  MAIL_FROM: { schema: Sender, expects: 'a sender such as Fieldbook <surveys@example.com>' },
  SMS_ACCOUNT_SID: {
    schema: z.string().check(z.regex(/^[\w-]{1,100}$/)),
    expects: 'an account of the provider',
  },
  SMS_AUTH_TOKEN: {
    schema: z.string().check(z.regex(/^[\x21-\x7e]{1,200}$/)),
    expects: 'a token of the provider',
  },
  SMS_FROM: { schema: z.string().check(z.regex(/^[+\w ]{1,40}$/)), expects: 'a number or a sender’s name' },
  SMS_COUNTRIES: {
    schema: countries,
    expects: 'countries by their two letters, with commas between them, as US,CA,MX',
  },
  SMS_PER_DAY: {
    schema: z.pipe(z.string().check(z.regex(/^\d{1,7}$/)), z.transform(Number)),
    expects: 'a number',
  },
  SMS_API_URL: { schema: SmsApiUrl, expects: 'an address that begins with https://' },
  BOUNCE_SECRET: {
    schema: z.string().check(z.regex(/^[\x21-\x7e]{16,200}$/)),
    expects: 'a secret of 16 to 200 letters, digits and signs',
  },
  MENU_LINKS: {
    schema: MenuLinks,
    expects: 'such as Help=https://help.example.com; Terms=/TermsAndConditions (https only, at most ten)',
  },
  LOG_LEVEL: {
    schema: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    expects: 'fatal, error, warn, info, debug, trace or silent',
  },
  WRITE_LOG: { schema: flag, expects: '0 or 1' },
  SURVEY_MEGABYTES: { schema: megabytes, expects: 'a number of megabytes' },
  READING_MEGABYTES: { schema: megabytes, expects: 'a number of megabytes' },
  PDF_SECONDS: { schema: seconds, expects: 'a number of seconds' },
  STOP_WITHIN: { schema: seconds, expects: 'a number of seconds' },
} as const

type Name = keyof typeof variables
/** Values that errors must not repeat, since errors are logged. */
const secrets: readonly Name[] = [
  // It may contain a password by mistake.
  'S3_ENDPOINT',
  'ADMIN_PASSWORD',
  'BOUNCE_SECRET',
  'DATABASE_URL',
  'S3_SECRET_ACCESS_KEY',
  'SMS_AUTH_TOKEN',
  'SMTP_URL',
]

/** Reads the environment once. Throws BadConfig with one line for each invalid variable. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const wrong: string[] = []
  function read<N extends Name>(name: N): z.output<(typeof variables)[N]['schema']> | null {
    const text = environment[name]
    if (text === undefined || text === '') return null
    const { schema, expects } = variables[name]
    const parsed = z.safeParse(schema, text)
    if (!parsed.success)
      wrong.push(`${name} must be ${expects}${secrets.includes(name) ? '' : `, not "${text}"`}.`)
    return parsed.success ? (parsed.data as z.output<(typeof variables)[N]['schema']>) : null
  }
  const portNumber = read('PORT') ?? 3000
  const host = read('HOST') ?? '127.0.0.1'
  const publicUrl = read('PUBLIC_URL') ?? `http://${shownHost(host)}:${portNumber}`
  const { sms, missing } = smsConfig(read)
  if (missing.length > 0) wrong.push(`${missing.join(' and ')} must be set too: SMS needs all three.`)
  const { s3, wrong: wrongOfS3 } = s3Config(read)
  wrong.push(...wrongOfS3)
  const config: Config = {
    port: portNumber,
    host,
    dataDir: resolve(read('DATA_DIR') ?? './data'),
    publicUrl,
    otherPublicUrls: read('OTHER_PUBLIC_URLS') ?? [],
    databaseUrl: read('DATABASE_URL'),
    databasePool: read('DATABASE_POOL') ?? 16,
    adoptDataDir: read('ADOPT_DATA_DIR'),
    s3,
    adminEmail: read('ADMIN_EMAIL') ?? 'admin@fieldbook.local',
    adminPassword: read('ADMIN_PASSWORD'),
    sample: read('SAMPLE') ?? true,
    analytics: read('ANALYTICS') ?? false,
    fontDir: read('FONT_DIR'),
    trustProxy: read('TRUST_PROXY') ?? false,
    logLevel: read('LOG_LEVEL') ?? 'warn',
    writeLog: read('WRITE_LOG') ?? true,
    surveyBytes: read('SURVEY_MEGABYTES') ?? 16 * 1024 * 1024,
    readingBytes: read('READING_MEGABYTES') ?? 512 * 1024 * 1024,
    // Timers have this maximum.
    pdfWithin: Math.min(read('PDF_SECONDS') ?? 300_000, 24 * 3_600_000),
    stopWithin: read('STOP_WITHIN') ?? 15_000,
    otpLength: read('OTP_LENGTH') ?? null,
    otpTtl: read('OTP_TTL') ?? 10 * 60_000,
    resetTtl: read('RESET_TTL') ?? 30 * 60_000,
    sessionIdle: read('SESSION_IDLE') ?? 14 * 24 * 3_600_000,
    social: readSocialProviders(environment, wrong),
    smtp: read('SMTP_URL'),
    mailFrom: read('MAIL_FROM') ?? usualSender(publicUrl),
    sms,
    smsCountries: read('SMS_COUNTRIES') ?? [],
    smsPerDay: read('SMS_PER_DAY') ?? 1_000,
    bounceSecret: read('BOUNCE_SECRET'),
    menuLinks: read('MENU_LINKS') ?? [],
  }
  if (wrong.length > 0) throw new BadConfig(wrong.join('\n'))
  return config
}

/**
 * Returns this machine's name instead of its address: browsers bind passkeys to names, and providers redirect
 * only to names.
 */
function shownHost(host: string): string {
  return ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(host) ? 'localhost' : host
}
