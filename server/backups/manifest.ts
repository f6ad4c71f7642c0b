import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { CommandFailure } from '#server/command.ts'
import { isNoSuchFile } from '#server/files/no-such-file.ts'

/** A file of a snapshot: `path` within it, with expected size and hash. */
const Part = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })

const Manifest = z.object({
  format: z.literal(1),
  /** When the database was read, ISO 8601. */
  madeAt: z.string(),
  /** Version of the program that made it. */
  program: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(z.extend(Part, { name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  /** Sequences with their last values. */
  sequences: z.array(z.object({ name: z.string(), value: z.string() })),
  files: z.extend(Part, { count: z.number(), totalBytes: z.number() }),
  /** Keys of files with a row that could not be copied intact. */
  missing: z.array(z.string()),
})
export type Manifest = z.output<typeof Manifest>
export type TablePart = Manifest['tables'][number]

const Sealed = z.object({ sha256: z.string(), snapshot: z.unknown() })

/** A kept file of the snapshot, one per line as JSON, in key order. */
export const KeptFile = z.object({ key: z.string(), size: z.number(), sha256: z.string() })
export type KeptFile = z.output<typeof KeptFile>

export const manifestName = 'manifest.json'

export function sealed(manifest: Manifest): string {
  return `${JSON.stringify({ sha256: hashOf(manifest), snapshot: manifest }, null, 1)}\n`
}

/** Throws a CommandFailure if the manifest is damaged, or of a later program. */
export async function readManifest(snapshot: string): Promise<Manifest> {
  const path = join(snapshot, manifestName)
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isNoSuchFile(error)) throw new CommandFailure(`${path} is missing: this is no whole backup.`)
    throw error
  })
  const read = Sealed.safeParse(parsed(text))
  if (!read.success || hashOf(read.data.snapshot) !== read.data.sha256)
    throw new CommandFailure(`${path} is damaged.`)
  const manifest = Manifest.safeParse(read.data.snapshot)
  if (!manifest.success)
    throw new CommandFailure(`${path} is of another version of Fieldbook: restore with that one.`)
  return manifest.data
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Invalid JSON is reported like any other damage.
    return null
  }
}

function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}
