import { join } from 'node:path'
import { createApp } from './app.ts'
import { BadConfig, readConfig } from './config.ts'
import { openContext } from './context-open.ts'
import { StartFailure } from './db/start-failure.ts'
import { type FirstAdmin, makeFirstAdmin } from './features/accounts/first-admin.ts'
import { startJobs } from './features/messages/jobs.ts'
import { makeSample } from './features/sample/make-sample.ts'
import { startHousekeeping } from './housekeeping.ts'
import { prepareInstallation } from './installation.ts'

const webFolder = join(import.meta.dirname, '..', 'dist', 'web')

function tell(text: string): void {
  process.stdout.write(`${text}\n`)
}

async function start(): Promise<void> {
  const config = readConfig(process.env)
  const { context, close } = await openContext(config)
  const admin = await makeFirstAdmin(context)
  await prepareInstallation(context)
  const app = await createApp(context, webFolder)
  if (admin && config.sample) await makeSample(app, context, admin.accountId)
  await app.listen({ port: config.port, host: config.host })
  const stopHousekeeping = startHousekeeping(context)
  const jobs = await startJobs(context)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    stopHousekeeping()
    // Both at once: what is being answered may still write messages, and those wait for the next start
    await Promise.all([app.close(), jobs.stop()])
    await close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  if (admin) tell(howToSignIn(admin))
  tell(`Fieldbook is ready at ${config.publicUrl}`)
}

function howToSignIn({ email, oneTimePassword }: FirstAdmin): string {
  const password = oneTimePassword
    ? `one-time password ${oneTimePassword} (shown only this once; you choose your own when you sign in)`
    : 'password of ADMIN_PASSWORD'
  return `Sign in as ${email} with the ${password}`
}

try {
  await start()
} catch (error) {
  const expected = error instanceof BadConfig || error instanceof StartFailure || isListenFailure(error)
  process.stderr.write(`${expected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`)
  process.exit(1)
}

function isListenFailure(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen'
}
