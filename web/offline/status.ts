/** How many changes and files wait on this device to be sent. */
export async function unsentCount(): Promise<number> {
  return 0
}
