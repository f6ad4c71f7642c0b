import { createHash } from 'node:crypto'

/** Returns faults of migrations, by path below their folder, against the list of released ones. */
export function landingFaults(files: ReadonlyMap<string, string>, list: string): readonly string[] {
  const landed = new Map(
    list.split('\n').flatMap((line) => {
      const [hash, path] = line.split('  ')
      return hash && path && !line.startsWith('#') ? [[path, hash] as const] : []
    }),
  )
  return [
    ...[...landed].flatMap(([path, hash]) => {
      const text = files.get(path)
      if (text === undefined) return [`${path} landed and is gone: databases that took it would not start.`]
      return hashOf(text) === hash
        ? []
        : [
            `${path} was changed after it landed: databases that took it would not start. Put it back, and make a new migration.`,
          ]
    }),
    ...[...files]
      .filter(([path]) => !landed.has(path))
      .map(
        ([path, text]) =>
          `${path} is new: add this line to checks/landed-migrations.txt when it lands.\n${hashOf(text)}  ${path}`,
      ),
  ]
}

/** The same hash as in the server: a checkout may convert line endings. */
function hashOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
}
