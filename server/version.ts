import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns this program's version from its package. */
export function ownVersion(): string {
  const text = readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')
  return String((JSON.parse(text) as { version?: unknown }).version ?? '')
}
