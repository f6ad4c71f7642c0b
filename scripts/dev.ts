/** Runs the server, restarted when its sources change, behind Vite's dev server with live updates. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

const vite = join('node_modules', 'vite', 'bin', 'vite.js')
const programs = [
  ['--watch', ...(existsSync(join(root, '.env')) ? ['--env-file=.env'] : []), 'server/main.ts'],
  [vite, 'dev', '--config', 'web/vite.config.ts'],
].map((options) => spawn(process.execPath, options, { stdio: 'inherit', cwd: root }))

function stopAll(): void {
  for (const program of programs) program.kill('SIGTERM')
}

for (const program of programs) program.once('exit', stopAll)
process.once('SIGINT', stopAll)
process.once('SIGTERM', stopAll)
