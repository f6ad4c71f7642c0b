import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail extends Email {
  /** The recipients of the envelope. */
  readonly recipients: readonly string[]
}

/** The server's rejection of a recipient or mail, or null to accept. */
type Answer = (recipient: string) => { readonly code: number; readonly text: string } | null

export interface MailServer {
  readonly port: number
  readonly url: string
  readonly received: readonly ReceivedMail[]
  /** Number of RCPT commands so far, including rejected ones. */
  tries(): number
  /** Resolves to the next unread mail. */
  next(): Promise<ReceivedMail>
  close(): Promise<void>
}

export interface MailServerOptions {
  readonly port?: number
  readonly login?: { readonly user: string; readonly pass: string }
  readonly toRecipient?: Answer
  /** Runs before a mail is accepted. */
  readonly beforeTaking?: () => Promise<void>
}

/** Starts a real SMTP server that stores mails, parsed like a mail program does. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  const waiting: (() => void)[] = []
  let tries = 0
  let handedOut = 0
  const server = new SMTPServer({
    disabledCommands: options.login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    closeTimeout: 50,
    onAuth: ({ username, password }, _session, done) => {
      const right = username === options.login?.user && password === options.login?.pass
      done(right ? null : refusal({ code: 535, text: 'Wrong login' }), right ? { user: username } : undefined)
    },
    onRcptTo: ({ address }, _session, done) => {
      tries++
      const answer = options.toRecipient?.(address) ?? null
      done(answer && refusal(answer))
    },
    onData: async (stream, { envelope }, done) => {
      const raw = await buffer(stream)
      await options.beforeTaking?.()
      const recipients = envelope.rcptTo.map(({ address }) => address)
      received.push({ ...(await PostalMime.parse(raw)), recipients })
      done(null)
      for (const tell of waiting.splice(0)) tell()
    },
  })
  server.on('error', () => {})
  const listening = server.listen(options.port ?? 0, '127.0.0.1')
  await once(listening, 'listening')
  const place = listening.address()
  if (typeof place !== 'object' || place === null) throw new Error('No port')
  const { user, pass } = options.login ?? { user: '', pass: '' }
  const login = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(pass)}@`
  return {
    port: place.port,
    url: `smtp://${login}127.0.0.1:${place.port}`,
    received,
    tries: () => tries,
    next: async () => {
      for (;;) {
        const mail = received[handedOut]
        if (mail) {
          handedOut++
          return mail
        }
        await new Promise<void>((tell) => waiting.push(tell))
      }
    },
    close: () => new Promise((done) => server.close(done)),
  }
}

function refusal({ code, text }: { readonly code: number; readonly text: string }): Error {
  return Object.assign(new Error(text), { responseCode: code })
}
