/** Whether that is why the system refused: nothing is at that path. */
export function isNoSuchFile(failure: unknown): boolean {
  return failure instanceof Error && 'code' in failure && failure.code === 'ENOENT'
}
