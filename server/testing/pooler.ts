import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, onTestFinished } from 'vitest'
import { changeOwner, databaseUser } from '#server/db/unprivileged.ts'
import { endWithParent } from './end-with-parent.ts'
import { findPooler } from './installed.ts'
import { freePort } from './real-server.ts'

/** Starts a PgBouncer before the machine's PostgreSQL for this test; returns its port. */
export async function startPooler(settings: Readonly<Record<string, string>>): Promise<number> {
  const program = findPooler()
  if (!program) throw new Error("These tests need Debian's package 'pgbouncer', or PGBOUNCER")
  const { port: behind, password } = inject('namedServer')
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'fieldbook-pooler-')), await freePort()]
  await writeFile(join(folder, 'users'), `"fieldbook" "${password}"\n`)
  const all = {
    ...{ listen_addr: '127.0.0.1', listen_port: port, unix_socket_dir: '' },
    ...{ auth_type: 'scram-sha-256', auth_file: join(folder, 'users'), ...settings },
  }
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${value}`)
  const text = ['[databases]', `* = host=127.0.0.1 port=${behind}`, '[pgbouncer]', ...lines, ''].join('\n')
  await writeFile(join(folder, 'pgbouncer.ini'), text)
  const user = await databaseUser(join(folder, 'none'))
  await changeOwner(user, folder)
  const pooler = spawn(program, [join(folder, 'pgbouncer.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...user,
  })
  endWithParent(pooler)
  const ended = once(pooler, 'exit')
  onTestFinished(async () => {
    pooler.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  })
  await new Promise<void>((up, failed) => {
    let said = ''
    pooler.stderr.on('data', (words) => {
      said += words
      if (said.includes('process up')) up()
    })
    pooler.once('exit', () => failed(new Error(`The pooler did not start: ${said}`)))
  })
  return port
}
