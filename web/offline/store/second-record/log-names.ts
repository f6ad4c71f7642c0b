/** Folder of the origin's private file system. A file in it is named after the store whose work it records. */
export const folderName = 'unsent-work'

export function fileName(identity: string, number: number): string {
  return `${identity}.${number}`
}

export function identityIn(name: string): string {
  return name.split('.')[0] ?? ''
}

/** The newest file of a store has the highest number. */
export function numberOf(name: string): number {
  return Number(name.split('.')[1])
}

export async function namesIn(folder: FileSystemDirectoryHandle): Promise<readonly string[]> {
  const names: string[] = []
  // Not in every version of TypeScript's own types.
  const keys = (folder as unknown as { keys(): AsyncIterable<string> }).keys()
  for await (const name of keys) names.push(name)
  return names
}
