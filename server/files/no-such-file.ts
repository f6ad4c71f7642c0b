/** Whether a file operation failed because nothing exists at the path. */
export function isNoSuchFile(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === 'ENOENT'
}
