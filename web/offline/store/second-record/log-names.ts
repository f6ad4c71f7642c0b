/** Folder in the origin's private file system. Each file is named after the store whose work it records. */
export const folderName = 'unsent-work'

export function fileName(identity: string, number: number): string {
  return `${identity}.${number}`
}

export function identityIn(name: string): string {
  return name.split('.')[0] ?? ''
}

/** Number of a file. The newest file of a store has the highest. */
export function numberOf(name: string): number {
  return Number(name.split('.')[1])
}

export async function namesIn(folder: FileSystemDirectoryHandle): Promise<readonly string[]> {
  const names: string[] = []
  // Some versions of TypeScript's types lack `keys`.
  const keys = (folder as unknown as { keys(): AsyncIterable<string> }).keys()
  for await (const name of keys) names.push(name)
  return names
}
