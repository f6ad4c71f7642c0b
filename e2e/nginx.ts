import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endWithParent } from '#server/testing/end-with-parent.ts'
import { freePort } from '#server/testing/real-server.ts'
import { findNginx } from '../scripts/programs.ts'

export interface Nginx {
  /** Without a trailing slash. */
  readonly address: string
  close(): Promise<void>
}

/** A minimal proxy configuration by someone who hasn't read the docs. */
export const newcomersBlock = `
server {
    listen 443 ssl http2;
    location / {
        proxy_pass http://127.0.0.1:3000;
    }
}
`

/** Returns the configuration that operators copy from the docs. */
export async function documentedBlock(): Promise<string> {
  const text = await readFile(join(import.meta.dirname, '..', 'docs', 'operations.md'), 'utf8')
  const [, block] = /```nginx\n([\s\S]*?)```/.exec(text) ?? []
  if (!block) throw new Error('docs/operations.md has no block for nginx')
  return block
}

/**
 * Runs real nginx with this configuration in its own folder. Only ports are changed, and TLS is removed
 * because it needs a certificate; every replaced line must exist.
 */
export async function startNginx(block: string, port: number, serverPort: number): Promise<Nginx> {
  const program = findNginx()
  if (!program) throw new Error('There is no nginx: npm test installs it')
  const folder = await mkdtemp(join(tmpdir(), 'fieldbook-nginx-'))
  const file = join(folder, 'nginx.conf')
  await writeFile(file, around(folder, adapted(block, { port, serverPort, other: await freePort() })))
  const child = spawn(program, ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  endWithParent(child, { signal: 'TERM' })
  const ended = once(child, 'exit')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  await Promise.race([
    answers(port),
    ended.then(() => Promise.reject(new Error(`nginx did not start: ${said}`))),
  ])
  return {
    address: `http://localhost:${port}`,
    close: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}

interface Ports {
  readonly port: number
  readonly serverPort: number
  /** Port of the redirect from http to https. */
  readonly other: number
}

function adapted(block: string, { port, serverPort, other }: Ports): string {
  const listens = 'listen 443 ssl http2;'
  const leads = 'proxy_pass http://127.0.0.1:3000;'
  for (const line of [listens, leads])
    if (block.split(line).length !== 2) throw new Error(`The block for nginx has not once: ${line}`)
  return block
    .replace(listens, `listen 127.0.0.1:${port};`)
    .replace(leads, `proxy_pass http://127.0.0.1:${serverPort};`)
    .replace('listen 80;', `listen 127.0.0.1:${other};`)
    .replaceAll(/^ *ssl_certificate(_key)? .*\n/gm, '')
}

/** Wraps the configuration like Debian's nginx.conf, as far as relevant. */
function around(folder: string, block: string): string {
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  return `
daemon off;
pid ${join(folder, 'nginx.pid')};
error_log stderr;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
events { worker_connections 256; }
http {
  access_log off;
  gzip on;
  default_type application/octet-stream;
  ${places.join('\n  ')}
  ${block}
}
`
}

async function answers(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const reached = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (reached) return
    await new Promise((again) => setTimeout(again, 20))
  }
}
